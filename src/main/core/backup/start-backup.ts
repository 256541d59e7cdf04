/** Writes a backup in a thread of its own, which ends with it. */
import { rmSync } from 'node:fs';
import { overwrite } from '../../../platform/overwrite.ts';
import { withSharedKeys } from '../../../platform/shared-keys.ts';
import { startThread } from '../../../platform/thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import { asBackupError } from './backup-error.ts';
import type { Tidying } from './thinning.ts';
import {
  type BackupOrder,
  type BackupProgress,
  unfinishedOf,
  type WrittenBackup,
} from './write-backup.ts';

export interface BackupCalls {
  write(order: BackupOrder, tidying: Tidying | null): TidiedBackup;
}

export interface TidiedBackup extends WrittenBackup {
  /** Failures of tidying the folder afterwards (`tidyFolder`). */
  readonly problems: readonly string[];
}

export interface RunningBackup {
  /** Rejects with BackupError, WrongDatabaseKey, or what the disk says. */
  readonly written: Promise<TidiedBackup>;
  /** Ends it at once, overwrites its keys, and leaves nothing of what it wrote so far. */
  end(): Promise<void>;
}

export function startBackup(
  order: BackupOrder,
  onProgress: (progress: BackupProgress) => void,
  tidying: Tidying | null = null,
): RunningBackup {
  const program = programOfThread(
    { source: 'backup-thread', program: 'backup-writer' },
    import.meta.url,
  );
  const thread = startThread<BackupCalls, BackupProgress>({
    name: 'thread of backups',
    program,
    onNews: onProgress,
  });
  const keys: Uint8Array[] = [];
  const unfinished = unfinishedOf(order);
  let isWhole = false;
  const end = async (): Promise<void> => {
    await thread.end();
    overwrite(...keys);
    if (isWhole) return;
    // A thread that is ended puts nothing away. A folder that went away meanwhile is tidied by the next backup.
    try {
      rmSync(unfinished, { force: true });
    } catch {}
  };
  const call = thread.call('write', [withSharedKeys(order, keys), tidying]);
  const write = async (): Promise<TidiedBackup> => {
    try {
      const written = await call;
      isWhole = true;
      return written;
    } catch (error) {
      throw asBackupError(error);
    } finally {
      await end();
    }
  };
  return { written: write(), end };
}
