/** Keeps the names of customers in rows of payouts, when customers are named otherwise. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Records } from '../../core/records/types.ts';
import type { PayoutTable } from './payout-table.ts';

/** Rows that are renamed, and customers that are looked at, in one step. */
const ROWS = 50;
const CUSTOMERS = 50;

const numberRows = z.array(z.object({ number: z.number() }));

/** Customers of rows, sorted. */
export const customersOf = (sqlite: Sqlite): string[] =>
  sqlite.texts(
    'SELECT DISTINCT customer_id FROM payout_columns WHERE customer_id IS NOT NULL ORDER BY customer_id',
  );

export function createNames(
  sqlite: Sqlite,
  table: Pick<PayoutTable, 'rename'>,
  records: Pick<Records, 'customerNames'>,
) {
  let wanted = new Set<string>();

  return {
    /** Of these customers; empty: of all. */
    want(ids: readonly string[]): void {
      wanted = new Set([...wanted, ...(ids.length === 0 ? customersOf(sqlite) : ids)]);
    },

    /** One step. `changed`: whether rows have another name now. */
    step(): { readonly isBehind: boolean; readonly changed: boolean } {
      const ids = [...wanted].slice(0, CUSTOMERS);
      if (ids.length === 0) return { isBehind: false, changed: false };
      const names = records.customerNames(ids);
      let left = ROWS;
      return sqlite.derive(() => {
        for (const id of ids) {
          const name = names.get(id) ?? null;
          const rows = numberRows.parse(
            sqlite.all(
              `SELECT number FROM payout_columns
               WHERE customer_id = ? AND customer_name IS NOT ? LIMIT ?`,
              [id, name, left],
            ),
          );
          for (const { number } of rows) table.rename(number, name);
          left -= rows.length;
          if (left === 0) break;
          wanted.delete(id);
        }
        return { isBehind: wanted.size > 0, changed: left < ROWS };
      });
    },
  };
}
