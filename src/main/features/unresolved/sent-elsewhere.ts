/** Which computer sent a request. */
import type { Sqlite } from '../../../platform/sqlite.ts';
import { nobodysKey } from '../../core/audit/signing.ts';

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
    // What of an entry is lost, here or where it was told, is taken for another's.
    `SELECT CASE WHEN computer = ? THEN '' WHEN computer IN ('lost', ?) THEN 'not known any more'
       ELSE ifnull(name, substr(computer, 1, 8)) END
     FROM handover_entries LEFT JOIN handover_computers USING (computer)
     WHERE id = ? AND coalesce(what, 'request') = 'request'
     ORDER BY computer IN ('lost', ?), computer`,
    [own, nobodysKey, key, nobodysKey],
  );
  return from.includes('') ? null : (from[0] ?? null);
}
