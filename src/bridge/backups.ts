/** Backups: one encrypted file each, in a folder that a person chose. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, continuesConfirmed, reads } from './procedure.ts';
import { instant } from './scalars.ts';

export const backupsView = z.object({
  /** null where none was chosen: then none is made by itself. */
  folder: z.string().nullable(),
  /** A backup is also made after so many requests; null for daily alone. */
  everyRequests: z.int().nullable(),
  /** The newest backup that was written and read back; null where there is none. */
  last: z.object({ at: instant, file: z.string(), bytes: z.int() }).nullable(),
  /** Why the newest attempt failed; null where it succeeded. */
  failure: z.object({ at: instant, message: z.string() }).nullable(),
  /** Progress of the backup that is being made; null while none is. */
  running: z
    .object({ step: z.enum(['writing', 'checking']), done: z.int(), total: z.int() })
    .nullable(),
});
export type BackupsView = z.infer<typeof backupsView>;

export const backupsContract = {
  get: reads.output(backupsView),
  /** Opens the document in which a person types the folder. INVALID without a recovery key. */
  chooseFolder: asks.output(openedDocument),
  /** Into the folder that was chosen. Resolves when it has begun; what came of it is told by updates. */
  start: continuesConfirmed.output(backupsView),
  /** Opens the document after which no more are made by themselves. INVALID where none are. */
  turnOff: asks.output(openedDocument),
  /** Opens the document for one backup to any folder, under a passphrase. */
  writeOne: asks.output(openedDocument),
  /** Opens the document that restores a backup beside what is here: first it shows what that would bring. */
  restore: asks.output(openedDocument),
};
