import { afterEach, beforeEach, expect, it } from 'vitest';
import { putRow } from './put-row.ts';
import { openMemorySqlite, type Sqlite, type SqlValue } from './sqlite.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = openMemorySqlite(null);
  sqlite.exec(
    'CREATE TABLE notes (id TEXT PRIMARY KEY, text TEXT, number INTEGER, other REAL) STRICT',
  );
});
afterEach(() => sqlite.close());

it('inserts a row, and writes no column that is as it was', () => {
  const written: string[] = [];
  const noting = {
    first: sqlite.first,
    run(sql: string, values: readonly SqlValue[] = []) {
      written.push(sql);
      return sqlite.run(sql, values);
    },
  };
  const put = (text: string | null, number: number | null, isNew = false) =>
    putRow(noting, 'notes', { id: 'a', text, number }, isNew);
  put('one', 1, true);
  put('one', 1);
  put('one', 2);
  put(null, null);
  expect(sqlite.all('SELECT * FROM notes')).toEqual([
    { id: 'a', text: null, number: null, other: null },
  ]);
  expect(written).toEqual([
    'INSERT INTO notes (id, text, number) VALUES (?, ?, ?)',
    'UPDATE notes SET number = ? WHERE id = ?',
    'UPDATE notes SET text = ?, number = ? WHERE id = ?',
  ]);
});
