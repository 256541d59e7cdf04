/** CSV as spreadsheets write it: comma, semicolon or tab, quoted or not. */
import papa from 'papaparse';
import { asWritten } from '../../../core/exports/harmless.ts';
import { decodeText } from './decode-text.ts';
import { nothingHidden } from './hidden.ts';
import { type RawRow, type Table, tableOf, UnreadableFile } from './table.ts';

/** Rows beyond the bound that are still counted, so that the sentence can say how many there are. */
const COUNTED_OVER = 1_000_000;

/** Throws UnreadableFile. */
export function readCsv(bytes: Uint8Array, maxTableRows: number): Table {
  const { text, note } = decodeText(bytes);
  // `sep=;` in the first line is how some spreadsheets name what separates cells.
  const named = /^sep=(.)\r?\n/.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const { data, errors } = papa.parse<string[]>(body, {
    header: false,
    skipEmptyLines: false,
    delimiter: named?.[1] ?? delimiterOf(body),
    preview: maxTableRows + COUNTED_OVER,
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) {
    const row = (broken.row ?? 0) + (named === null ? 1 : 2);
    throw new UnreadableFile(
      `A quotation mark is out of place near row ${row.toLocaleString('en-US')}, so Causeway can’t tell where the cells end. Correct the quotation mark, or save the file as XLSX.`,
    );
  }
  const first = named === null ? 1 : 2;
  const raw: RawRow[] = data.map((cells, index) => ({
    row: index + first,
    cells: cells.map(asWritten),
  }));
  // A last line break makes one more row, which nobody wrote.
  if (raw.at(-1)?.cells.every((cell) => cell === '') === true) raw.pop();
  const notes = note === null ? [] : [note];
  return tableOf(raw, maxTableRows, { notes, sheets: [], sheet: null, hidden: nothingHidden });
}

const delimiters = [',', ';', '\t', '|'] as const;

/** What stands most often between the cells of the first row that says anything. */
function delimiterOf(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  let isFilled = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' && isFilled) break;
    if (character.trim() !== '' && !delimiters.some((one) => one === character)) isFilled = true;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}
