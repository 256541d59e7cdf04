import { expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { annotationMigrations } from '../../core/annotations/migrations.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { sourcesOf } from './feature.ts';
import { handoverMigrations } from './migrations.ts';
import { isOfEntry, openOrigins } from './origins.ts';

/** Of what entries are about. */
const others = [...recordsMigrations, ...annotationMigrations];
const entry = (number: number): string => String(number).padStart(64, 'e');
const told = 'SELECT * FROM handover_entries ORDER BY entry, computer';

/** As it was before names of entries were short in their index. */
function filled(): Sqlite {
  const sqlite = openMemorySqlite(null);
  migrate(sqlite, [...others, ...handoverMigrations.slice(0, 1)]);
  sqlite.exec(`
    INSERT INTO handover_files VALUES ('f', 'c', 'Ada', '-', '-'), ('g', 'd', NULL, '-', '-');
    INSERT INTO handover_entries VALUES
      ('${entry(1)}', 'c', 'f', 'observation', 'customer', 'customer_1', '', '2026-01-01'),
      ('${entry(1)}', 'd', 'g', 'observation', 'customer', 'customer_1', '', '2026-01-01'),
      ('${entry(2)}', 'd', 'g', 'note', 'customer', 'customer_1', 'n', '2026-01-02');`);
  return sqlite;
}

it('keeps from which computers entries are, and finds them by index', () => {
  const sqlite = filled();
  const before = sqlite.all(told);
  migrate(sqlite, [...others, ...handoverMigrations]);
  expect(sqlite.all(told)).toEqual(before);
  expect(openOrigins(sqlite, 'own', null).of(entry(1))).toEqual(['c', 'd']);
  expect(sourcesOf(sqlite, 'c', { kind: 'customer', id: 'customer_1' })).toMatchObject([
    { what: 'note', part: 'n', computer: 'd' },
  ]);
  const plan = (sql: string): string =>
    JSON.stringify(sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, ['x', 'x']));
  expect(plan(`SELECT computer FROM handover_entries WHERE ${isOfEntry}`)).toMatch(
    /SEARCH handover_entry_origins USING INDEX handover_entry_origins_by_entry/,
  );
  expect(plan('SELECT entry FROM handover_entries WHERE kind IS ? AND id IS ?')).toMatch(
    /SEARCH handover_entry_origins USING INDEX handover_entry_origins_of/,
  );
  sqlite.close();
});

it('has each computer once for an entry, by whichever way it comes, and loses none', () => {
  const sqlite = filled();
  migrate(sqlite, [...others, ...handoverMigrations]);
  const place = { what: 'note', kind: 'customer', id: 'customer_1', part: 'n', at: '2026-01-02' };
  openOrigins(sqlite, 'own', 'f').add(entry(2), place, ['d', 'x'], false);
  const again = `INSERT INTO handover_entries VALUES
    ('${entry(2)}', 'x', 'g', 'note', 'customer', 'customer_1', 'n', '2026-01-02')`;
  sqlite.exec(again);
  expect(openOrigins(sqlite, 'own', null).of(entry(2))).toEqual(['d', 'x']);
  expect(sqlite.texts(`${told.replace('*', 'file')}`)).toEqual(['f', 'g', 'g', 'f']);
  for (const table of ['handover_origins', 'handover_entry_origins'])
    expect(() => sqlite.exec(`DELETE FROM ${table}`)).toThrow(/never deleted/);
  sqlite.close();
});
