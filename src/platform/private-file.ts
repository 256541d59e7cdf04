/** Files for their owner alone, before anything is in them. */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { NotOurs, ownEntry } from './own-tree.ts';

/**
 * Makes the file, empty, when it is absent, and keeps everybody but its owner out. SQLite would let
 * others read what it makes itself, and gives a log and an index the mode of their database. A file
 * that is there is not opened: closing it again would end the locks of this process on it. Throws
 * NotOurs where it is a link, another user's, or no file.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (ownEntry(file)?.isFile() === false) throw new NotOurs(`${file} is no file.`);
    chmodSync(file, 0o600);
  }
}
