/** Which computer sent a request. */
import type { Sqlite } from '../../../platform/sqlite.ts';
import { nobodysKey } from '../../core/audit/signing.ts';
import { keysSentHere } from '../../core/intents/keys-sent-here.ts';

/**
 * Requests that came in a hand-over file: they were sent from another computer, which may send them again.
 * Name of that computer; null for a request of this one. @param own this computer's public key
 */
export function sentElsewhere(
  sqlite: Pick<Sqlite, 'texts'>,
  own: string,
  key: string,
): string | null {
  const from = sqlite.texts(
    // Where it is lost whose it is, here or where it was told, the audit log says whether it is this computer's.
    `SELECT CASE WHEN computer = ? THEN '' WHEN computer IN ('lost', ?) THEN 'not known any more'
       ELSE ifnull(name, substr(computer, 1, 8)) END
     FROM handover_entries LEFT JOIN handover_computers USING (computer)
     WHERE id = ? AND coalesce(what, 'request') = 'request'
       AND (computer NOT IN ('lost', ?) OR id NOT IN (${keysSentHere}))
     ORDER BY computer IN ('lost', ?), computer`,
    [own, nobodysKey, key, nobodysKey, nobodysKey],
  );
  return from.includes('') ? null : (from[0] ?? null);
}
