/** What a list asks for, as conditions of rows, and of the cells that they are in. */
import type { PayoutQuery } from '../../../bridge/payouts.ts';
import type { SqlValue } from '../../../platform/sqlite.ts';
import { instantOf } from '../../core/records/order.ts';
import { flagBits } from './payout-table.ts';
import type { Cell } from './totals.ts';

/** Parsed, with `now` to which `stuckHours` counts, in milliseconds. */
export type PayoutFilter = Omit<PayoutQuery, keyof PayoutOrder | 'knownAt'> & {
  readonly now: number;
};

export type PayoutOrder = Pick<PayoutQuery, 'sort' | 'direction' | 'offset' | 'limit'>;

/** `%` stands where `+` keeps a condition from being what rows are found by. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const HOUR_MS = 3_600_000;

const timeColumns = {
  created: 'created_at',
  updated: 'updated_at',
  stateSince: 'since_at',
  receivedAt: 'received_at',
} as const;
export const timeOf = ({ by }: PayoutFilter) => timeColumns[by];

export const isOfOne = ({ customerId, virtualAccountId }: PayoutFilter): boolean =>
  customerId !== null || virtualAccountId !== null;

export const isByCell = ({ states, ...filter }: PayoutFilter): boolean =>
  states.length > 0 ||
  [filter.currencyIn, filter.currencyOut, filter.network, filter.isReceived, filter.flag].some(
    (value) => value !== null,
  );

/** Whether rows of the cell match, with any state. */
export const isWantedWithAnyState = (
  cell: Cell,
  { currencyIn, currencyOut, network, isReceived, flag }: PayoutFilter,
): boolean =>
  (isReceived === null || cell.isReceived === isReceived) &&
  (flag === null || (cell.flags & flagBits[flag]) > 0) &&
  (currencyIn === null || cell.currencies.in === currencyIn) &&
  (currencyOut === null || cell.currencies.out === currencyOut) &&
  (network === null || cell.network === network);

export const isWanted = (cell: Cell, filter: PayoutFilter): boolean =>
  (filter.states.length === 0 || filter.states.includes(cell.state)) &&
  isWantedWithAnyState(cell, filter);

/** Conditions that don't go by cells, which are few and told apart afterwards. */
export function narrowing(filter: PayoutFilter, stuck: '%' | '+' = '%'): Condition[] {
  const { customerId, virtualAccountId, from, to, stuckHours, without, now } = filter;
  const time = timeOf(filter);
  const when = (wanted: boolean, sql: string, ...values: SqlValue[]): Condition[] =>
    wanted ? [{ sql, values }] : [];
  return [
    ...when(customerId !== null, '%customer_id = ?', customerId),
    ...when(virtualAccountId !== null, '%virtual_account_id = ?', virtualAccountId),
    ...when(from !== null, `%${time} >= ?`, instantOf(from)),
    ...when(to !== null, `%${time} < ?`, instantOf(to)),
    ...when(
      stuckHours !== null,
      // For open payouts an index has the sums too.
      `is_open = 1 AND ${stuck}since_at < ?`,
      Math.floor(now - (stuckHours ?? 0) * HOUR_MS),
    ),
    ...when(
      without !== null,
      without === 'time' ? `%${time} IS NULL` : `${without}_whole IS NULL AND ${without}_long = 0`,
    ),
  ];
}

export const among = (numbers: readonly number[]): Condition => ({
  sql: '%number IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(numbers)],
});
export const amongCells = (numbers: readonly number[]): Condition => ({
  sql: '%cell IN (SELECT value FROM json_each(?))',
  values: [JSON.stringify(numbers)],
});

export function joined(conditions: readonly Condition[], mark: '' | '+') {
  const parts = conditions.map(({ sql }) => sql.replaceAll('%', mark));
  return {
    where: parts.length === 0 ? 'TRUE' : parts.join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  };
}
