/** Reads a file in a thread of its own, bounded in memory and time. */
import { Refused, readInThread, TookTooMuch } from '../../../../platform/read-in-thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { ReadingOrder } from './reading-thread.ts';
import { type Table, type TableRow, UnreadableFile } from './table.ts';

/** Memory of the thread, in MiB: twice what 50,000 rows of every column of a template take. */
const MOST_MEMORY = 640;
/** A file of that size is read in seconds. */
const MOST_MS = 60_000;

const limits = { memory: `in ${MOST_MEMORY} MB of memory`, time: 'in a minute' } as const;

const program = { source: 'reading-thread', program: 'bulk-reader' };

/** Rejects with UnreadableFile, or with the signal's reason; then the thread is gone. */
export async function readFile(
  order: ReadingOrder,
  signal: AbortSignal,
  log: Pick<Log, 'error'>,
): Promise<Table> {
  try {
    const { head, items } = await readInThread<Omit<Table, 'rows'>, TableRow>({
      program: programOfThread(program, import.meta.url),
      data: order,
      most: { mebibytes: MOST_MEMORY, ms: MOST_MS },
      signal,
    });
    return { ...head, rows: items };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof Refused) throw new UnreadableFile(error.message);
    if (error instanceof TookTooMuch) {
      throw new UnreadableFile(
        `The file contains more than Causeway can read ${limits[error.of]}. Save only the rows as a new XLSX file, or as CSV.`,
      );
    }
    log.error({ err: error }, 'a bulk file could not be read');
    throw new UnreadableFile(
      'The file can’t be read. The log has the details. Save the file as CSV or XLSX again.',
    );
  }
}
