import { expect, it } from 'vitest';
import { readCount } from './read-count.ts';
import { openMemorySqlite } from './sqlite.ts';

it('reads what a query counts, and throws where the query counts nothing', () => {
  const sqlite = openMemorySqlite(null);
  sqlite.exec("CREATE TABLE notes (text TEXT) STRICT; INSERT INTO notes VALUES ('a'), ('b')");
  expect(readCount(sqlite, 'SELECT count(*) AS count FROM notes')).toBe(2);
  expect(readCount(sqlite, 'SELECT count(*) AS count FROM notes WHERE text = ?', ['a'])).toBe(1);
  expect(() => readCount(sqlite, 'SELECT text AS count FROM notes')).toThrow('expected number');
  expect(() => readCount(sqlite, 'SELECT 1 AS count FROM notes WHERE text IS NULL')).toThrow();
  sqlite.close();
});
