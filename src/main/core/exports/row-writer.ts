/** Rows into a file: CSV line by line, XLSX in a thread of its own. */
import { startThread } from '../../../platform/thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';
import type { KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import { withoutKnown } from '../foundation/secrets/without-known.ts';
import { byteOrderMark, type Cell, csvLines, csvMediaType } from './csv-lines.ts';
import type { WritableFile } from './places.ts';
import type { XlsxCalls } from './xlsx-thread.ts';

export type RowsFormat = 'csv' | 'xlsx';

/** Media types. */
export const rowsTypes: Readonly<Record<RowsFormat, string>> = {
  csv: csvMediaType,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Rows = readonly (readonly Cell[])[];

export interface RowWriter {
  add(rows: Rows): Promise<void>;
  /** Everything is in the file. `notes`: a second sheet of an XLSX file; left out of CSV. */
  end(notes?: Rows): Promise<void>;
  /** Lets go of what is held. Idempotent, at any time. */
  close(): Promise<void>;
}

export interface RowWriterParts {
  readonly file: WritableFile;
  /** Cut by value out of every cell. */
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly signal: AbortSignal;
}

const names = { source: 'xlsx-thread', program: 'xlsx-writer' };

/** A writer that has its headings. */
export async function openRowWriter(
  format: RowsFormat,
  headings: readonly string[],
  parts: RowWriterParts,
): Promise<RowWriter> {
  const rows = format === 'csv' ? csvWriter(parts) : xlsxWriter(parts);
  try {
    await rows.add([headings]);
    return rows;
  } catch (error) {
    await rows.close();
    throw error;
  }
}

function csvWriter({ file, known }: RowWriterParts): RowWriter {
  let mark = byteOrderMark;
  return {
    async add(rows) {
      await file.write(mark + csvLines(withoutKnown(rows, known.values())));
      mark = '';
    },
    end: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function xlsxWriter({ file, known, signal }: RowWriterParts): RowWriter {
  const program = programOfThread(names, import.meta.url);
  const thread = startThread<XlsxCalls>({ name: 'thread of an XLSX file', program });
  return {
    add: (rows) => thread.call('addRows', [withoutKnown(rows, known.values())], { signal }),
    async end(notes = []) {
      if (notes.length > 0)
        await thread.call('addNotes', [withoutKnown(notes, known.values())], { signal });
      await file.write(await thread.call('finish', [], { signal }));
    },
    close: () => thread.end(),
  };
}
