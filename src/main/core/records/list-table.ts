/**
 * The table by which one kind is listed: a column for each of the catalogue (contract/fields.ts), and some
 * of the kind's own. It holds nothing that can't be derived again, so a column that is new is added here.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { FieldKind } from '../../../contract/field.ts';
import {
  at,
  byColumn,
  type Columns,
  type ListedField,
  listedFields,
  readField,
  readText,
  searchedTexts,
} from '../../../contract/fields.ts';
import { folded } from '../../../platform/folded-text.ts';
import { putRow } from '../../../platform/put-row.ts';
import type { Queries } from '../../../platform/queries.ts';
import type { Sqlite, SqlValue } from '../../../platform/sqlite.ts';
import { instantOf } from './order.ts';
import type { StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { SearchIndex } from './search-index.ts';
import { idAmong, rateSortKey, searchConditions } from './search-text.ts';
import type { ListedKind, PageQuery } from './types.ts';

export const listTables: Readonly<Record<ListedKind, string>> = {
  customer: 'customer_columns',
  virtualAccount: 'virtual_account_columns',
  bankAccount: 'bank_account_columns',
  wallet: 'wallet_columns',
  address: 'address_columns',
  paymentLink: 'payment_link_columns',
};

/** Kinds that lists show, in the order in which they are gone through. */
export const listedKinds = Object.keys(listTables) as ListedKind[];

export const foldedOrNull = (text: string | null) => (text === null ? null : folded(text));

/** Kinds that are sorted by a key beside the text. */
const sortKeys: Partial<Readonly<Record<FieldKind, (text: string | null) => SqlValue>>> = {
  text: foldedOrNull,
  email: foldedOrNull,
  rate: rateSortKey,
  moment: instantOf,
};

const storedName = ({ list }: ListedField): string =>
  list.column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sortName = (field: ListedField): string =>
  sortKeys[field.kind] === undefined
    ? storedName(field)
    : `${storedName(field).replace(/_rate$/, '')}_sort`;

/** Columns of the catalogue as a table has them: values, and the keys that are sorted by. */
const storedColumns = (kind: ListedKind) =>
  listedFields(kind).flatMap((field) => {
    const name = storedName(field);
    const key = sortName(field);
    const { isSorted } = field.list;
    const value = { name, isInteger: field.kind === 'flag', isKey: isSorted && key === name };
    if (!isSorted || key === name) return [value];
    return [value, { name: key, isInteger: field.kind === 'moment', isKey: true }];
  });

type StoredColumn = ReturnType<typeof storedColumns>[number];
const typeOf = ({ isInteger }: StoredColumn) => (isInteger ? 'INTEGER' : 'TEXT');
const indexOf = (table: string, { name, isKey }: StoredColumn) =>
  isKey ? `CREATE INDEX ${table}_by_${name} ON ${table} (${name}, id);` : '';

/**
 * Creates a table with what the catalogue has beside its own columns: each that is added later has SQLite read the whole
 * schema anew.
 * @param own as CREATE TABLE takes them, a line each
 */
export function listTable(kind: ListedKind, own: string): string {
  const table = listTables[kind];
  const added = storedColumns(kind).filter(({ name }) => !new RegExp(`^ *${name} `, 'm').test(own));
  const lines = [own.trim(), ...added.map((column) => `${column.name} ${typeOf(column)}`)];
  const indexes = added.map((column) => indexOf(table, column));
  return `CREATE TABLE ${table} (${lines.join(',\n')}) STRICT;\n${indexes.join('\n')}`;
}

/** Adds the columns of the catalogue that the tables lack, and whether there were any: all are empty. */
export function addMissingColumns(sqlite: Pick<Sqlite, 'texts' | 'exec'>): boolean {
  const added = listedKinds.flatMap((kind) => {
    const table = listTables[kind];
    const present = sqlite.texts('SELECT name FROM pragma_table_info(?)', [table]);
    return storedColumns(kind)
      .filter(({ name }) => !present.includes(name))
      .flatMap((column) => [
        `ALTER TABLE ${table} ADD COLUMN ${column.name} ${typeOf(column)};`,
        indexOf(table, column),
      ]);
  });
  sqlite.exec(added.join('\n'));
  return added.length > 0;
}

const idRow = z.object({ id: z.string() });
const totalRow = z.object({ total: z.number() });

/** What `list` counts. */
export const totalOf = (row: unknown): number => totalRow.parse(row).total;

export interface ListTableParts<Kind, Own> {
  readonly kind: Kind;
  readonly queries: Queries<RecordsSchema>;
  readonly search: SearchIndex;
  /** Reads the columns of its own from a row. */
  readonly own: z.ZodType<Own>;
  /** Sorts of its own, with the column of each. */
  readonly sorts: Readonly<Record<string, string>>;
}

export function createListTable<Kind extends ListedKind, Own>(parts: ListTableParts<Kind, Own>) {
  const { kind, queries, search, own } = parts;
  const { sqlite, build } = queries;
  const table = listTables[kind];
  const listed = listedFields(kind).map((field) => {
    const { column, isSorted } = field.list;
    const keyOf = isSorted ? sortKeys[field.kind] : undefined;
    return { field, column, name: storedName(field), key: sortName(field), keyOf };
  });
  const names = new Map(listed.map(({ column, name }) => [column, name]));
  const sorts = new Map([
    ...Object.entries(parts.sorts),
    ...listed.map(({ column, key }) => [column, key] as const),
  ]);
  const all = (query: RawBuilder<unknown>) => queries.all({ compile: () => query.compile(build) });

  const columnsOf = (row: unknown): Columns<Kind> & Own => {
    const columns = byColumn(kind, (field) => {
      const value = at(row, names.get(field.list.column) ?? '');
      return field.kind === 'flag' && value !== null ? value === 1 : readText(value);
    });
    return { ...columns, ...own.parse(row) };
  };

  /** What is known of the columns of the catalogue, as it is stored. */
  const storedOf = (record: StoredRecord): Record<string, SqlValue> => {
    const row: Record<string, SqlValue> = {};
    for (const { field, name, key, keyOf } of listed) {
      const value = readField(field, record);
      const text = readText(value);
      row[name] = typeof value === 'boolean' ? Number(value) : text;
      if (keyOf !== undefined) row[key] = keyOf(text);
    }
    return row;
  };

  return {
    /** null when it is not known. */
    get(id: string): (Columns<Kind> & Own) | null {
      const row = sqlite.first(`SELECT * FROM ${table} WHERE id = ?`, [id]);
      return row === undefined ? null : columnsOf(row);
    },

    /** `added` are the columns of its own; `found`, by what the record is found beside the catalogue's. */
    put(
      record: StoredRecord,
      added: Readonly<Record<string, SqlValue>>,
      found: readonly (string | null)[],
      isNew = false,
    ): void {
      const row = { id: record.id, record: record.record, ...storedOf(record), ...added };
      putRow(sqlite, table, row, isNew);
      search[isNew ? 'putNew' : 'put'](record.record, [
        record.id,
        ...found,
        ...searchedTexts(kind, record),
      ]);
    },

    /** `by` are values of columns; null and undefined keep all. */
    page(
      query: PageQuery & { readonly sort: string },
      by: Readonly<Record<string, string | null | undefined>>,
      others: readonly RawBuilder<SqlBool>[] = [],
    ) {
      const conditions = [
        ...Object.entries(by).flatMap(([column, value]) =>
          value == null ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`],
        ),
        ...others,
        ...(query.only == null ? [] : [idAmong(query.only)]),
        ...(query.madeFrom == null ? [] : [sql<SqlBool>`made_at >= ${instantOf(query.madeFrom)}`]),
        ...(query.madeTo == null ? [] : [sql<SqlBool>`made_at < ${instantOf(query.madeTo)}`]),
        ...searchConditions(query.search ?? '', query.foundBy),
      ];
      const where =
        conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
      const matching = sql`FROM ${sql.table(table)} ${where}`;
      const direction = sql.raw(query.direction === 'descending' ? 'DESC' : 'ASC');
      const order = sql.ref(sorts.get(query.sort) ?? 'id');
      const rows = all(
        sql`SELECT * ${matching} ORDER BY ${order} ${direction}, id ${direction}
            LIMIT ${query.limit} OFFSET ${query.offset}`,
      );
      const [total] =
        conditions.length === 0
          ? all(
              sql`SELECT coalesce(max(known), 0) AS total FROM record_counts WHERE kind = ${kind}`,
            )
          : all(sql`SELECT count(*) AS total ${matching}`);
      return {
        rows: rows.map((row) => ({ id: idRow.parse(row).id, columns: columnsOf(row) })),
        total: totalOf(total),
      };
    },

    /** Counts records made from `from` on and before `to`, milliseconds since 1970. For tables with `made_at` alone. */
    madeBetween(from: number, to: number): number {
      const counted = `SELECT count(*) AS total FROM ${table} WHERE made_at >= ? AND made_at < ?`;
      return totalOf(sqlite.first(counted, [from, to]));
    },

    /** Values that occur, sorted. */
    distinct: (column: string): string[] => distinctValues(sqlite, table, column),

    clear(): void {
      sqlite.run(`DELETE FROM ${table}`);
    },
  };
}

const valueRows = z.array(z.object({ value: z.string() }));

/**
 * Sorted. From each to the next by a seek, so where an index begins with the column, its rows are not gone over:
 * there are few values, and many rows of each.
 */
export const distinctValues = (
  sqlite: Pick<Sqlite, 'all'>,
  table: string,
  column: string,
): string[] =>
  valueRows
    .parse(
      sqlite.all(`
     WITH RECURSIVE found (value) AS (
       SELECT min(${column}) FROM ${table}
       UNION ALL
       SELECT (SELECT min(${column}) FROM ${table} WHERE ${column} > value) FROM found
         WHERE value IS NOT NULL)
     SELECT value FROM found WHERE value IS NOT NULL`),
    )
    .map(({ value }) => value);
