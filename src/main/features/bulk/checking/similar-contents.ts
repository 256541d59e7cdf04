/** Finds customers without email by what would be sent, because nothing else tells two of them apart. */
import { z } from 'zod';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { intentsOfContent } from '../../../core/intents/similar-intents.ts';
import type { Alike } from './check-table.ts';

const waitingRows = z.array(z.object({ input: z.string(), id: z.string() }));

/**
 * What these contents would be a second of, newest first: intents that are under way, created, found
 * or may exist, then rows that a run of before has still to send.
 *
 * @param contents canonical JSON of inputs of createCustomer, as the journal and runs keep them
 */
export function similarContents(sqlite: Sqlite, contents: readonly string[]): Map<string, Alike> {
  const found = new Map<string, Alike>();
  if (contents.length === 0) return found;
  const wanted = JSON.stringify(contents);
  const waiting = sqlite.all(
    `SELECT bulk_rows.input, bulk_runs.id FROM bulk_rows JOIN bulk_runs ON bulk_runs.number = run
     WHERE fingerprint IS NULL AND input IN (SELECT value FROM json_each(?))
       AND bulk_rows.state = 'waiting' AND kind = 'customer' AND bulk_runs.state <> 'preparing'`,
    [wanted],
  );
  for (const { input, id } of waitingRows.parse(waiting)) found.set(input, { kind: 'run', id });
  for (const intent of intentsOfContent(sqlite, 'createCustomer', contents).toReversed()) {
    const { content, key, resourceId } = intent;
    found.set(
      content,
      resourceId === null ? { kind: 'intent', id: key } : { kind: 'record', id: resourceId },
    );
  }
  return found;
}
