/** What takes long of a restore: in a thread, or in a process that nothing else waits for. */

import { startThread } from '../../../platform/thread.ts';
import { BackupError, type BackupErrorCode } from '../../core/backup/backup-error.ts';
import { databaseProgram } from '../database-program.ts';
import { mergeProfile, stampProfile } from './merge-profile.ts';
import { copyDatabase, stageBackup } from './stage.ts';

export const mergeCalls = {
  stage: stageBackup,
  copy: copyDatabase,
  merge: mergeProfile,
  stamp: stampProfile,
};
export type MergeCalls = typeof mergeCalls;

/** Rejects with BackupError, or what the disk says. */
export type RunMerge = <Name extends keyof MergeCalls>(
  name: Name,
  ...values: Parameters<MergeCalls[Name]>
) => Promise<ReturnType<MergeCalls[Name]>>;

/** Each in a thread of its own, which ends with it. */
export const mergeInThread: RunMerge = async (name, ...values) => {
  const thread = startThread<MergeCalls>({
    name: 'thread of a restore',
    ...databaseProgram('merge'),
  });
  try {
    return (await thread.call(name, values as never)) as ReturnType<MergeCalls[typeof name]>;
  } catch (error) {
    const { name: kind, code, message } = error as Error & { code?: BackupErrorCode };
    if (kind !== 'BackupError' || code === undefined) throw error;
    throw new BackupError(code, message, { cause: error });
  } finally {
    await thread.end();
  }
};
