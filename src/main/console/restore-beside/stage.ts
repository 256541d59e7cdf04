/** Reads what a restore needs of a backup into a folder; nothing of the installation's own. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { readBackup } from '../../core/backup/check-backup.ts';
import { fileSink } from '../../core/backup/restore.ts';
import { withSnapshot } from '../../core/backup/snapshot.ts';
import { isKeyName } from '../../core/vault/key-names.ts';
import type { DatabaseFile } from '../database-file.ts';

export interface StageOrder {
  readonly file: string;
  readonly key: Uint8Array;
  readonly folder: string;
}

const toldBytes = 8 * 1024 * 1024;
const wanted =
  /^(?:profiles\.json|inbox\.db(?:-wal)?|anchors\/[\w-]+\.json|profiles\/[\w-]+\/records\.db(?:-wal)?)$/;

/** Gives the backup's keys by their names; `say` is told the bytes gone through since it was last. Throws BackupError; every block was proved where it does not. */
export function stageBackup(
  { file, key, folder }: StageOrder,
  say: (bytes: number) => void,
): Readonly<Record<string, string>> {
  let told = 0;
  const { secrets } = readBackup(
    ...[file, key],
    (entry) =>
      wanted.test(entry.path)
        ? fileSink(folder, entry)
        : { write: () => undefined, end: () => undefined },
    (done) => {
      if (done - told < toldBytes) return;
      say(done - told);
      told = done;
    },
  );
  return Object.fromEntries([...secrets].filter(([name]) => isKeyName(name)));
}

/** A copy of a database that may be in use, to try on. */
export function copyDatabase({ file, key }: DatabaseFile, to: string): void {
  withSnapshot(file, key, (files) => {
    for (const { suffix, read } of files) {
      const copy = openSync(`${to}${suffix}`, 'wx', 0o600);
      try {
        read((bytes) => {
          for (let written = 0; written < bytes.length; )
            written += writeSync(copy, bytes, written);
        });
      } finally {
        closeSync(copy);
      }
    }
  });
}
