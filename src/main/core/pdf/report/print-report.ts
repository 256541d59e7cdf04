/** Prints a report in a thread of its own. */
import { startThread } from '../../../../platform/thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import type { Report } from './report.ts';
import type { ReportCalls } from './report-calls.ts';

/** V8's own share of the thread's memory, in MiB. */
const limits = { maxOldGenerationSizeMb: 768 };

/** Rejects with the signal's reason when it is aborted. */
export type PrintReport = (report: Report, signal: AbortSignal) => Promise<Uint8Array>;

export const printReport: PrintReport = async (report, signal) => {
  const program = programOfThread(
    { source: 'report-thread', program: 'pdf-writer' },
    import.meta.url,
  );
  const { call, end } = startThread<ReportCalls>({ name: 'thread of reports', program, limits });
  try {
    return await call('print', [report], { signal });
  } finally {
    await end();
  }
};
