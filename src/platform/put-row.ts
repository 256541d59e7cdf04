/** Writing a row of a table with `id`. */
import type { Sqlite, SqlValue } from './sqlite.ts';

const insertSql = (table: string, names: readonly string[]): string =>
  `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;

/**
 * Inserts the row; of one that is there, writes what is otherwise now. SQLite writes anew every index of a column
 * that is set, also to what it was, and every entry is a page of the log.
 *
 * @param isNew there is none, and it is not looked for
 */
export function putRow(
  sqlite: Pick<Sqlite, 'first' | 'run'>,
  table: string,
  row: Readonly<Record<string, SqlValue>> & { readonly id: string },
  isNew = false,
): void {
  const names = Object.keys(row);
  const present = isNew
    ? undefined
    : sqlite.first(`SELECT ${names.join(', ')} FROM ${table} WHERE id = ?`, [row.id]);
  if (present === undefined) {
    sqlite.run(insertSql(table, names), Object.values(row));
    return;
  }
  const before = new Map(Object.entries(present as object));
  const changed = names.filter((name) => before.get(name) !== row[name]);
  if (changed.length === 0) return;
  sqlite.run(
    `UPDATE ${table} SET ${changed.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    [...changed.map((name) => row[name] ?? null), row.id],
  );
}
