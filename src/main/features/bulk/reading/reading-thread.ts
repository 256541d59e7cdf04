/** The program of the thread that reads a file: a hostile one may cost it its life, and main nothing. */

import type { BulkKind } from '../../../../bridge/bulk.ts';
import { type Answer, Refused, serveReading } from '../../../../platform/read-in-thread.ts';
import { inParts } from '../../../../platform/slices.ts';
import { delimiterOf, headingAt } from './heading.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { type Table, type TableRow, UnreadableFile } from './table.ts';

export interface ReadingOrder {
  /** Whose names of columns tell where the headings stand. */
  readonly kind: BulkKind;
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'xlsx';
  readonly sheet: string | null;
  readonly maxTableRows: number;
}

/** Cells of one message: main takes them in a few milliseconds. */
const CELLS_OF_PART = 8_000;

async function read({
  kind,
  bytes,
  format,
  sheet,
  maxTableRows,
}: ReadingOrder): Promise<Answer<Omit<Table, 'rows'>, TableRow>> {
  try {
    const told = { headingAt: headingAt(kind), delimiterOf: delimiterOf(kind) };
    const { rows, ...head } =
      format === 'csv'
        ? readCsv(bytes, maxTableRows, told)
        : await readXlsx(bytes, maxTableRows, sheet, told.headingAt);
    const size = Math.max(1, Math.floor(CELLS_OF_PART / Math.max(1, head.headings.length)));
    return { head, parts: inParts(rows, size) };
  } catch (error) {
    throw error instanceof UnreadableFile ? new Refused(error.message) : error;
  }
}

serveReading(read);
