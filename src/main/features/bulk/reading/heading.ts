/**
 * The first row as names of columns, or as data: what looks like data is none of the names, because it
 * would be lost without a word (Interface 2.1, 2.2). A person may say otherwise. A secret in a name is
 * never kept.
 */
import type { BulkFirstRow, BulkKind } from '../../../../bridge/bulk.ts';
import { checkAddress } from '../../../../contract/addresses/check-address.ts';
import { idForms, phonePattern } from '../../../../contract/patterns.ts';
import { secretIn } from '../../../core/foundation/secrets/secret-in.ts';
import { fieldsOf } from '../columns/fields.ts';
import { plainHeading } from '../columns/propose-columns.ts';
import { cellsBy, type DelimiterOf, delimiters, firstRowsDelimiter } from './csv-cells.ts';
import { MAX_SAMPLES, notShown, sampleOf } from './samples.ts';
import { type HeadingAt, type RawRow, requireRows, type Table } from './table.ts';

/** Rows among which the headings are looked for, and characters that they may have. */
const mostLookedAt = { rows: 20, characters: 200_000 };

/** How many names of columns stand in each of the first rows. */
function namesIn(kind: BulkKind, rows: readonly Pick<RawRow, 'cells'>[]): number[] {
  const isName = isNameOf(kind);
  return rows
    .slice(0, mostLookedAt.rows)
    .map(({ cells }) => new Set(cells.filter(isName).map(plainHeading)).size);
}

/**
 * Titles often stand above the headings: the row in which most names of columns stand, at least two, where
 * nothing above it is data; else the first.
 */
export const headingAt =
  (kind: BulkKind): HeadingAt =>
  (rows) => {
    const names = namesIn(kind, rows);
    const at = Math.max(0, names.indexOf(Math.max(2, ...names)));
    const above = rows.slice(0, at).flatMap(({ cells }) => cells);
    return above.some((cell) => isData(cell.trim())) ? 0 : at;
  };

/** By which most names of columns are found: a title has no separator. */
export const delimiterOf =
  (kind: BulkKind): DelimiterOf =>
  (text) => {
    const begin = text.slice(0, mostLookedAt.characters);
    const most = (delimiter: string): number =>
      Math.max(
        ...namesIn(
          kind,
          cellsBy(delimiter, begin, mostLookedAt.rows).data.map((cells) => ({ cells })),
        ),
      );
    const usual = firstRowsDelimiter(text);
    return delimiters.reduce<string>(
      (best, one) => (most(one) > Math.max(1, most(best)) ? one : best),
      usual,
    );
  };

/** Data where more of its cells are data than names of columns. */
export function looksLike(kind: BulkKind, { headings }: Pick<Table, 'headings'>): BulkFirstRow {
  const isName = isNameOf(kind);
  const known = headings.filter(isName).length;
  const data = headings.filter((cell) => !isName(cell) && isData(cell)).length;
  return data > known ? 'data' : 'names';
}

/**
 * The table as its first row is taken: names stand as headings, data is the first of the rows and no
 * column has a name. Throws UnreadableFile over the bound of rows.
 */
export function laidOut(
  kind: BulkKind,
  table: Table,
  firstRow: BulkFirstRow,
  maxTableRows: number,
): Table {
  if (firstRow === 'names') {
    const isName = isNameOf(kind);
    const headings = table.headings.map((cell) =>
      !isName(cell) && secretIn(cell) !== null ? notShown : cell,
    );
    return { ...table, headings };
  }
  requireRows(table.rows.length + 1, maxTableRows);
  const first = { row: table.firstRow, cells: table.headings };
  return {
    ...table,
    headings: table.headings.map(() => ''),
    rows: [first, ...table.rows],
    samples: table.samples.map((samples, index) => {
      const cell = table.headings[index] ?? '';
      return cell === '' ? samples : [sampleOf(cell), ...samples].slice(0, MAX_SAMPLES);
    }),
  };
}

function isNameOf(kind: BulkKind): (cell: string) => boolean {
  const names = new Set(
    fieldsOf(kind).flatMap(({ field, synonyms }) => [plainHeading(field), ...synonyms]),
  );
  return (cell) => names.has(plainHeading(cell));
}

/** One network of each form of address. */
const networks = ['ethereum', 'solana', 'tron', 'stellar'] as const;
const forms = ['checksum', 'no-checksum', 'off-curve'];

const isData = (cell: string): boolean =>
  secretIn(cell) !== null ||
  idForms.customer.test(cell) ||
  phonePattern.test(cell) ||
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell) ||
  /^(?:individual|business)$/i.test(cell) ||
  networks.some((network) => forms.includes(checkAddress(network, cell).kind));
