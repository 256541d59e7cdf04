/** Writes a backup file; synchronous, for a thread of its own. */
import { closeSync, fstatSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../../../platform/durable-file.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { moveFile } from '../../../platform/move-file.ts';
import { makePrivate } from '../../../platform/private-file.ts';
import { isMissingOrEmpty } from '../../../platform/sqlite.ts';
import { BackupError, notWritten } from './backup-error.ts';
import { type BlockWriter, writeBlocks } from './blocks.ts';
import { type BackupContents, checkBackup } from './check-backup.ts';
import { contentsEntry, encodeEntry, isPlainPath, secretsEntry } from './entries.ts';
import { type BackupHeader, encodeHeader } from './header.ts';
import { readThrough, withSnapshot } from './snapshot.ts';

export interface BackupSource {
  /** Path below the data directory, with forward slashes. */
  readonly path: string;
  readonly file: string;
  /** Key of a database; null for other files, and for a database that is copied as it is. */
  readonly key: Uint8Array | null;
}

export interface BackupOrder {
  readonly folder: string;
  readonly name: string;
  readonly head: BackupHeader;
  readonly key: Uint8Array;
  readonly sources: readonly BackupSource[];
  /** Secrets by their names in the vault. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly profiles: BackupContents['profiles'];
}

export interface WrittenBackup {
  readonly file: string;
  readonly bytes: number;
}

/** `checking`: it is read back. */
export interface BackupProgress {
  readonly step: 'writing' | 'checking';
  readonly done: number;
  readonly total: number;
}

/** Where it is until it is whole. */
export const unfinishedOf = ({ folder, name }: Pick<BackupOrder, 'folder' | 'name'>): string =>
  `${join(folder, name)}.part`;

/**
 * Under another name until it is whole, on the disk and read back; then under its own, in one step. Throws
 * BackupError, or WrongDatabaseKey.
 */
export function writeBackup(
  order: BackupOrder,
  onProgress: (progress: BackupProgress) => void = () => undefined,
): WrittenBackup {
  const file = join(order.folder, order.name);
  const beside = unfinishedOf(order);
  try {
    rmSync(beside, { force: true });
    makePrivate(beside);
    const opened = openSync(beside, 'r+');
    try {
      writeInto(opened, order, onProgress);
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    const { bytes } = checkBackup(beside, order.key, (done, total) =>
      onProgress({ step: 'checking', done, total }),
    );
    moveFile(beside, file);
    syncDirectory(order.folder);
    return { file, bytes };
  } catch (error) {
    rmSync(beside, { force: true });
    throw notWritten(error, order.folder);
  }
}

function writeInto(
  opened: number,
  order: BackupOrder,
  onProgress: (progress: BackupProgress) => void,
): void {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const total = order.sources.reduce((sum, { file }) => sum + sizeOf(file), 0);
  let done = 0;
  let told = 0;
  const blocks = writeBlocks(opened, encodeHeader(order.head), order.key);
  const take = (bytes: Uint8Array): void => {
    blocks.write(bytes);
    done += bytes.length;
    if (done - told < total / 200) return;
    told = done;
    onProgress({ step: 'writing', done, total: Math.max(total, done) });
  };
  writeText(blocks, secretsEntry, JSON.stringify(order.secrets));
  const records: Record<string, Readonly<Record<string, number>>> = {};
  for (const source of order.sources) {
    if (!isPlainPath(source.path)) {
      const sentence = `The file “${source.path}” of the data folder has a name that a restore would not take. It is not Causeway’s: move it away, or rename it.`;
      throw new BackupError('not-written', sentence);
    }
    const found =
      source.key === null
        ? copyFile(blocks, source, take)
        : copyDatabase(blocks, source, source.key, take);
    if (found !== null) records[source.path] = found;
  }
  const contents: BackupContents = {
    profiles: order.profiles.map((profile) => ({
      ...profile,
      records: records[`profiles/${profile.id}/records.db`] ?? null,
    })),
  };
  writeText(blocks, contentsEntry, JSON.stringify(contents));
  blocks.end();
}

function writeText(blocks: BlockWriter, path: string, text: string): void {
  const content = Buffer.from(text);
  blocks.write(encodeEntry({ path, bytes: content.length }));
  blocks.write(content);
}

type Take = (bytes: Uint8Array) => void;

/** Without them a backup would hide a loss. Any other file goes as Causeway works: marks, anchors, erased profiles. */
const isNeeded = /\.db(?:-wal)?$|^(?:installation|profiles)\.json$/;

/** Throws BackupError where it is needed. */
function passOver({ path }: BackupSource): null {
  if (!isNeeded.test(path)) return null;
  const sentence = `The file “${path}” of the data folder was deleted while the backup was written. If you have just erased or reset its profile, back up again.`;
  throw new BackupError('not-written', sentence);
}

function openIfPresent(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function copyFile(blocks: BlockWriter, source: BackupSource, take: Take): null {
  const { path, file } = source;
  const opened = openIfPresent(file);
  if (opened === null) return passOver(source);
  try {
    const { size: bytes } = fstatSync(opened);
    blocks.write(encodeEntry({ path, bytes }));
    readThrough(opened, bytes, take);
  } finally {
    closeSync(opened);
  }
  return null;
}

function copyDatabase(
  blocks: BlockWriter,
  source: BackupSource,
  key: Uint8Array,
  take: Take,
): Readonly<Record<string, number>> | null {
  const { path, file } = source;
  // Opened, it would get a first page, and its loss be hidden.
  if (isMissingOrEmpty(file)) return passOver(source);
  return withSnapshot(file, key, (files, records) => {
    for (const { suffix, bytes, read } of files) {
      blocks.write(encodeEntry({ path: `${path}${suffix}`, bytes }));
      read(take);
    }
    return records;
  });
}
