/** Small files that are either the old or the new content, whatever happens in between. */
import {
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from './error-code.ts';
import { moveFile, moveFileLater } from './move-file.ts';

/**
 * Replaces the file: written beside it, synced, renamed over it, and the rename synced too. Synchronous, so
 * that two writes of one file keep their order. `mode` is octal.
 */
export function writeDurably(path: string, content: Uint8Array | string, mode = 0o600): void {
  const beside = `${path}.new`;
  try {
    // A leftover of a crash may have another mode; 'wx' below then sets ours.
    rmSync(beside, { force: true });
    const file = openSync(beside, 'wx', mode);
    try {
      writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    moveFile(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/** Deletes the file, and syncs that where the disk lets it. Throws only while the file is still there. */
export function removeDurably(path: string): void {
  rmSync(path, { force: true });
  try {
    syncDirectory(dirname(path));
  } catch {
    // It is gone all the same.
  }
}

/** Deletes a file, or a folder and all in it; nothing where it is absent. Windows refuses while a scanner reads in it: it is tried again. */
export const removeTree = (path: string): void =>
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });

/** Makes the folder, owner-only, and any missing parents; their names are synced too. */
export function makeFolder(path: string): void {
  let made = resolve(path);
  const first = mkdirSync(made, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (; made.length >= first.length && made !== dirname(made); made = dirname(made)) {
    syncDirectory(dirname(made));
  }
}

/** Windows has no such flag, and lets few users make links. */
const notThroughLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

/** The file's bytes; null when it is absent. A link is an error: ELOOP. */
export function readIfPresent(path: string): Uint8Array | null {
  try {
    return readFileSync(path, { flag: notThroughLinks as never });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    // The error for a folder at this path names no path.
    throw Object.assign(error as Error, { path });
  }
}

/** Makes the names in a directory durable. Windows can't; there NTFS logs a rename. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** As writeDurably, off the main thread; of two at once for one file, the caller keeps the order. */
export async function writeDurablyLater(path: string, content: string): Promise<void> {
  const beside = `${path}.new`;
  try {
    await rm(beside, { force: true });
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveFileLater(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
