/** Writes a backup in a thread of its own, which ends with it. */
import { startThread } from '../../../platform/thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import { BackupError, type BackupErrorCode } from './backup-error.ts';
import type { BackupOrder, BackupProgress, WrittenBackup } from './write-backup.ts';

export interface BackupCalls {
  write(order: BackupOrder): WrittenBackup;
}

export interface RunningBackup {
  /** Rejects with BackupError, WrongDatabaseKey, or what the disk says. */
  readonly written: Promise<WrittenBackup>;
  /** Ends it at once; what it wrote so far is no backup. */
  end(): Promise<void>;
}

export function startBackup(
  order: BackupOrder,
  onProgress: (progress: BackupProgress) => void,
): RunningBackup {
  const program = programOfThread(
    { source: 'backup-thread', program: 'backup-writer' },
    import.meta.url,
  );
  const thread = startThread<BackupCalls, BackupProgress>({
    ...{ name: 'thread of backups', program, onNews: onProgress },
  });
  const written = thread
    .call('write', [order])
    .catch((error: Error & { code?: BackupErrorCode }) => {
      throw error.name === 'BackupError' && error.code !== undefined
        ? new BackupError(error.code, error.message, { cause: error })
        : error;
    })
    .finally(() => thread.end());
  return { written, end: () => thread.end() };
}
