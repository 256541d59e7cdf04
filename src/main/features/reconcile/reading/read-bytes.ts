/** Recognises a file by what stands in it, and reads it whole: in the thread, because it may be large. */
import type {
  CsvMapping,
  ReconcileKind,
  StatementDraft,
  TellingLine,
} from '../../../../bridge/reconcile.ts';
import { maxStatementLines } from '../../../../bridge/reconcile-limits.ts';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { cellsBy, delimiters, firstRowsDelimiter } from '../../bulk/reading/csv-cells.ts';
import { decodeText, readCsv } from '../../bulk/reading/read-csv.ts';
import { type RawRow, type Table, UnreadableFile, widthOf } from '../../bulk/reading/table.ts';
import { readCamt } from './camt.ts';
import { isOfChain, namesColumns, readableAs, usesOf } from './columns.ts';
import { csvLines } from './csv-lines.ts';
import { readMt940 } from './mt940.ts';
import { type StatementLine, UnreadableStatement } from './statement-line.ts';

/** `mapping` null: what the file is, with the columns of a CSV file; else its lines too. */
export interface StatementOrder {
  readonly bytes: Uint8Array;
  readonly lines: null | { readonly mapping: CsvMapping | null; readonly kind: ReconcileKind };
}

export type StatementHead = Pick<
  StatementDraft,
  'format' | 'kind' | 'lines' | 'notes' | 'balances' | 'first'
> & {
  readonly csv: null | Pick<
    NonNullable<StatementDraft['csv']>,
    'headings' | 'preview' | 'columns' | 'readable'
  >;
};

export interface ReadStatement {
  readonly head: StatementHead;
  readonly lines: readonly StatementLine[];
}

/** Rows that a person sees before they are matched, and before the columns are chosen. */
const PREVIEW = 8;

/** Throws UnreadableStatement. */
export function readBytes({ bytes, lines: wanted }: StatementOrder): ReadStatement {
  const text = textOf(bytes);
  const format = formatOf(text);
  if (format === null) return ofCsv(bytes, wanted);
  const read =
    format === 'camt053' ? readCamt(text, maxStatementLines) : readMt940(text, maxStatementLines);
  const { balances, notes } = read;
  const head = {
    format,
    kind: 'bank' as const,
    lines: read.lines.length,
    csv: null,
    balances: [...balances],
    notes: [...notes],
    first: read.lines.slice(0, PREVIEW).map(cleanLine).map(shown),
  };
  return { head, lines: wanted === null ? [] : read.lines.map(cleanLine) };
}

const shown = (line: StatementLine): TellingLine => ({
  row: line.row,
  direction: line.direction,
  amount: line.amount,
  currency: line.currency,
  booked: line.booked,
  party: line.party,
  text: line.text.slice(0, MOST_SHOWN),
  references: line.references.slice(0, 2),
  transaction: line.transaction,
});
const MOST_SHOWN = 200;

function textOf(bytes: Uint8Array): string {
  try {
    return decodeText(bytes).text;
  } catch (error) {
    throw error instanceof UnreadableFile ? notAStatement() : error;
  }
}

/** null: a table, or nothing that is known. */
function formatOf(text: string): 'camt053' | 'mt940' | null {
  const begin = text.slice(0, 20_000);
  if (/^\s*(?:\uFEFF)?<(?:\?xml|!--|!DOCTYPE|[\w:]*Document\b)/i.test(begin)) return 'camt053';
  const isMt = /^(?:\{\d:.*)?:20:/m.test(begin) && /^:(?:25P?|28C?|60[FM]):/m.test(begin);
  return isMt ? 'mt940' : null;
}

const notAStatement = () =>
  new UnreadableStatement(
    'This is not a CSV, CAMT.053 or MT940 file. Download the statement again in one of these forms.',
  );

const noHeadings = () =>
  new UnreadableStatement(
    `This file is neither CAMT.053 nor MT940, and none of its first ${maxRowsAbove} rows is one of column headings between commas, semicolons, tabs or vertical bars. Download the statement again, or remove what stands above the headings.`,
  );

function ofCsv(bytes: Uint8Array, wanted: StatementOrder['lines']): ReadStatement {
  const table = tableOf(bytes);
  if (table.headings.filter((heading) => heading !== '').length < 2) throw noHeadings();
  const columns = usesOf(table);
  const head: StatementHead = {
    format: 'csv',
    kind: isOfChain(columns) ? 'chain' : 'bank',
    lines: table.rows.length,
    notes: [...table.notes],
    balances: [],
    first: [],
    csv: {
      headings: table.headings.map((heading) => cleanCell(heading, 'heading')),
      preview: table.rows.slice(0, PREVIEW).map(({ row, cells }) => ({
        row,
        cells: cells.map((cell, index) => cleanCell(cell, table.headings[index] ?? '')),
      })),
      columns,
      readable: table.headings.map((_heading, index) => readableAs(table.rows, index)),
    },
  };
  if (wanted === null) return { head, lines: [] };
  if (wanted.mapping === null) throw new UnreadableStatement('Choose what each column is.');
  return { head, lines: csvLines(table, wanted.mapping, wanted.kind).lines.map(cleanLine) };
}

function tableOf(bytes: Uint8Array): Table {
  try {
    return readCsv(bytes, maxStatementLines, { headingAt, delimiterOf });
  } catch (error) {
    throw error instanceof UnreadableFile ? new UnreadableStatement(error.message) : error;
  }
}

const clean = (text: string, field: string): string => cutSecrets(text.toWellFormed(), { field });
const cleanOrNull = (text: string | null, field: string): string | null =>
  text === null ? null : clean(text, field);

/** Cuts secrets out of what a file says. A hash has the form of a private key, so its field tells it. */
const cleanLine = (line: StatementLine): StatementLine => ({
  ...line,
  references: line.references.map((text) => clean(text, 'reference')),
  text: clean(line.text, 'text'),
  party: cleanOrNull(line.party, 'party'),
  accounts: line.accounts.map((text) => clean(text, 'account')),
  transaction: cleanOrNull(line.transaction, 'transactionHash'),
  from: cleanOrNull(line.from, 'fromAddress'),
  to: cleanOrNull(line.to, 'toAddress'),
  problem: cleanOrNull(line.problem, 'problem'),
});

/** A cell of a preview, by its heading. */
const cleanCell = (cell: string, heading: string): string => clean(cell, heading).slice(0, 120);

/** Where the headings of a statement stand, and what separates them: banks write about the account above them. */
type Cells = Pick<RawRow, 'cells'>;

/** Rows that are looked at. */
const maxRowsAbove = 50;
/** Those by which it is told what separates cells, and their characters. */
const mostTried = { rows: 1_000, characters: 200_000 };

/** The first row that names a date and an amount; else the first as wide as most rows, unless it has numbers. */
const headingAt = (rows: readonly Cells[]): number => headingIn(rows)?.at ?? 0;

/**
 * Under which the headings are found. Where they are under several, the one under which they name a date and
 * an amount, then what the first row tells where that is the headings, then under which most rows below have as
 * many cells, then under which fewest stand above.
 */
export function delimiterOf(text: string): string {
  const begin = text.slice(0, mostTried.characters);
  const usual = firstRowsDelimiter(text);
  const found = delimiters.flatMap((delimiter) => {
    const rows = cellsBy(delimiter, begin, mostTried.rows)
      .data.map((cells) => ({ cells }))
      .filter(({ cells }) => widthOf(cells) > 0);
    const heading = headingIn(rows);
    const width = rows[heading?.at ?? 0]?.cells.length ?? 0;
    if (heading === null || width < 2) return [];
    const below = rows.slice(heading.at + 1);
    const alike = below.filter(({ cells }) => cells.length === width).length / below.length || 0;
    // The first row tells it where it is the headings.
    const isUsual = delimiter === usual && heading.at === 0;
    return [{ delimiter, isUsual, alike, ...heading }];
  });
  const [best] = found.sort(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) ||
      Number(other.isUsual) - Number(one.isUsual) ||
      other.alike - one.alike ||
      one.at - other.at,
  );
  return best?.delimiter ?? usual;
}

function headingIn(rows: readonly Cells[]): { readonly at: number; isNamed: boolean } | null {
  const named = rows.slice(0, maxRowsAbove).findIndex(({ cells }) => namesColumns(cells));
  if (named !== -1) return { at: named, isNamed: true };
  const usual = usualWidth(rows);
  const wide = rows.slice(0, maxRowsAbove).findIndex(({ cells }) => widthOf(cells) >= usual);
  const isOfNames = rows[wide]?.cells.every((cell) => !/^\W*\d/.test(cell)) === true;
  return isOfNames ? { at: wide, isNamed: false } : null;
}

/** The widest of those that are as frequent. */
function usualWidth(rows: readonly Cells[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(widthOf(cells), (counts.get(widthOf(cells)) ?? 0) + 1);
  const [usual] = [...counts].sort(
    ([one, first], [other, second]) => second - first || other - one,
  );
  return usual?.[0] ?? 0;
}
