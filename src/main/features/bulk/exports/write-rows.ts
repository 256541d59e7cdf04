/** Writes rows into a file, part by part. */
import { nextTurn } from '../../../../platform/slices.ts';
import type { Writing } from '../../../core/exports/export-files.ts';
import type { WritableFile } from '../../../core/exports/places.ts';
import { openRowWriter, type RowsFormat } from '../../../core/exports/row-writer.ts';
import type { KnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import type { RowSource } from './sheet-rows.ts';

/**
 * Resolves to a whole file; otherwise rejects and leaves nothing behind (FileOrder.write).
 *
 * @param known cut by value out of every cell
 */
export async function writeRows<File extends WritableFile>(
  source: RowSource,
  format: RowsFormat,
  { open, signal, onProgress }: Writing<File>,
  known: Pick<KnownSecrets, 'values'>,
): Promise<{ readonly file: File; readonly done: number }> {
  const file = await open();
  let done = 0;
  try {
    const rows = await openRowWriter(format, source.headings, { file, known, signal });
    try {
      for (const part of source.parts()) {
        await rows.add(part);
        done += part.length;
        onProgress(done, source.total);
        await nextTurn();
        signal.throwIfAborted();
      }
      await rows.end(source.notes);
    } finally {
      await rows.close();
    }
    signal.throwIfAborted();
    await file.finish();
    return { file, done };
  } catch (error) {
    await file.discard();
    throw error;
  }
}
