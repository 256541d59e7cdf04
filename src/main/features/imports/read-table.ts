/** A table as CSV: its header names fields, every row is one record. */
import type { ImportProblem, ImportTableKind } from '../../../bridge/imports.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { isSecret } from '../../core/foundation/clean-json.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import { requireNoKey } from '../../core/intents/no-secret.ts';
import { csvCells } from '../bulk/reading/csv-cells.ts';
import { type RawRow, tooManyCells, UnreadableFile } from '../bulk/reading/table.ts';
import { addressNotes } from './address-notes.ts';
import { type Candidate, letterIsLost, lostLetter, type ReadText } from './candidate.ts';
import { fieldOfHeader, isNameOf, type Read, readerOf } from './table-fields.ts';

const invalid = invalidOf('table');

export interface TableOrder {
  readonly kind: ImportTableKind;
  /** Field of each column; null lets the headers decide. */
  readonly columns: readonly (string | null)[] | null;
  readonly maxTableRows: number;
}

/** Throws Failed INVALID for what is no table of this kind, and where a key stands in a cell. */
export function readTable(text: string, order: TableOrder): ReadText {
  const [head, ...rows] = rowsOf(text.replace(/^\uFEFF/, ''));
  if (head === undefined || rows.length === 0) {
    throw invalid('A table needs a first line of column headings and rows below that line.');
  }
  const headers = head.cells;
  if (rows.length > order.maxTableRows) {
    throw invalid(
      `The table has ${rows.length.toLocaleString('en-US')} rows; the limit is ${order.maxTableRows.toLocaleString('en-US')}. Split the table into several.`,
    );
  }
  const columns = columnsOf(headers, order);
  const lack = lackOfId(columns, order.kind);
  if (lack !== null) return { candidates: [], problems: [lack], columns };
  const problems: ImportProblem[] = [];
  const candidates: Candidate[] = [];
  for (const { row, cells } of rows) {
    for (const [at, cell] of cells.entries()) {
      requireNoKey(cell, `Row ${row}, column “${headers[at] ?? at + 1}”,`);
    }
    const read = readRow(cells, row, columns, order.kind);
    if ('problems' in read) problems.push(...read.problems);
    else candidates.push(read.candidate);
  }
  return { candidates, problems, columns };
}

/** Rows that are not blank. Throws Failed INVALID for a text that is not CSV. */
function rowsOf(text: string): RawRow[] {
  try {
    return csvCells(text, Number.MAX_SAFE_INTEGER).filter(({ cells }) =>
      cells.some((cell) => cell.trim() !== ''),
    );
  } catch (error) {
    throw error instanceof UnreadableFile ? invalid(error.message) : error;
  }
}

type Columns = ReadText['columns'];

/**
 * Field of each column. Of several headers for one field the one with its own name counts, else none. Throws Failed
 * INVALID where a person matched two columns to one field.
 */
function columnsOf(headers: readonly string[], { kind, columns }: TableOrder): Columns {
  const meant = headers.map((header, index) => {
    const field = columns === null ? fieldOfHeader(kind, header) : (columns[index] ?? null);
    return { header, field: field === null || readerOf(kind, field) === null ? null : field };
  });
  return meant.map(({ header, field }) => {
    const same = field === null ? [] : meant.filter((other) => other.field === field);
    if (field === null || same.length === 1) return { header, field };
    if (columns !== null) {
      throw invalid(`Two columns are matched to “${field}”. Leave one of them out.`);
    }
    const named = same.filter((other) => isNameOf(field, other.header));
    return { header, field: named.length === 1 && isNameOf(field, header) ? field : null };
  });
}

/** A person may say which column it is. */
function lackOfId(columns: Columns, kind: ImportTableKind): ImportProblem | null {
  if (columns.some(({ field }) => field === 'id')) return null;
  const reason = `No column contains the ID (${kind}_…) that the service knows a record by. Select the ID column.`;
  return { row: 1, column: null, reason };
}

function readRow(
  cells: readonly string[],
  row: number,
  columns: Columns,
  kind: ImportTableKind,
): { readonly problems: ImportProblem[] } | { readonly candidate: Candidate } {
  const problems: ImportProblem[] = [];
  const body: Bag = {};
  const reason = tooManyCells(cells, columns.length);
  if (reason !== null) problems.push({ row, column: null, reason });
  for (const [index, column] of columns.entries()) {
    const read = readCell((cells[index] ?? '').trim(), column, kind);
    if (read === null) continue;
    if ('reason' in read) problems.push({ row, column: column.header, reason: read.reason });
    else put(body, column.field ?? '', read.value);
  }
  const { id } = body;
  if (problems.length > 0) return { problems };
  if (typeof id !== 'string') return { problems: [{ row, column: 'id', reason: 'Enter an ID.' }] };
  return {
    candidate: {
      row,
      kind,
      id,
      body,
      notes: addressNotes(kind, body),
      deviations: [],
      event: null,
    },
  };
}

/** null for a blank cell, and for one of a column that is left out. */
function readCell(
  cell: string,
  { header, field }: Columns[number],
  kind: ImportTableKind,
): Read | null {
  if (cell === '') return null;
  if (isSecret(header.trim(), cell)) {
    return {
      reason:
        'This is a webhook secret, which a table can’t import. Remove the column and enter the secret on the webhook’s page, in its own window.',
    };
  }
  if (field === null) return null;
  return cell.includes(lostLetter)
    ? { reason: letterIsLost('this cell', 'CSV') }
    : (readerOf(kind, field)?.(cell) ?? null);
}

type Bag = JsonObject & Record<string, unknown>;

function put(body: Bag, field: string, value: unknown): void {
  const [first = '', ...rest] = field.split('.');
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  const inner = (body[first] ?? {}) as Bag;
  body[first] = inner;
  put(inner, rest.join('.'), value);
}
