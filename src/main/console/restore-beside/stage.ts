/** Reads what a restore needs of a backup into a folder; nothing of the installation's own. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { BackupError } from '../../core/backup/backup-error.ts';
import { readBackup } from '../../core/backup/check-backup.ts';
import { fileSink } from '../../core/backup/restore.ts';
import { withSnapshot } from '../../core/backup/snapshot.ts';
import { isInBackup } from '../../core/vault/key-record.ts';
import type { DatabaseFile } from '../database-file.ts';

export interface StageOrder {
  readonly file: string;
  readonly key: Uint8Array;
  readonly folder: string;
  /** Digest of what a person was shown of it; null where nobody was. */
  readonly shown: string | null;
}

export interface Staged {
  /** Keys of the backup and modes of its profiles, by their names. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Digest of all that was staged. */
  readonly digest: string;
}

const toldBytes = 8 * 1024 * 1024;
const wanted =
  /^(?:profiles\.json|inbox\.db(?:-wal)?|anchors\/[\w-]+\.json|profiles\/[\w-]+\/records\.db(?:-wal)?)$/;

/** `say` is told the bytes gone through since it was last. Throws BackupError; every block was proved where it does not. */
export function stageBackup(
  { file, key, folder, shown }: StageOrder,
  say: (bytes: number) => void,
): Staged {
  let told = 0;
  const hash = createHash('sha256');
  const { secrets: all } = readBackup(
    file,
    key,
    (entry) => {
      if (!wanted.test(entry.path)) return { write: () => undefined, end: () => undefined };
      hash.update(`${JSON.stringify(entry)}\n`);
      const sink = fileSink(folder, entry);
      return {
        write(bytes) {
          hash.update(bytes);
          sink.write(bytes);
        },
        end: sink.end,
      };
    },
    (done) => {
      if (done - told < toldBytes) return;
      say(done - told);
      told = done;
    },
  );
  const secrets = Object.fromEntries([...all].filter(([name]) => isInBackup(name)));
  const digest = hash.update(JSON.stringify(secrets)).digest('hex');
  if (shown === null || shown === digest) return { secrets, digest };
  throw new BackupError(
    'damaged',
    'Another file is in the place of this backup since you were shown what it would add. Nothing was restored. Start over in Causeway.',
  );
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
