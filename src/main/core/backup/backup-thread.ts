/** The program of the thread that writes backups: a gigabyte takes longer than main may wait. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import type { BackupCalls } from './start-backup.ts';
import { tidyFolder } from './thinning.ts';
import { type BackupProgress, writeBackup } from './write-backup.ts';

serveThread<undefined, BackupProgress>(
  ({ say }): Offer<BackupCalls> => ({
    write(order, tidying) {
      const written = writeBackup(order, say);
      return { ...written, problems: tidying === null ? [] : tidyFolder(order, tidying) };
    },
  }),
);
