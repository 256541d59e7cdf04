import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueries, type Queries } from './queries.ts';
import { openSqlite, type Sqlite } from './sqlite.ts';

interface Schema {
  notes: { id: number; text: string };
}

let directory: string;
let sqlite: Sqlite;
let queries: Queries<Schema>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-queries-'));
  sqlite = openSqlite({ file: join(directory, 'test.db'), key: new Uint8Array(32) });
  sqlite.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  queries = createQueries<Schema>(sqlite);
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

it('runs what it builds at once, on the handle', () => {
  const { build } = queries;
  const inserted = queries.run(
    build.insertInto('notes').values([
      { id: 1, text: "it's" },
      { id: 2, text: '"; DROP TABLE notes' },
    ]),
  );
  expect(inserted.changes).toBe(2);
  expect(queries.all(build.selectFrom('notes').select('text').orderBy('id', 'desc'))).toEqual([
    { text: '"; DROP TABLE notes' },
    { text: "it's" },
  ]);
  expect(queries.first(build.selectFrom('notes').selectAll().where('text', '=', "it's"))).toEqual({
    id: 1,
    text: "it's",
  });
  expect(queries.first(build.selectFrom('notes').selectAll().where('id', '=', 3))).toBeUndefined();
});

it('is part of the transaction that runs', () => {
  expect(() =>
    sqlite.transaction(() => {
      queries.run(queries.build.insertInto('notes').values({ id: 1, text: 'lost' }));
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(queries.all(queries.build.selectFrom('notes').selectAll())).toEqual([]);
});
