/** Requests that came in a hand-over file: they were sent from another computer, which may send them again. */
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Name of that computer; null for a request of this one. @param own this computer's public key */
export function sentElsewhere(
  sqlite: Pick<Sqlite, 'texts'>,
  own: string,
  key: string,
): string | null {
  const from = sqlite.texts(
    `SELECT CASE computer WHEN ? THEN '' ELSE ifnull(name, substr(computer, 1, 8)) END
     FROM handover_entries LEFT JOIN handover_computers USING (computer)
     WHERE kind = 'request' AND id = ? AND what = 'request' ORDER BY computer`,
    [own, key],
  );
  return from.includes('') ? null : (from[0] ?? null);
}
