/** Writes rows into a file: CSV line by line, XLSX in a thread of its own. */

import { nextTurn } from '../../../../platform/slices.ts';
import { startThread } from '../../../../platform/thread.ts';
import { programOfThread } from '../../../../platform/thread-program.ts';
import { byteOrderMark, csvLines } from '../../../core/exports/csv-lines.ts';
import type { Writing } from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import type { RowSource } from './sheet-rows.ts';
import type { XlsxCalls } from './xlsx-thread.ts';

const names = { source: 'xlsx-thread', program: 'bulk-xlsx' };

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
  const program = programOfThread(names, import.meta.url);
  const thread = startThread<XlsxCalls>({ name: 'thread of an XLSX file', program });
  try {
    await thread.call('addRows', [[source.headings]], { signal });
    await thread.call('addNotes', [source.notes], { signal });
    for (const rows of source.parts()) {
      await thread.call('addRows', [rows], { signal });
      await step(rows.length);
    }
    return await thread.call('finish', [], { signal });
  } finally {
    await thread.end();
  }
}
