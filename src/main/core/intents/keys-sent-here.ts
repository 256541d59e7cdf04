import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';

/** Keys of requests that were sent from this computer, as its audit log has it: whatever else is lost of them. */
export const keysSentHere = `SELECT coalesce(json_extract(facts, '$.intentKey'), '') FROM audit_log
  WHERE action LIKE '%.journalled'`;

const highest = z.object({ sequence: z.number() });

/** Whether a key is one of them. What the log has is read once, so the first question takes as long as it is. */
export function createSentHere(sqlite: Pick<Sqlite, 'texts' | 'first'>): (key: string) => boolean {
  const found = new Set<string>();
  let read = 0;
  return (key) => {
    if (found.has(key)) return true;
    const { sequence } = highest.parse(
      sqlite.first('SELECT coalesce(max(sequence), 0) AS sequence FROM audit_log'),
    );
    const since = `${keysSentHere} AND sequence > ? AND sequence <= ?`;
    for (const one of sqlite.texts(since, [read, sequence])) found.add(one);
    read = sequence;
    return found.has(key);
  };
}
