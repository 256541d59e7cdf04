/** Which computer sent a request, and who told of it. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { nobodysKey } from '../../core/audit/signing.ts';
import { createSentHere } from '../../core/intents/keys-sent-here.ts';

const lost = 'not known any more';

/**
 * Requests that came in a hand-over file: they were sent from another computer, which may send them again.
 * Name of that computer; null for a request of this one. @param own this computer's public key
 */
export function sentElsewhere(
  sqlite: Pick<Sqlite, 'texts' | 'first'>,
  own: string,
  key: string,
  isSentHere = createSentHere(sqlite),
): string | null {
  const from = sqlite.texts(
    `SELECT CASE WHEN computer = ? THEN '' WHEN computer IN ('lost', ?) THEN ?
       ELSE ifnull(name, substr(computer, 1, 8)) END
     FROM handover_entries LEFT JOIN handover_computers USING (computer)
     WHERE id = ? AND coalesce(what, 'request') = 'request'
     ORDER BY computer IN ('lost', ?), computer`,
    [own, nobodysKey, lost, key, nobodysKey],
  );
  const [first = null] = from;
  if (from.includes('')) return null;
  // Where it is lost whose it is, here or where it was told, the audit log says whether it is this computer's.
  return first === lost && isSentHere(key) ? null : first;
}

const reporters = z.array(z.object({ member: z.string().nullable(), name: z.string() }));
/** Who told of a request, whatever they say of whose it is. */
export interface Reporter {
  /** Key in the team of who signed it; null where a hand-over file told it, or that is lost. */
  readonly member: string | null;
  /** As this computer knows the other one. */
  readonly name: string;
}

/** None where nobody told of a request under this key. */
export const reportersOf = (sqlite: Pick<Sqlite, 'all'>, key: string): readonly Reporter[] =>
  reporters.parse(
    sqlite.all(
      `SELECT DISTINCT iif(file LIKE 'team:%', computer, NULL) AS member,
         coalesce(name, substr(computer, 1, 8), ?) AS name
       FROM (SELECT file FROM handover_entries WHERE id = ? AND coalesce(what, 'request') = 'request'
         UNION SELECT file FROM handover_tellers WHERE id = ? AND what = 'request')
       LEFT JOIN handover_files USING (file) LEFT JOIN handover_computers USING (computer)
       ORDER BY computer`,
      [lost, key, key],
    ),
  );
