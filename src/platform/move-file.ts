/** Renames, again and again on Windows, which refuses while a virus scanner or an indexer has one of the files open. */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import { errorCode } from './error-code.ts';

/** What Windows says of a file that another program has open; of what stays refused too. */
const refused: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** In milliseconds, one after each attempt but the last: 1.3 s in all. */
const pauses: readonly number[] =
  process.platform === 'win32' ? [10, 20, 40, 80, 160, 320, 640] : [];

export interface MoveParts<Done> {
  readonly pauses: readonly number[];
  readonly rename: (from: string, to: string) => Done;
  readonly pause: (ms: number) => Done;
}

const atOnce: MoveParts<void> = {
  pauses,
  rename: (from, to) => renameSync(from, to),
  pause: (ms) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
};
const inTime: MoveParts<Promise<void>> = { pauses, rename, pause: (ms) => later(ms) };

/** Throws what does not pass. */
function requireRefused(error: unknown): void {
  if (!refused.has(errorCode(error))) throw error;
}

/** As renameSync; on Windows this thread may wait meanwhile. Throws what the last attempt throws. */
export function moveFile(from: string, to: string, parts = atOnce): void {
  for (const ms of parts.pauses) {
    try {
      parts.rename(from, to);
      return;
    } catch (error) {
      requireRefused(error);
      parts.pause(ms);
    }
  }
  parts.rename(from, to);
}

/** As moveFile, while this thread does other work. */
export async function moveFileLater(from: string, to: string, parts = inTime): Promise<void> {
  for (const ms of parts.pauses) {
    try {
      await parts.rename(from, to);
      return;
    } catch (error) {
      requireRefused(error);
      await parts.pause(ms);
    }
  }
  await parts.rename(from, to);
}
