/** Writes rows into a file: CSV line by line, XLSX in a thread of its own. */

import { Worker } from 'node:worker_threads';
import { nextTurn } from '../../../../platform/slices.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import { byteOrderMark, csvLines } from '../../../core/exports/csv-lines.ts';
import type { Writing } from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import type { RowSource } from './sheet-rows.ts';
import type { XlsxAnswer, XlsxMessage } from './xlsx-thread.ts';

const program = { source: 'xlsx-thread', program: 'bulk-xlsx' };

export type RowsFormat = 'csv' | 'xlsx';

/** Resolves to a whole file; otherwise rejects and leaves nothing behind (FileOrder.write). */
export async function writeRows<File extends WritableFile>(
  source: RowSource,
  format: RowsFormat,
  { open, signal, onProgress }: Writing<File>,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  let done = 0;
  const step = async (rows: number): Promise<void> => {
    done += rows;
    onProgress(done, source.total);
    await nextTurn();
    signal.throwIfAborted();
  };
  try {
    if (format === 'csv') {
      await file.write(byteOrderMark + csvLines([source.headings]));
      for (const part of source.parts()) {
        await file.write(csvLines(part));
        await step(part.length);
      }
    } else {
      await file.write(await inThread(source, step, signal));
    }
    signal.throwIfAborted();
    await file.finish();
    return { file, done };
  } catch (error) {
    await file.discard();
    throw error;
  }
}

async function inThread(
  source: RowSource,
  step: (rows: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const thread = new Worker(programOfThread(program, import.meta.url), { env: {} });
  const answer = Promise.withResolvers<XlsxAnswer>();
  const onAbort = () => answer.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  thread.once('message', answer.resolve);
  thread.once('error', answer.reject);
  thread.once('exit', () => answer.reject(new Error('The thread that makes an XLSX file ended.')));
  // Looked at below; it may fail before that.
  answer.promise.catch(() => undefined);
  const say = (message: XlsxMessage) => thread.postMessage(message);
  try {
    say({ kind: 'rows', rows: [source.headings] });
    say({ kind: 'notes', rows: source.notes });
    for (const rows of source.parts()) {
      say({ kind: 'rows', rows });
      await step(rows.length);
    }
    say({ kind: 'finish' });
    const made = await answer.promise;
    if ('error' in made) throw new Error(made.error);
    return made.bytes;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await thread.terminate();
  }
}
