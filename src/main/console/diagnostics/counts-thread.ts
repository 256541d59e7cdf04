/** The program of the thread that counts: a large database takes longer than main may wait. */
import { serveReading } from '../../../platform/read-in-thread.ts';
import { openSqlite } from '../../../platform/sqlite.ts';
import type { CountedDatabase, CountedRow, CountOrder } from './count-database.ts';

/** The last word of a person on a request stands; `unknown` takes the one before back. */
const requests = `
  SELECT coalesce(nullif((SELECT verdict FROM settlements WHERE intent_key = intents.key
    ORDER BY settlements.sequence DESC LIMIT 1), 'unknown'), state) AS name, count(*) AS count
  FROM intents GROUP BY 1`;

serveReading(({ file, key }: CountOrder) => {
  const sqlite = openSqlite({ file, key, isReadOnly: true, waitMs: 2_000 });
  const number = (sql: string): number => Number(sqlite.texts(sql)[0] ?? 0);
  try {
    const head: CountedDatabase = {
      migrations: sqlite.texts('SELECT id FROM migrations'),
      records: sqlite.all(
        'SELECT kind AS name, count(*) AS count FROM records GROUP BY kind',
      ) as CountedRow[],
      // Both are numbered without gaps, and nothing of them goes.
      observations: number('SELECT CAST(coalesce(max(arrival), 0) AS TEXT) FROM observations'),
      requests: sqlite.all(requests) as CountedRow[],
      auditEntries: number('SELECT CAST(coalesce(max(sequence), 0) AS TEXT) FROM audit_log'),
    };
    return { head, parts: [] };
  } finally {
    sqlite.close();
  }
});
