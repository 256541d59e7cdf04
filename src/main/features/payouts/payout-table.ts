/** Payouts as rows: what is filtered, sorted and summed by stands in columns, the rest in one text. */
import { z } from 'zod';
import {
  type PayoutAmount,
  type PayoutFlagName,
  type PayoutSide,
  payoutRow,
  payoutSides,
} from '../../../bridge/payouts.ts';
import { payoutStates } from '../../../contract/transitions.ts';
import { folded } from '../../../platform/folded-text.ts';
import { jsonText } from '../../../platform/json-column.ts';
import { putRow } from '../../../platform/put-row.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { foldedOrNull } from '../../core/records/list-table.ts';
import { instantOf } from '../../core/records/order.ts';
import { searchText } from '../../core/records/search-text.ts';
import { layOutAccounts, layOutIndexes, layOutRows } from './migrations.ts';
import type { PayoutCustomer } from './payout-customer.ts';
import { amountSortKey, splitAmount } from './reading/amounts.ts';
import { isOpenState, type StoredPayout } from './reading/read-payout.ts';

const storedPayout = payoutRow.omit({ customerName: true });
export const viewText = jsonText.pipe(storedPayout);
const numberRow = z.object({ number: z.number() });
const cellRow = z.object({ cell: z.number() });
const textRow = z.object({ text: z.string() });
const text = z.string().nullable();
const nameRow = z.object({ name: text });
/** A row of the list. The view has the customer that the events name; the column also the account's. */
export const viewRow = z
  .object({ view: viewText, customer_id: text, customer_name: text })
  .transform(({ view, customer_id, customer_name }) => ({
    ...view,
    customerId: customer_id,
    customerName: customer_name,
  }));
export const viewColumns = 'view, customer_id, customer_name';

/** States in the order of their lifecycle, then others by name. */
export function stateSortKey(state: string): string {
  const place = (payoutStates as readonly string[]).indexOf(state);
  return place === -1 ? `~${state}` : String(place).padStart(2, '0');
}

/** What rows of one cell have in common. */
const cellOf = (row: StoredPayout): readonly SqlValue[] => [
  row.state,
  row.network ?? '',
  Number(row.receivedAt !== null),
  flagsOf(row),
  ...payoutSides.map((side) => row[side].currency ?? ''),
];

export const flagBits: Readonly<Record<PayoutFlagName, number>> = {
  unusual: 1,
  missing: 2,
  ambiguous: 4,
  mock: 8,
};
const flagsOf = ({ unusualMoves, missingStates, ambiguous, isMock }: StoredPayout): number =>
  (unusualMoves > 0 ? flagBits.unusual : 0) |
  (missingStates.length > 0 ? flagBits.missing : 0) |
  (ambiguous.length > 0 ? flagBits.ambiguous : 0) |
  (isMock ? flagBits.mock : 0);

function amountColumns(side: PayoutSide, { amount, currency }: PayoutAmount) {
  const split = amount === null ? null : splitAmount(amount);
  return {
    [`${side}_sort`]: amount === null ? null : `${currency ?? '~'} ${amountSortKey(amount)}`,
    [`${side}_whole`]: split?.whole ?? null,
    [`${side}_billionths`]: split?.billionths ?? null,
    [`${side}_long`]: Number(amount !== null && split === null),
  };
}

const countIn = (sign: '+' | '-') => `
  UPDATE payout_cells SET
    ${payoutSides
      .map(
        (side) => `
    ${side}_rows = ${side}_rows ${sign} (p.${side}_whole IS NOT NULL),
    ${side}_whole = payout_cells.${side}_whole ${sign} coalesce(p.${side}_whole, 0),
    ${side}_billionths = payout_cells.${side}_billionths ${sign} coalesce(p.${side}_billionths, 0),
    ${side}_long = payout_cells.${side}_long ${sign} p.${side}_long,`,
      )
      .join('')}
    rows = rows ${sign} 1
  FROM payout_columns AS p WHERE p.number = ? AND payout_cells.cell = p.cell`;
const addSql = countIn('+');
const removeSql = countIn('-');

export type PayoutTable = ReturnType<typeof createPayoutTable>;

/** An empty table of a past moment, in memory: words are looked for one text after another. */
export function layOutPast(sqlite: Sqlite): void {
  layOutRows(sqlite);
  layOutIndexes(sqlite);
  layOutAccounts(sqlite);
  sqlite.exec('CREATE TABLE payout_search (text TEXT NOT NULL)');
}

/** Over a database that payoutsMigrations were applied to, or layOutPast. Writes belong in a transaction. */
export function createPayoutTable(sqlite: Sqlite) {
  const numberOf = (id: string): number | null => {
    const row = sqlite.first('SELECT number FROM payout_columns WHERE id = ?', [id]);
    return row === undefined ? null : numberRow.parse(row).number;
  };

  function cellNumber(key: readonly SqlValue[]): number {
    sqlite.run(
      `INSERT INTO payout_cells
         (state, network, is_received, flags, in_currency, out_currency, fee_currency)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      key,
    );
    const row = sqlite.first(
      `SELECT cell FROM payout_cells WHERE state = ? AND network = ?
         AND is_received = ? AND flags = ? AND in_currency = ? AND out_currency = ? AND fee_currency = ?`,
      key,
    );
    return cellRow.parse(row).cell;
  }

  function putText(number: number, row: StoredPayout, customerName: string | null): void {
    const { id, walletAddress, transaction, reference } = row;
    const text = searchText([id, customerName, walletAddress, transaction, reference]);
    const present = sqlite.first('SELECT text FROM payout_search WHERE rowid = ?', [number]);
    if (present !== undefined) {
      if (textRow.parse(present).text === text) return;
      sqlite.run('DELETE FROM payout_search WHERE rowid = ?', [number]);
    }
    sqlite.run('INSERT INTO payout_search (rowid, text) VALUES (?, ?)', [number, text]);
  }

  return {
    /** The row of the list; null where the payout is not known. */
    get(id: string) {
      const row = sqlite.first(`SELECT ${viewColumns} FROM payout_columns WHERE id = ?`, [id]);
      return row === undefined ? null : viewRow.parse(row);
    },

    put(row: StoredPayout, { customerId, customerName }: PayoutCustomer): void {
      const before = numberOf(row.id);
      if (before !== null) sqlite.run(removeSql, [before]);
      putRow(sqlite, 'payout_columns', {
        id: row.id,
        cell: cellNumber(cellOf(row)),
        customer_id: customerId,
        customer_name: customerName,
        customer_name_sort: foldedOrNull(customerName),
        virtual_account_id: row.virtualAccountId,
        network: row.network,
        state_sort: stateSortKey(row.state),
        is_open: Number(isOpenState(row.state)),
        since_at: instantOf(row.stateSince) ?? 0,
        created_at: instantOf(row.created),
        updated_at: instantOf(row.updated),
        received_at: instantOf(row.receivedAt),
        first_learned_at: row.firstLearnedAt,
        last_learned_at: row.lastLearnedAt,
        view: JSON.stringify(row),
        ...amountColumns('in', row.in),
        ...amountColumns('out', row.out),
        ...amountColumns('fee', row.fee),
      });
      const number = before ?? numberOf(row.id);
      if (number === null) throw new Error('The row was just written.');
      sqlite.run(addSql, [number]);
      putText(number, row, customerName);
    },

    remove(id: string): void {
      const number = numberOf(id);
      if (number === null) return;
      sqlite.run(removeSql, [number]);
      sqlite.run('DELETE FROM payout_columns WHERE number = ?', [number]);
      sqlite.run('DELETE FROM payout_search WHERE rowid = ?', [number]);
    },

    /** Sets the customer of the payout’s virtual account; changes nothing where the payout’s events name a customer. */
    attribute(number: number, customerId: string | null): void {
      const row = sqlite.first(
        `UPDATE payout_columns SET customer_id = ?
         WHERE number = ? AND view ->> 'customerId' IS NULL RETURNING customer_name AS name`,
        [customerId, number],
      );
      if (row !== undefined && nameRow.parse(row).name !== null) this.rename(number, null);
    },

    /** The customer is named otherwise by now. */
    rename(number: number, customerName: string | null): void {
      sqlite.run(
        'UPDATE payout_columns SET customer_name = ?, customer_name_sort = ? WHERE number = ?',
        [customerName, customerName === null ? null : folded(customerName), number],
      );
      const row = sqlite.first('SELECT view FROM payout_columns WHERE number = ?', [number]);
      if (row !== undefined)
        putText(number, z.object({ view: viewText }).parse(row).view, customerName);
    },

    clear(): void {
      sqlite.run('DELETE FROM payout_columns');
      sqlite.run('DELETE FROM payout_cells');
      sqlite.run('DELETE FROM payout_search');
    },
  };
}
