/** The program of the thread that makes an XLSX file: text and packing take longer than main may wait. */
import { parentPort } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';
import { type Cell, textOf } from '../../../core/exports/csv-lines.ts';

export type XlsxMessage =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'notes'; readonly rows: readonly (readonly Cell[])[] }
  | { readonly kind: 'finish' };
export type XlsxAnswer = { readonly bytes: Uint8Array } | { readonly error: string };

/** Text in every cell: a number would lose digits, and text is never run as a formula. */
const asText = (cell: Cell) => {
  const value = textOf(cell);
  return value === '' ? null : { value, type: String };
};
const asHeading = (cell: Cell) => ({
  value: textOf(cell),
  type: String,
  fontWeight: 'bold' as const,
});

async function made(
  rows: readonly (readonly Cell[])[],
  notes: readonly (readonly Cell[])[],
): Promise<Uint8Array> {
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

if (parentPort !== null) {
  const port = parentPort;
  const rows: (readonly Cell[])[] = [];
  const notes: (readonly Cell[])[] = [];
  port.on('message', (message: XlsxMessage) => {
    if (message.kind === 'rows') rows.push(...message.rows);
    else if (message.kind === 'notes') notes.push(...message.rows);
    else {
      made(rows, notes).then(
        (bytes) => port.postMessage({ bytes } satisfies XlsxAnswer),
        (error: unknown) => port.postMessage({ error: String(error) } satisfies XlsxAnswer),
      );
    }
  });
}
