/** What takes long of a restore: in a thread, or in a process that nothing else waits for. */
import { mergeProfile, stampProfile } from './merge-profile.ts';
import { copyDatabase, type StageOrder, stageBackup } from './stage.ts';

/** `say`: bytes gone through since the last call. */
export const mergeCalls = (say: (bytes: number) => void) => ({
  stage: (order: StageOrder) => stageBackup(order, say),
  ...{ copy: copyDatabase, merge: mergeProfile, stamp: stampProfile },
});
