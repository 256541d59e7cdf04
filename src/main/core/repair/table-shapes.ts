/** What rows of each table look like as they are stored. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Cell, Value } from './tree-pages.ts';

export interface Shape {
  readonly table: string;
  readonly hasRowids: boolean;
  /** In the order in which they are stored. */
  readonly columns: readonly Column[];
  /** Those that have an entry for each row, by their names. */
  readonly indexes: readonly string[];
  /** Whether this can be a row of it; also one from before its last columns were added. */
  fits(cell: Cell): boolean;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNeeded: boolean;
  readonly hasDefault: boolean;
  /** Another name of the row's number. */
  readonly isRowid: boolean;
}

const tableRows = z.array(z.object({ name: z.string(), wr: z.int() }));
const columnRows = z.array(
  z.object({
    name: z.string(),
    type: z.string(),
    notnull: z.int(),
    pk: z.int(),
    dflt_value: z.string().nullable(),
  }),
);
const indexRows = z.array(z.object({ name: z.string(), origin: z.string(), partial: z.int() }));

/** Names of tables of SQLite and of migrations, which are made with the schema. */
const ofSchema = /^(?:sqlite_|migrations$)/;

/** Shapes of all tables but derived ones and those made with the schema. */
export function shapesOf(target: Sqlite, derived: ReadonlySet<string>): readonly Shape[] {
  const tables = tableRows.parse(
    target.all("SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"),
  );
  return tables
    .filter(({ name }) => !ofSchema.test(name) && !derived.has(name))
    .map(({ name, wr }) => shapeOf(target, name, wr === 0));
}

function shapeOf(target: Sqlite, table: string, hasRowids: boolean): Shape {
  const named = columnRows.parse(target.all('SELECT * FROM pragma_table_info(?)', [table]));
  const keys = named.filter(({ pk }) => pk > 0);
  const ofOne = named.map(
    ({ name, type, notnull, pk, dflt_value }): Column => ({
      name,
      type,
      hasDefault: dflt_value !== null,
      isNeeded: notnull === 1,
      isRowid: hasRowids && pk > 0 && keys.length === 1 && type === 'INTEGER',
    }),
  );
  const indexes = indexRows.parse(target.all('SELECT * FROM pragma_index_list(?)', [table]));
  const primary = indexes.find(({ origin }) => origin === 'pk')?.name ?? '';
  const order = hasRowids
    ? null
    : target.texts('SELECT name FROM pragma_index_xinfo(?) ORDER BY seqno', [primary]);
  const columns =
    order === null
      ? ofOne
      : order.flatMap((name) => ofOne.filter((column) => column.name === name));
  return {
    table,
    hasRowids,
    columns,
    indexes: indexes
      .filter(({ partial, origin }) => partial === 0 && (hasRowids || origin !== 'pk'))
      .map(({ name }) => name),
    fits: ({ rowid, values }) =>
      (rowid !== null) === hasRowids &&
      (values === null ||
        (values.length <= columns.length &&
          (hasRowids || values.length === columns.length) &&
          columns.every((column, at) =>
            at < values.length
              ? isOf(values[at] ?? null, column)
              : column.hasDefault || !column.isNeeded,
          ))),
  };
}

function isOf(value: Value, column: Column): boolean {
  if (value === null) return column.isRowid || !column.isNeeded;
  if (column.isRowid) return false;
  return (types[column.type] ?? (() => true))(value);
}

const types: Readonly<Record<string, (value: NonNullable<Value>) => boolean>> = {
  TEXT: (value) => typeof value === 'string',
  INTEGER: (value) => typeof value === 'bigint',
  REAL: (value) => typeof value === 'bigint' || typeof value === 'number',
  BLOB: (value) => value instanceof Uint8Array,
};
