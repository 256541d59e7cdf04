/** The program of the thread that writes backups: a gigabyte takes longer than main may wait. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import type { BackupCalls } from './start-backup.ts';
import { type BackupProgress, writeBackup } from './write-backup.ts';

serveThread<undefined, BackupProgress>(
  ({ say }): Offer<BackupCalls> => ({ write: (order) => writeBackup(order, say) }),
);
