/** The program of the thread that makes an XLSX file: text and packing take longer than main may wait. */
import writeXlsxFile from 'write-excel-file/node';
import { Moved, type Offer, serveThread } from '../../../platform/thread.ts';
import { type Cell, isAmount, textOf } from './csv-lines.ts';
import { isExact } from './harmless.ts';

type Rows = readonly (readonly Cell[])[];

export interface XlsxCalls {
  addRows(rows: Rows): void;
  addNotes(rows: Rows): void;
  /** The file. */
  finish(): Promise<Uint8Array>;
}

/** `_x0041_` is how the format writes an A: where a text says so itself, its first underscore is written that way. */
const exactly = (cell: Cell): string => textOf(cell).replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');

/** Text, which is never run as a formula, in every cell but amounts that can be counted with. */
const asText = (cell: Cell) => {
  const value = exactly(cell);
  if (value === '') return null;
  // Text by its format too, so that its digits stay when somebody changes the cell.
  return isAmount(cell)
    ? { value, type: String, format: '@', align: 'right' as const }
    : { value, type: String };
};
const asNumber = (cell: Cell) => {
  if (!isAmount(cell)) return asText(cell);
  const decimals = cell.amount.split('.')[1]?.length ?? 0;
  const format = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  return { value: Number(cell.amount), type: Number, format };
};

/** By column: its amounts are numbers only where all of them can be, so that no sum leaves one out. */
function readersOf(body: Rows): (at: number) => typeof asNumber {
  const texts = new Set<number>();
  for (const row of body)
    for (const [at, cell] of row.entries())
      if (isAmount(cell) && !isExact(cell.amount)) texts.add(at);
  return (at) => (texts.has(at) ? asText : asNumber);
}
const asHeading = (cell: Cell) => ({
  value: exactly(cell),
  type: String,
  fontWeight: 'bold' as const,
});

async function made(rows: Rows, notes: Rows): Promise<Uint8Array> {
  const [headings = [], ...body] = rows;
  const readerOf = readersOf(body);
  const data = [
    headings.map(asHeading),
    ...body.map((row) => row.map((cell, at) => readerOf(at)(cell))),
  ];
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
