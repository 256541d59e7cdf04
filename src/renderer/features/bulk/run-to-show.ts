/** Which bulk run the frame speaks of. */
import type { BulkRun } from '../../../bridge/bulk.ts';

/** The one that runs, else the newest that waits for someone; null when all are over. */
export const runToShow = (runs: readonly BulkRun[]): BulkRun | null =>
  runs.find(({ state }) => state === 'running') ??
  runs.find(({ state }) => state === 'paused' || state === 'interrupted') ??
  null;
