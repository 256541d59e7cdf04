/** Reads a backup file through: every block authenticated, and what it says that it holds. */
import { closeSync, fstatSync, openSync } from 'node:fs';
import { z } from 'zod';
import { environment } from '../../../bridge/profiles.ts';
import { readJson } from '../../../platform/json-column.ts';
import { BackupError } from './backup-error.ts';
import { readBlocks } from './blocks.ts';
import { contentsEntry, type Entry, type EntrySink, readEntries, secretsEntry } from './entries.ts';
import { type BackupHeader, readHeader } from './header.ts';

const contents = z.strictObject({
  profiles: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      environment,
      /** Known records by kind; null without a database. */
      records: z.record(z.string(), z.int()).nullable().default(null),
    }),
  ),
});
export type BackupContents = z.infer<typeof contents>;
const secretsShape = z.record(z.string(), z.string());

export interface ReadBackup {
  readonly head: BackupHeader;
  readonly bytes: number;
  readonly contents: BackupContents;
  /** By name in the vault. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** The head of the file, before a key for it is known. Throws BackupError. */
export function readBackupHead(path: string): BackupHeader {
  const file = openSync(path, 'r');
  try {
    return readHeader(file).head;
  } finally {
    closeSync(file);
  }
}

/** Reads all of it; every file of it goes to what `open` gives. Throws BackupError. */
export function readBackup(
  path: string,
  key: Uint8Array,
  open: (entry: Entry) => EntrySink,
  onProgress: (done: number, total: number) => void = () => undefined,
): ReadBackup {
  const file = openSync(path, 'r');
  try {
    const { head, ...encoded } = readHeader(file);
    const { size: bytes } = fstatSync(file);
    let secrets: Record<string, string> | null = null;
    let held: BackupContents | null = null;
    let done = 0;
    readEntries(
      readBlocks(file, encoded, key),
      (entry) => {
        if (entry.path === secretsEntry) {
          return textSink((text) => {
            secrets = readJson(secretsShape, text);
          });
        }
        if (entry.path !== contentsEntry) return open(entry);
        return textSink((text) => {
          held = readJson(contents, text);
        });
      },
      (count) => {
        done += count;
        onProgress(done, bytes);
      },
    );
    if (secrets === null || held === null) {
      throw new BackupError('damaged', 'This backup lacks its list of contents.');
    }
    return { head, bytes, contents: held, secrets: new Map(Object.entries(secrets)) };
  } finally {
    closeSync(file);
  }
}

/** Reads it and keeps nothing. Throws BackupError. */
export const checkBackup = (
  path: string,
  key: Uint8Array,
  onProgress?: (done: number, total: number) => void,
): ReadBackup =>
  readBackup(path, key, () => ({ write: () => undefined, end: () => undefined }), onProgress);

function textSink(take: (text: string) => void): EntrySink {
  const pieces: Buffer[] = [];
  return {
    write: (bytes) => void pieces.push(Buffer.from(bytes)),
    end: () => take(Buffer.concat(pieces).toString()),
  };
}
