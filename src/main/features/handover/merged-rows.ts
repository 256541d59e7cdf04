/** Rows of entries in the tables that they are merged into: looked for, put in, and placed. */
import { z } from 'zod';
import { identityOf } from '../../../contract/addresses/look-alike.ts';
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { isLeftOf } from '../../core/records/erased/left-of.ts';
import { type RowKind, rowTables } from './entries.ts';
import type { EntryPlace } from './origins.ts';

export type Row = Readonly<Record<string, SqlValue>>;

/** Whole, or as an erasure left it. */
export function isHere(sqlite: Sqlite, what: RowKind, row: Row): boolean {
  const { table, columns, reduced, about } = rowTables[what];
  const telling = columns.filter((column) => !reduced.includes(column));
  const where = telling.map((column) => `${column} IS ?`).join(' AND ');
  const rows = sqlite.all(`SELECT * FROM ${table} WHERE ${where}`, valuesOf(row, telling)) as Row[];
  const isTheirs =
    rows.length > 0 &&
    sqlite.first('SELECT 1 FROM erased_ids WHERE id = ?', [row[about.id] ?? null]) !== undefined;
  return rows.some((here) =>
    reduced.every((column) => isLeftOf(here[column], row[column], isTheirs)),
  );
}

/** A label is known by its own text. */
export const labelled = (row: Row): Row =>
  typeof row['label'] === 'string' && row['label'] !== ''
    ? { ...row, folded: folded(row['label']) }
    : row;

/** Columns that follow from the others, so nobody tells them. */
function derivedOf(what: RowKind, row: Row): Row {
  if (what === 'reference') return { folded: folded(String(row['reference'])) };
  if (what !== 'addressLabel') return {};
  const { group, canonical } = identityOf(String(row['network']), String(row['address']));
  return { family: group, canonical };
}

export function insert(sqlite: Sqlite, what: RowKind, row: Row): void {
  const { table } = rowTables[what];
  const whole = { ...row, ...derivedOf(what, row) };
  const columns = Object.keys(whole);
  sqlite.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    valuesOf(whole, columns),
  );
}

const valuesOf = (row: Row, columns: readonly string[]): SqlValue[] =>
  columns.map((column) => row[column] ?? null);

const texts = z.record(z.string(), z.coerce.string());

export function placeOf(what: RowKind, row: Row): EntryPlace {
  const { about, at } = rowTables[what];
  const read = texts.parse(row);
  const kind = typeof about.kind === 'string' ? (read[about.kind] ?? '') : about.kind.is;
  return {
    // A wallet address leads to a person, and where an entry is from stays for ever.
    what,
    kind,
    id: what === 'addressLabel' ? '' : (read[about.id] ?? ''),
    part: read['note_id'] ?? '',
    at: read[at] ?? '',
  };
}
