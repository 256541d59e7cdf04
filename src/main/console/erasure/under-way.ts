/** What needs the data of a customer yet. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';

const countRow = z.object({ count: z.number() });

export const unresolved = 'Requests of this customer are unresolved. Resolve them first.';

/** A sentence of why the customer can't be erased now; null where nothing is under way. */
export function underWayOf(sqlite: Sqlite, customerId: string): string | null {
  const count = (sql: string): number =>
    countRow.parse(sqlite.first(`SELECT count(*) AS count FROM ${sql}`, [customerId])).count;
  const requests = count(
    "standing_intents WHERE state IN ('journalled', 'unknown') AND instr(input, ?) > 0",
  );
  if (requests > 0) return unresolved;
  if (count("bulk_rows WHERE state IN ('waiting', 'sending') AND instr(input, ?) > 0") > 0)
    return 'Rows of a bulk run for this customer are not sent yet. End the run first.';
  if (count('payout_columns WHERE customer_id = ? AND is_open = 1') > 0)
    return 'Payouts of this customer are under way. Wait until they have ended.';
  return null;
}
