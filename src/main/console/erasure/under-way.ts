/** What needs the data of a customer yet. */
import { readCount } from '../../../platform/read-count.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { tellingKinds } from '../../../team-log/kinds.ts';

const unresolved = 'Requests of this customer are unresolved. Resolve them first.';
const waiting = 'Rows of a bulk run for this customer are not sent yet. End the run first.';

/** The same of what is found by what went of the person: a second customer may be the same one. */
export function foundUnderWay(found: { unresolved: number; waiting: number }): string | null {
  if (found.unresolved > 0) return unresolved;
  return found.waiting > 0 ? waiting : null;
}

/** A sentence of why the customer can't be erased now; null where nothing is under way. */
export function underWayOf(sqlite: Sqlite, customerId: string): string | null {
  const count = (sql: string, id = customerId): number =>
    readCount(sqlite, `SELECT count(*) AS count FROM ${sql}`, [id]);
  // As a whole value of JSON: another ID may begin alike.
  const quoted = JSON.stringify(customerId);
  const requests = count(
    "standing_intents WHERE state IN ('journalled', 'unknown') AND instr(input, ?) > 0",
    quoted,
  );
  if (requests > 0) return unresolved;
  if (count("bulk_rows WHERE state IN ('waiting', 'sending') AND instr(input, ?) > 0", quoted) > 0)
    return waiting;
  if (count('payout_columns WHERE customer_id = ? AND is_open = 1') > 0)
    return 'Payouts of this customer are under way. Wait until they have ended.';
  // They are signed and in a chain, so nothing can be taken out of them.
  const isTelling = "json_extract(header, '$.kind') IN (SELECT value FROM json_each(?))";
  const telling = JSON.stringify(tellingKinds);
  if (sqlite.first(`SELECT 1 FROM team_outbox WHERE ${isTelling}`, [telling]))
    return 'Entries of this profile wait to be sent to its team’s database. Connect to it first, or leave the team.';
  return null;
}
