/** backups.json: where backups go, and what came of the last. It holds no secret. */
import { z } from 'zod';
import { readIfPresent, writeDurably } from '../../platform/durable-file.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Log } from '../core/foundation/log.ts';
import type { FileProblems } from './file-problems.ts';

const shape = z.strictObject({
  version: z.literal(1),
  folder: z.string().nullable(),
  everyRequests: z.int().min(1).nullable(),
  last: z
    .strictObject({
      at: z.iso.datetime(),
      file: z.string(),
      bytes: z.int(),
      /** Requests stored by then, by profile. */
      requests: z.record(z.string(), z.int()),
    })
    .nullable(),
  failure: z
    .strictObject({
      at: z.iso.datetime(),
      message: z.string(),
      /** Causeway was locked meanwhile: it is done again as soon as it is unlocked. */
      isCut: z.boolean().optional(),
    })
    .nullable(),
});
export type BackupState = Omit<z.infer<typeof shape>, 'version'>;

const none: BackupState = { folder: null, everyRequests: null, last: null, failure: null };

/** One that can't be read is begun again: a person chooses the folder again. */
export function openBackupState(
  file: string,
  log: Pick<Log, 'warn'>,
  onProblem: FileProblems['note'],
) {
  let state = none;
  try {
    const bytes = readIfPresent(file);
    if (bytes !== null) {
      const { version: _, ...read } = readJson(shape, bytes);
      state = read;
    }
  } catch (error) {
    log.warn({ err: error }, 'what is known of backups could not be read');
    onProblem(
      'backups.json',
      'The file can’t be read, so Causeway makes no backups. Choose the folder again under Settings, Backup.',
    );
  }
  return {
    get: () => state,
    change(next: Partial<BackupState>): void {
      state = { ...state, ...next };
      writeDurably(file, `${JSON.stringify({ version: 1, ...state })}\n`);
    },
  };
}
