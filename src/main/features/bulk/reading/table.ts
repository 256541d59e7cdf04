/** What a file holds, before anything is made of it. */
import type { Hidden } from './hidden.ts';
import { samplesOf } from './samples.ts';

/** One row below the heading. */
export interface TableRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly row: number;
  /** As many as there are headings; trimmed, blank where there is none. */
  readonly cells: readonly string[];
  /** Why the row can't be used as it is read; left out where it can. */
  readonly problem?: string;
}

export interface Table {
  /** Cells of the first row that is not blank, or of the one that `HeadingAt` tells. */
  readonly headings: readonly string[];
  /** Number of the row that the headings are in. */
  readonly firstRow: number;
  readonly rows: readonly TableRow[];
  /** First values of each column, secrets not shown. */
  readonly samples: readonly (readonly string[])[];
  /** What a person should know of how it was read, one sentence each. */
  readonly notes: readonly string[];
  /** Names of all sheets, and the one that was read; empty and null for CSV. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Rows and columns of this table that the spreadsheet hides: nobody who looked at the file saw them. */
  readonly hidden: Hidden;
}

/** Expected: the message is a sentence for a person. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const notXlsx = (): UnreadableFile =>
  new UnreadableFile(
    'This is not an XLSX file, or the file is damaged or password-protected. Save the file as XLSX or CSV again.',
  );

/** Over a bound that the sentence names, with what to do. */
export const tooMuch = (sentence: string): UnreadableFile =>
  new UnreadableFile(`${sentence} Save only the rows as a new XLSX file, or as CSV.`);

/** More columns than any template has, and than a person maps. */
const MOST_COLUMNS = 200;
/** Longer than any field; what is longer is no cell of a list. */
const LONGEST_CELL = 10_000;

/** Most characters of all cells together: more than any file has, but one text may stand in many cells. */
const MOST_TEXT = 40_000_000;

/** One cell as it came, not trimmed. */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly string[];
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Which of the rows that are not blank is the heading; those above it are left out. */
export type HeadingAt = (filled: readonly RawRow[]) => number;
const first: HeadingAt = () => 0;

/** Throws UnreadableFile over a bound. */
export function tableOf(
  raw: readonly RawRow[],
  maxTableRows: number,
  more: Pick<Table, 'notes' | 'sheets' | 'sheet' | 'hidden'>,
  headingAt = first,
): Table {
  const told = raw.filter(({ cells }) => !cells.every(isBlank));
  const above = headingAt(told);
  const filled = told.slice(above);
  const [head, ...rows] = filled;
  if (head === undefined) throw new UnreadableFile('The file is empty. Choose a file with rows.');
  const most = filled.reduce((found, { cells }) => Math.max(found, widthOf(cells)), 0);
  // Blank cells of the first row are columns without a name.
  const width = Math.min(most, head.cells.length);
  if (width > MOST_COLUMNS) {
    throw new UnreadableFile(
      `The file has ${width.toLocaleString('en-US')} columns; the limit is ${MOST_COLUMNS}. Remove columns that you don’t need.`,
    );
  }
  if (rows.length === 0) {
    throw new UnreadableFile('The file has column headings but no rows below them.');
  }
  requireRows(rows.length, maxTableRows);
  const exactly = ({ row, cells }: RawRow): TableRow => {
    const problem = tooManyCells(cells, width);
    return {
      row,
      cells: Array.from({ length: width }, (_none, index) => cellText(cells[index] ?? '', row)),
      ...(problem !== null && { problem }),
    };
  };
  requireText(filled);
  const blank = raw.length - told.length;
  const below = rows.map(exactly);
  return {
    ...more,
    headings: exactly(head).cells,
    firstRow: head.row,
    rows: below,
    samples: samplesOf(below, width),
    hidden: {
      rows: ofRows(more.hidden.rows, new Set(filled.map(({ row }) => row))),
      columns: more.hidden.columns.filter((column) => column < width),
    },
    notes: [
      ...more.notes,
      ...skipped(above, ' above the headings'),
      ...skipped(blank, '', 'blank '),
    ],
  };
}

function skipped(count: number, where: string, which = ''): string[] {
  if (count === 0) return [];
  return [
    count === 1
      ? `1 ${which}row${where} was skipped.`
      : `${count.toLocaleString('en-US')} ${which}rows${where} were skipped.`,
  ];
}

const ofRows = (rows: readonly number[], known: ReadonlySet<number>): number[] =>
  rows.filter((row) => known.has(row));

/** Throws UnreadableFile where a file has more than can be sent at a time. */
export function requireRows(rows: number, most: number): void {
  if (rows <= most) return;
  throw new UnreadableFile(
    `The file has ${rows.toLocaleString('en-US')} rows; the limit for a run is ${most.toLocaleString('en-US')}. Split the file into several.`,
  );
}

function requireText(rows: readonly RawRow[]): void {
  let characters = 0;
  for (const { cells } of rows) for (const cell of cells) characters += cell.length;
  if (characters <= MOST_TEXT) return;
  throw new UnreadableFile(
    `The cells contain ${characters.toLocaleString('en-US')} characters in total; the limit is ${MOST_TEXT.toLocaleString('en-US')}. Remove columns that you don’t need.`,
  );
}

/** Without blank cells at its end. */
export function widthOf(cells: readonly string[]): number {
  let width = cells.length;
  while (width > 0 && isBlank(cells[width - 1] ?? '')) width -= 1;
  return width;
}

/** An unquoted comma moves every later cell into another column; null where that did not happen. */
export function tooManyCells(cells: readonly string[], columns: number): string | null {
  const filled = widthOf(cells);
  return filled <= columns
    ? null
    : `The row has ${filled} cells, but the headings name ${columns} columns. Correct the row or the headings.`;
}

function cellText(cell: string, row: number): string {
  if (cell.length <= LONGEST_CELL) return cell.trim();
  throw new UnreadableFile(
    `Row ${row} contains a cell of ${cell.length.toLocaleString('en-US')} characters. Usually a quotation mark is missing before that cell.`,
  );
}
