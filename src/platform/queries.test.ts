import { beforeEach, expect, it } from 'vitest';
import { createQueries, type Queries } from './queries.ts';
import type { Sqlite } from './sqlite.ts';
import { testDatabase } from './testing/test-folder.ts';

interface Schema {
  notes: { id: number; text: string };
}

let sqlite: Sqlite;
let queries: Queries<Schema>;
beforeEach(() => {
  sqlite = testDatabase();
  sqlite.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
  queries = createQueries<Schema>(sqlite);
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
