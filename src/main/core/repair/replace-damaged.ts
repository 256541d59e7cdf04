/**
 * Puts a new database in the place of a damaged one, whose files are moved whole and never changed:
 *
 *     new one on the disk ──▶ repair.json ──▶ log, index and database moved beside ──▶ new one in place
 *
 * A stop in between is gone on from by the next start, before anything is opened.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  makeFolder,
  readIfPresent,
  removeDurably,
  syncDirectory,
  writeDurably,
} from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { moveFile } from '../../../platform/move-file.ts';

const moves = z.strictObject({
  version: z.literal(1),
  /** Paths below the data directory. */
  file: z.string(),
  made: z.string(),
  folder: z.string(),
});
export type Moves = Omit<z.infer<typeof moves>, 'version'>;

/** Begins the names of folders that a repair works in. */
export const repairing = '.repairing-';

const noteIn = (dataDir: string): string => join(dataDir, 'repair.json');

/** What `made` holds is on the disk. */
export function replaceDamaged(dataDir: string, wanted: Moves): void {
  makeFolder(join(dataDir, wanted.folder));
  writeDurably(noteIn(dataDir), `${JSON.stringify({ version: 1, ...wanted })}\n`);
  finishRepair(dataDir);
}

/** Goes on with what was cut off. Throws what the disk says, and RepairNoteDamaged. */
export function finishRepair(dataDir: string): void {
  const bytes = readIfPresent(noteIn(dataDir));
  if (bytes === null) return;
  const { file, made, folder } = readMoves(dataDir, bytes);
  const from = join(dataDir, file);
  const kept = join(dataDir, folder, file.split('/').at(-1) ?? '');
  // The database last: what is without its log was never opened.
  for (const ending of ['-wal', '-shm', '']) {
    const isMoved = existsSync(`${kept}${ending}`);
    if (!isMoved && existsSync(`${from}${ending}`))
      moveFile(`${from}${ending}`, `${kept}${ending}`);
  }
  syncDirectory(dirname(kept));
  if (existsSync(join(dataDir, made))) moveFile(join(dataDir, made), from);
  syncDirectory(dirname(from));
  removeDurably(noteIn(dataDir));
}

/** Which files a repair was moving can't be read; a person has to see to it. */
export class RepairNoteDamaged extends Error {
  override readonly name = 'RepairNoteDamaged';
}

function readMoves(dataDir: string, bytes: Uint8Array): Moves {
  try {
    return readJson(moves, bytes);
  } catch (cause) {
    const sentence = `The file ${noteIn(dataDir)} is damaged. It says which database a repair was replacing: its files are in a folder damaged-… beside, the new one is made.db in a folder ${repairing}…. Move what is missing in place yourself, then delete the file.`;
    throw new RepairNoteDamaged(sentence, { cause });
  }
}
