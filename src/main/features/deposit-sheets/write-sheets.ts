/** Writes an order of sheets into a file, a few accounts at a time. */
import type { Writing } from '../../core/exports/export-files.ts';
import type { WritableFile } from '../../core/exports/places.ts';
import { type Failed, invalid } from '../../core/intents/failed.ts';
import { type AccountReads, checkRows } from './accounts-of.ts';
import type { SheetContent } from './types.ts';
import type { LeftOut, SheetOrder, Written } from './writing/orders.ts';
import type { SheetThread, StartThread } from './writing/start-thread.ts';

/** Accounts that the thread gets at a time. */
const GROUP = 20;
/** Bytes that are written at a time. */
const PIECE = 1024 * 1024;

export interface WriteParts {
  readonly reads: AccountReads;
  readonly startThread: StartThread;
}

/**
 * Resolves to a whole file and how many sheets it holds, at least one. Otherwise rejects, with the
 * signal's reason when it was aborted, and leaves nothing behind. Tells each account that is left out.
 */
export async function writeSheets<File extends WritableFile>(
  { reads, startThread }: WriteParts,
  order: SheetOrder,
  ids: readonly string[],
  writing: Writing<File> & { readonly onLeftOut: (leftOut: LeftOut) => void },
): Promise<{ readonly file: File; readonly done: number }> {
  const { signal, onProgress, onLeftOut } = writing;
  const thread = startThread();
  const stop = (): void => void thread.end();
  signal.addEventListener('abort', stop, { once: true });
  let file: File | null = null;
  let last: LeftOut | null = null;
  let refused = 0;
  try {
    signal.throwIfAborted();
    file = await writing.open();
    await thread.begin(order);
    const leaveOut = (leftOut: LeftOut): void => {
      refused += 1;
      last = leftOut;
      onLeftOut(leftOut);
    };
    let seen = 0;
    for await (const { contents, leftOut } of groupsOf(ids, reads, signal)) {
      leftOut.forEach(leaveOut);
      seen += contents.length + leftOut.length;
      const written = await thread.add(contents);
      written.leftOut.forEach(leaveOut);
      await writePieces(file, written, signal);
      onProgress(seen, ids.length);
    }
    const done = ids.length - refused;
    if (done === 0) throw nothingLeft(ids.length, last);
    await writePieces(file, await thread.finish(), signal);
    signal.throwIfAborted();
    await file.finish();
    return { file, done };
  } catch (error) {
    await file?.discard();
    // The thread ends when it is stopped, which is no failure of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.end();
  }
}

interface Group {
  readonly contents: SheetContent[];
  readonly leftOut: LeftOut[];
}

async function* groupsOf(
  ids: readonly string[],
  reads: AccountReads,
  signal: AbortSignal,
): AsyncGenerator<Group, void, void> {
  let group: Group = { contents: [], leftOut: [] };
  for await (const judged of checkRows(ids, reads, signal)) {
    if ('content' in judged) group.contents.push(judged.content);
    else group.leftOut.push(judged.leftOut);
    if (group.contents.length < GROUP) continue;
    yield group;
    group = { contents: [], leftOut: [] };
  }
  if (group.contents.length + group.leftOut.length > 0) yield group;
}

async function writePieces(
  file: WritableFile,
  { pieces }: Written,
  signal: AbortSignal,
): Promise<void> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PIECE) {
      signal.throwIfAborted();
      await file.write(piece.subarray(at, at + PIECE));
    }
  }
}

function nothingLeft(total: number, last: LeftOut | null): Failed {
  const why = last === null ? '' : ` ${last.reasons.join(' ')}`;
  const sentence =
    total === 1
      ? `No sheet was made.${why}`
      : `No sheet was made: none of the ${total.toLocaleString('en-US')} accounts can get one. The list shows why.`;
  return invalid(sentence, 'all-left-out');
}

/** A thread for one question. */
export async function ask<Result>(
  startThread: StartThread,
  question: (thread: SheetThread) => Promise<Result>,
): Promise<Result> {
  const thread = startThread();
  try {
    return await question(thread);
  } finally {
    await thread.end();
  }
}
