/** The program of the thread that makes an XLSX file: text and packing take longer than main may wait. */
import writeXlsxFile from 'write-excel-file/node';
import { Moved, type Offer, serveThread } from '../../../platform/thread.ts';
import { type Cell, isAmount, textOf } from './csv-lines.ts';

type Rows = readonly (readonly Cell[])[];

export interface XlsxCalls {
  addRows(rows: Rows): void;
  addNotes(rows: Rows): void;
  /** The file. */
  finish(): Promise<Uint8Array>;
}

/** Text in every cell: a number would lose digits, and text is never run as a formula. */
const asText = (cell: Cell) => {
  const value = textOf(cell);
  if (value === '') return null;
  // Text by its format too, so that its digits stay when somebody changes the cell.
  return isAmount(cell)
    ? { value, type: String, format: '@', align: 'right' as const }
    : { value, type: String };
};
const asHeading = (cell: Cell) => ({
  value: textOf(cell),
  type: String,
  fontWeight: 'bold' as const,
});

async function made(rows: Rows, notes: Rows): Promise<Uint8Array> {
  const [headings = [], ...body] = rows;
  const data = [headings.map(asHeading), ...body.map((row) => row.map(asText))];
  const columns = headings.map((heading) => ({
    width: Math.min(Math.max(textOf(heading).length + 4, 16), 48),
  }));
  const main = { data, sheet: 'Rows', columns, stickyRowsCount: 1 };
  const more =
    notes.length === 0
      ? []
      : [
          {
            data: notes.map((row) => row.map(asText)),
            sheet: 'Notes',
            columns: [{ width: 40 }, { width: 100 }],
          },
        ];
  return await writeXlsxFile([main, ...more]).toBuffer();
}

serveThread((): Offer<XlsxCalls> => {
  const rows: (readonly Cell[])[] = [];
  const notes: (readonly Cell[])[] = [];
  return {
    addRows: (more) => void rows.push(...more),
    addNotes: (more) => void notes.push(...more),
    async finish() {
      const bytes = new Uint8Array(await made(rows, notes));
      return new Moved(bytes, [bytes.buffer]);
    },
  };
});
