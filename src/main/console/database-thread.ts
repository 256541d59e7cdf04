/**
 * The program of the threads that work on a database beside its session (database-work.ts). One for all of them:
 * they share most of what they are made of.
 */
import { type RekeyOrder, rekeyFile } from '../../platform/rekey-file.ts';
import { serveThread } from '../../platform/thread.ts';
import { eraseCalls } from './erasure/erase-records.ts';
import { handoverCalls } from './handover/handover-calls.ts';
import { repairCalls } from './repair/repair-calls.ts';
import { listDeliveries, nextDeliveries } from './restore-beside/backup-deliveries.ts';
import { mergeProfile, stampProfile } from './restore-beside/merge-profile.ts';
import { copyDatabase, type StageOrder, stageBackup } from './restore-beside/stage.ts';

type Say = (bytes: number) => void;

/**
 * What takes long of a restore: in a thread, or in a process that nothing else waits for.
 * `say`: bytes gone through since the last call.
 */
const mergeCalls = (say: (bytes: number) => void) => ({
  stage: (order: StageOrder) => stageBackup(order, say),
  copy: copyDatabase,
  merge: mergeProfile,
  stamp: stampProfile,
  listDeliveries,
  nextDeliveries,
});

/** By what a thread is for; `say` tells bytes gone through since the last call. */
const works = {
  erase: () => eraseCalls,
  handOver: () => handoverCalls(),
  merge: mergeCalls,
  rekey: (say: Say) => ({ rekey: (order: RekeyOrder) => rekeyFile(order, say) }),
  repair: () => repairCalls,
};

export type DatabaseCalls = {
  readonly [Of in keyof typeof works]: ReturnType<(typeof works)[Of]>;
};

serveThread<keyof DatabaseCalls, number>(({ data, say }) => works[data](say));
