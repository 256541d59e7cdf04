/** Which row of which run a request was sent for, also where it sends an earlier one again. */
import { z } from 'zod';
import type { RequestedRow } from '../../../../bridge/unresolved.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';

const found = z
  .object({ id: z.string(), file_name: z.string(), row: z.number() })
  .transform(({ id, file_name, row }): RequestedRow => ({ runId: id, fileName: file_name, row }));

/** null where a form sent it. */
export function rowOfRequest(sqlite: Pick<Sqlite, 'first'>, key: string): RequestedRow | null {
  const row = sqlite.first(
    `WITH RECURSIVE sent (key) AS (
       VALUES (?)
       UNION SELECT intents.repeats FROM intents JOIN sent ON intents.key = sent.key
         WHERE intents.repeats IS NOT NULL)
     SELECT bulk_runs.id, bulk_runs.file_name, bulk_rows.row FROM sent
       JOIN bulk_rows ON bulk_rows.key = sent.key
       JOIN bulk_runs ON bulk_runs.number = bulk_rows.run`,
    [key],
  );
  return row === undefined ? null : found.parse(row);
}
