/**
 * The program of the threads that work on a database beside its session, which takes longer than main may wait.
 * One for all of them: they share most of what they are made of.
 */
import { type RekeyOrder, rekeyFile } from '../../platform/rekey-file.ts';
import { serveThread } from '../../platform/thread.ts';
import type { DatabaseWork } from './database-program.ts';
import { eraseCalls } from './erasure/erase-records.ts';
import { handoverCalls } from './handover/handover-calls.ts';
import { repairCalls } from './repair/repair-calls.ts';
import { mergeCalls } from './restore-beside/merge-calls.ts';

export interface RekeyCalls {
  /** Tells bytes gone through, as rekeyFile does. */
  rekey(order: RekeyOrder): void;
}

const works: Readonly<Record<DatabaseWork, (say: (bytes: number) => void) => object>> = {
  erase: () => eraseCalls,
  handOver: handoverCalls,
  merge: () => mergeCalls,
  rekey: (say): RekeyCalls => ({ rekey: (order) => rekeyFile(order, say) }),
  repair: () => repairCalls,
};

serveThread<DatabaseWork, number>(({ data, say }) => works[data](say));
