/** Columns of records that are known from their events alone (Interface 2.7). */
import { z } from 'zod';
import { readText } from '../../../contract/fields.ts';
import type { OtherKind } from '../../../contract/other-kinds.ts';
import type { Queries } from '../../../platform/queries.ts';
import { createListTable } from './list-table.ts';
import { customerOf, type NameOf, namedRow } from './named-customer.ts';
import type { ObservationsRepository } from './observations-repository.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import type { OtherQuery } from './types.ts';

export type StateHistory = Pick<ObservationsRepository, 'newestEventName'>;

const own = z
  .object({ ...namedRow, state: z.string().nullable() })
  .transform((row) => ({ customerName: row.customer_name, state: row.state }));

const sorts = {
  customerName: 'customer_name_sort',
  state: 'state',
  lastLearnedAt: 'last_learned_at',
};

/** The record's own word, else what its newest event is named for; null where neither tells. */
export function stateOf(record: StoredRecord, history: StateHistory): string | null {
  const { status, state, deleted } = record.body;
  const said = readText(status) ?? readText(state);
  if (said !== null) return said;
  if (deleted !== undefined && deleted !== null && deleted !== false) return 'deleted';
  const name = history.newestEventName(record);
  return name === null ? null : eventWord(name);
}

/** `created` for `wallet.create`. */
export function eventWord(name: string): string {
  const word = name.slice(name.indexOf('.') + 1);
  return word === 'create' ? 'created' : word;
}

/** Texts that a record is found by, beside those of the catalogue: so many at most, of such a length. */
const MOST_TEXTS = 60;
const MAX_TEXT = 300;

function* textsIn(value: unknown, depth = 0): Generator<string> {
  if (typeof value === 'string' && value.trim() !== '') yield value.slice(0, MAX_TEXT);
  if (typeof value !== 'object' || value === null || depth > 6) return;
  for (const part of Object.values(value)) yield* textsIn(part, depth + 1);
}

function createColumnsOf<Kind extends OtherKind>(
  kind: Kind,
  queries: Queries<RecordsSchema>,
  search: SearchIndex,
  history: StateHistory,
) {
  const table = createListTable({ kind, queries, search, own, sorts });
  return {
    ...table,

    put(record: StoredRecord, nameOf: NameOf, isNew = false): void {
      const { name, columns } = customerOf(kind, record, nameOf);
      const state = stateOf(record, history);
      const found = [name, ...[...textsIn(record.body)].slice(0, MOST_TEXTS)];
      table.put(record, { ...columns, state, last_learned_at: record.lastLearnedAt }, found, isNew);
    },

    page: ({ sort = 'lastLearnedAt', network, ...query }: OtherQuery) =>
      table.page(
        { ...query, sort },
        {
          customer_id: query.customerId,
          state: query.state,
          ...(kind === 'wallet' ? { network } : {}),
        },
      ),

    filterValues: () => ({
      states: table.distinct('state'),
      networks: kind === 'wallet' ? table.distinct('network') : [],
    }),
  };
}

export const createOtherColumns = (
  ...parts: [queries: Queries<RecordsSchema>, search: SearchIndex, history: StateHistory]
) => ({
  wallet: createColumnsOf('wallet', ...parts),
  address: createColumnsOf('address', ...parts),
  paymentLink: createColumnsOf('paymentLink', ...parts),
});
