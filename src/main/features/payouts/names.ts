/**
 * Keeps the names of customers in rows of payouts. Customers are named otherwise by what is observed of them and
 * by the names that a person gives, so both are followed by their numbers: no row of others is looked at.
 */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Records } from '../../core/records/types.ts';
import type { PayoutTable } from './payout-table.ts';

/** Rows that are renamed, and names that are looked at, in one step. */
const ROWS = 50;
const NAMES = 100;

const numberRows = z.array(z.object({ number: z.number() }));
const cursorRow = z.object({ named: z.number(), byPerson: z.number() });
const saidRows = z.array(z.object({ id: z.string(), at: z.number() }));

/** Customers of rows, sorted. */
export const customersOf = (sqlite: Sqlite): string[] =>
  sqlite.texts(
    'SELECT DISTINCT customer_id FROM payout_columns WHERE customer_id IS NOT NULL ORDER BY customer_id',
  );

/** What may name customers otherwise, by its number, and how the cursor notes the number. */
const sources = [
  {
    note: 'named = ?, names_derivation = (SELECT version FROM derivation)',
    sql: `SELECT id, arrival AS at FROM observations INDEXED BY observations_by_kind
      WHERE kind = 'customer' AND kind <> 'event' AND arrival > ? ORDER BY arrival LIMIT ?`,
  },
  {
    note: 'named_by_person = ?',
    sql: `SELECT customer_id AS id, sequence AS at FROM customer_own_names
      WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  },
] as const;

export function createNames(
  sqlite: Sqlite,
  table: Pick<PayoutTable, 'rename'>,
  records: Pick<Records, 'customerNames'>,
) {
  /** Where it stands; null before the first observation. After a change of rules all are gone through again. */
  function cursor(): readonly number[] | null {
    const row = sqlite.first(
      `SELECT iif(names_derivation IS version, named, 0) AS named,
         named_by_person AS byPerson
       FROM payout_cursor LEFT JOIN derivation`,
    );
    if (row === undefined) return null;
    const { named, byPerson } = cursorRow.parse(row);
    return [named, byPerson];
  }

  /** Renames rows of the customers, in their order. Gives how many of them are done, and of how many rows. */
  function rename(ids: readonly string[]) {
    const names = records.customerNames(ids);
    let left = ROWS;
    for (const [index, id] of ids.entries()) {
      const name = names.get(id) ?? null;
      const rows = numberRows.parse(
        sqlite.all(
          'SELECT number FROM payout_columns WHERE customer_id = ? AND customer_name IS NOT ? LIMIT ?',
          [id, name, left],
        ),
      );
      for (const { number } of rows) table.rename(number, name);
      left -= rows.length;
      if (left === 0) return { done: index, renamed: ROWS };
    }
    return { done: ids.length, renamed: ROWS - left };
  }

  return {
    /** One step. `changed`: whether rows have another name now. */
    step(): { readonly isBehind: boolean; readonly changed: boolean } {
      const from = cursor();
      for (const [index, { note, sql }] of sources.entries()) {
        const at = from?.[index];
        if (at === undefined) continue;
        const said = saidRows.parse(sqlite.all(sql, [at, NAMES]));
        if (said.length === 0) continue;
        return sqlite.derive(() => {
          const { done, renamed } = rename(said.map(({ id }) => id));
          // What was not gone through, or not to its end, is looked at again in the next step.
          sqlite.run(`UPDATE payout_cursor SET ${note}`, [said[done - 1]?.at ?? at]);
          return { isBehind: true, changed: renamed > 0 };
        });
      }
      return { isBehind: false, changed: false };
    },
  };
}
