/** Has a statement read in a thread of its own, bounded in memory and time. */
import { Refused, readInThread, TookTooMuch } from '../../../../platform/read-in-thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { ReadStatement, StatementHead, StatementOrder } from './read-bytes.ts';
import { type StatementLine, UnreadableStatement } from './statement-line.ts';

/** 50 MB of XML take about half of it. */
const most = { mebibytes: 2_048, ms: 120_000 };
const limits = { memory: `in ${most.mebibytes} MB of memory`, time: 'in two minutes' } as const;
const program = { source: 'statement-thread', program: 'reconcile-reader' };

/** Rejects with UnreadableStatement, or with the signal's reason; then the thread is gone. */
export async function readStatement(
  order: StatementOrder,
  signal: AbortSignal,
  log: Pick<Log, 'error'>,
): Promise<ReadStatement> {
  try {
    const { head, items } = await readInThread<StatementHead, StatementLine>({
      program: programOfThread(program, import.meta.url),
      data: order,
      most,
      signal,
    });
    return { head, lines: items };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof Refused) throw new UnreadableStatement(error.message);
    if (error instanceof TookTooMuch) {
      throw new UnreadableStatement(
        `The file contains more than Causeway can read ${limits[error.of]}. Split it into several.`,
      );
    }
    log.error({ err: error }, 'a statement could not be read');
    throw new UnreadableStatement(
      'The file can’t be read. The log has the details. Download it again.',
    );
  }
}
