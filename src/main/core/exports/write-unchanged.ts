/** A file of what may change while it is written: then it is begun anew. */
import type { Writing } from './export-files.ts';
import type { WritableFile } from './places.ts';

const TRIES = 3;

export interface Unchanged<File extends WritableFile> {
  /**
   * Writes all of it into an empty file. Resolves to how many parts it has, and to null when those are
   * not the ones that were counted: something came between.
   */
  readonly write: (file: File) => Promise<number | null>;
  /** What is thrown when it changed every time. */
  readonly unsettled: () => Error;
}

/**
 * Resolves to a whole, finished file. Otherwise rejects, with the signal's reason when it was aborted,
 * and leaves nothing behind.
 */
export async function writeUnchanged<File extends WritableFile>(
  { open, signal }: Pick<Writing<File>, 'open' | 'signal'>,
  { write, unsettled }: Unchanged<File>,
): Promise<{ readonly file: File; readonly done: number }> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const file = await open();
    try {
      const done = await write(file);
      if (done !== null) {
        signal.throwIfAborted();
        await file.finish();
        return { file, done };
      }
    } catch (error) {
      await file.discard();
      throw error;
    }
    await file.discard();
  }
  throw unsettled();
}
