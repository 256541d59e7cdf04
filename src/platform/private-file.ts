/** Files that are owner-only before they have content. */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { NotOurs, ownEntry } from './own-tree.ts';

/**
 * Makes the file, empty and owner-only, when it is absent. SQLite would let others read the files it makes,
 * and gives a log and an index the mode of their database. An existing file is not opened: closing it would
 * end this process's locks on it. Throws NotOurs where it is a link, another user's, or not a file.
 */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    if (ownEntry(file)?.isFile() === false) throw new NotOurs(`${file} is not a file.`);
    chmodSync(file, 0o600);
  }
}

/** By the file's mode; Windows has none. */
export const othersMayRead = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;
