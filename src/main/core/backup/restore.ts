/** Brings a backup into an empty data directory. Nothing that is there is overwritten. */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  makeFolder,
  readIfPresent,
  removeTree,
  syncDirectory,
  writeDurably,
} from '../../../platform/durable-file.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { moveFile } from '../../../platform/move-file.ts';
import { makePrivate } from '../../../platform/private-file.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { restoring } from '../profiles/data-directory.ts';
import { markRestored } from '../profiles/restored-mark.ts';
import { writeRecoveryCopy } from '../vault/recovery-copy.ts';
import { prepareSealedFile } from '../vault/sealed-file.ts';
import { BackupError } from './backup-error.ts';
import { type BackupContents, readBackup } from './check-backup.ts';
import { type Entry, type EntrySink, isPlainPath } from './entries.ts';
import type { BackupHeader } from './header.ts';

export interface RestoreOrder {
  readonly file: string;
  readonly key: Uint8Array;
  readonly dataDir: string;
  /** Seals the keys that the backup holds, for the next start. */
  readonly passphrase: string;
  readonly random: Random;
  /** Files that come along, by their names. @param secrets of the backup, by name in the vault */
  readonly beside?: (secrets: ReadonlyMap<string, string>) => ReadonlyMap<string, Uint8Array>;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Restored {
  readonly head: BackupHeader;
  readonly contents: BackupContents;
}

/** Throws BackupError `not-empty` where the folder holds anything but what a restore that was cut off put there. */
export function requireEmpty(dataDir: string): void {
  const moved = movedInto(dataDir);
  const found = namesIn(dataDir).filter((name) => !name.startsWith(restoring) && !moved.has(name));
  if (found.length === 0) return;
  const sentence = `There is data in ${dataDir} already, and nothing is overwritten. Choose a new folder with --data-dir.`;
  throw new BackupError('not-empty', sentence);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** In a folder that a restore works in, from before the first move on: the names that it moves. */
const movesFile = '.moves';

/** What restores that were cut off may have moved already; nothing once one came to its end. */
function movedInto(dataDir: string): ReadonlySet<string> {
  const names = namesIn(dataDir);
  if (names.includes(lastFile)) return new Set();
  return new Set(
    names
      .filter((name) => name.startsWith(restoring))
      .map((name) => readIfPresent(join(dataDir, name, movesFile)))
      .flatMap((bytes) =>
        Buffer.from(bytes ?? [])
          .toString()
          .split('\n'),
      ),
  );
}

/** What was cut off goes, and what tells of it goes last. */
function removeCutOff(dataDir: string): void {
  const names = namesIn(dataDir).toSorted(
    (one, other) => Number(one.startsWith(restoring)) - Number(other.startsWith(restoring)),
  );
  for (const name of names) removeTree(join(dataDir, name));
}

/**
 * All of it beside, authenticated and on the disk; then in place, `installation.json` last: until that is
 * there, no start takes it for an installation, and the restore can be run again. Throws BackupError.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Restored> {
  const { dataDir, random } = order;
  requireEmpty(dataDir);
  makeFolder(dataDir);
  removeCutOff(dataDir);
  const beside = join(dataDir, `${restoring}${randomHex(random, 4)}`);
  mkdirSync(beside, { mode: 0o700 });
  let restored: Restored;
  try {
    restored = await restoreBeside(beside, order);
  } catch (error) {
    removeTree(beside);
    throw error;
  }
  moveInPlace(beside, dataDir);
  removeTree(beside);
  return restored;
}

async function restoreBeside(beside: string, order: RestoreOrder): Promise<Restored> {
  const { file, key, passphrase, random } = order;
  // In a thread of the system, while this one reads.
  const preparing = prepareSealedFile({ path: join(beside, 'vault.sealed'), passphrase, random });
  preparing.catch(() => undefined);
  const { head, contents, secrets } = readBackup(
    file,
    key,
    (entry) => fileSink(beside, entry),
    order.onProgress,
  );
  for (const id of namesIn(join(beside, 'profiles'))) markRestored(join(beside, 'profiles', id));
  (await preparing)(secrets).close();
  writeRecoveryCopy(join(beside, 'recovery.sealed'), secrets, random);
  for (const [name, content] of order.beside?.(secrets) ?? [])
    writeDurably(join(beside, name), content);
  return { head, contents };
}

/** Where it is cut off, what it worked in stays: it tells what to put away. */
function moveInPlace(beside: string, dataDir: string): void {
  const names = readdirSync(beside).toSorted(
    (one, other) => Number(one === lastFile) - Number(other === lastFile),
  );
  writeDurably(join(beside, movesFile), names.join('\n'));
  // Its own name is on the disk with what it lists.
  syncDirectory(dataDir);
  for (const name of names) {
    // What the last one vouches for is on the disk before it.
    if (name === lastFile) syncDirectory(dataDir);
    moveFile(join(beside, name), join(dataDir, name));
  }
  syncDirectory(dataDir);
}

const lastFile = 'installation.json';

/** Writes a file of a backup below the folder. Throws BackupError where its name leads elsewhere. */
export function fileSink(folder: string, { path }: Entry): EntrySink {
  if (!isPlainPath(path)) {
    throw new BackupError('damaged', 'This backup holds a file whose name leads elsewhere.');
  }
  const target = join(folder, ...path.split('/'));
  makeFolder(dirname(target));
  makePrivate(target);
  const file = openSync(target, 'r+');
  return {
    write(bytes) {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(file, bytes, written);
      }
    },
    end() {
      fsyncSync(file);
      closeSync(file);
      syncDirectory(dirname(target));
    },
  };
}
