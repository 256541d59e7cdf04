/** Cells of a CSV text, row by row, whatever ends its lines. */
import papa from 'papaparse';
import { asWritten } from '../../../core/exports/harmless.ts';
import { type RawRow, UnreadableFile } from './table.ts';

/** What separates the cells of a text. */
export type DelimiterOf = (text: string) => string;

/**
 * Every row, blank ones too. Throws UnreadableFile where a quotation mark leaves open where cells end.
 *
 * @param most rows that are read
 */
export function csvCells(text: string, most: number, delimiterOf = firstRowsDelimiter): RawRow[] {
  // `sep=;` in the first line is how some spreadsheets name what separates cells.
  const named = /^sep=(.)(?:\r\n?|\n)/.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  const first = named === null ? 1 : 2;
  const { data, errors } = cellsBy(named?.[1] ?? delimiterOf(body), body, most);
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined) {
    const row = (broken.row ?? 0) + first;
    throw new UnreadableFile(
      `A quotation mark is out of place near row ${row.toLocaleString('en-US')}, so Causeway can’t tell where the cells end. Correct the quotation mark.`,
    );
  }
  return data.map((cells, index) => ({ row: index + first, cells: cells.map(asWritten) }));
}

/** Cells of at most `most` rows of a CSV text. */
export const cellsBy = (delimiter: string, text: string, most: number) =>
  papa.parse<string[]>(withOneLineEnd(text, delimiter), {
    header: false,
    skipEmptyLines: false,
    delimiter,
    newline: '\n',
    preview: most,
  });

/**
 * `\n` at the end of every line. papaparse takes one form of line end for a text, and a row that ends in
 * another swallows the next one. What stands in a quoted cell is left as it is.
 */
function withOneLineEnd(text: string, delimiter: string): string {
  if (!text.includes('\r')) return text;
  let isQuoted = false;
  let closedAt = -1;
  return text.replace(/"|\r\n?/g, (found, at: number) => {
    if (found !== '"') return isQuoted ? found : '\n';
    const before = text[at - 1] ?? '\n';
    if (isQuoted) {
      isQuoted = false;
      closedAt = at;
      // A mark at the beginning of a cell opens it; the second of two within one stands for itself.
    } else if (closedAt === at - 1 || [delimiter, '\n', '\r'].includes(before)) isQuoted = true;
    return found;
  });
}

export const delimiters = [',', ';', '\t', '|'] as const;

/** What stands most often between the cells of the first row that says anything. */
export function firstRowsDelimiter(text: string): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  let isFilled = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ((character === '\n' || character === '\r') && isFilled) break;
    if (character.trim() !== '' && !delimiters.some((delimiter) => delimiter === character))
      isFilled = true;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}
