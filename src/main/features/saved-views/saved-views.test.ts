import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { MAX_VIEWS, openSavedViews, type SavedViews, viewMigrations } from './feature.ts';

let directory: string;
let sqlite: Sqlite;
let views: SavedViews;
beforeEach(() => {
  directory = testFolder();
  open();
});
afterEach(() => {
  sqlite.close();
});

function open(): void {
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(7) });
  migrate(sqlite, viewMigrations);
  views = openSavedViews(sqlite, 'timeline');
}

const idOf = (number: number): string => number.toString(16).padStart(16, '0');
const view = (number: number, name = `View ${number}`) => ({
  id: idOf(number),
  name,
  query: `name=payout.&q=${number}`,
});

it('come to a database that other modules have filled already', () => {
  const other = { id: 'other', up: (database: Sqlite) => database.exec('CREATE TABLE other (x)') };
  const filled = openSqlite({ file: join(directory, 'other.db'), key: new Uint8Array(32) });
  try {
    migrate(filled, [other]);
    filled.exec('INSERT INTO other VALUES (1)');
    migrate(filled, [other, ...viewMigrations]);
    expect(filled.all('SELECT * FROM other')).toEqual([{ x: 1 }]);
    expect(openSavedViews(filled, 'timeline').list()).toEqual([]);
  } finally {
    filled.close();
  }
});

describe('saved views', () => {
  it('stay in the order in which they were saved, over a restart too', () => {
    views.save(view(2));
    views.save(view(1));
    sqlite.close();
    open();
    expect(views.list()).toEqual([view(2), view(1)]);
  });

  it('are saved again under the same id, at their place', () => {
    views.save(view(1));
    views.save(view(2));
    expect(views.save({ ...view(1, 'Renamed'), query: '' })).toEqual({
      id: idOf(1),
      name: 'Renamed',
      query: '',
    });
    expect(views.list().map(({ name }) => name)).toEqual(['Renamed', 'View 2']);
  });

  it('have names of their own, whatever the size of letters and spaces', () => {
    views.save(view(1, 'Late  payouts'));
    expect(views.list()[0]?.name).toBe('Late payouts');
    expect(() => views.save(view(2, ' late PAYOUTS '))).toThrow(
      'Another saved view is already named “late PAYOUTS”. Enter another name, or remove that view first.',
    );
    expect(() => views.save(view(3, '   '))).toThrow('Enter a name for the view.');
    expect(views.list()).toHaveLength(1);
    expect(views.save(view(1, 'LATE PAYOUTS')).name).toBe('LATE PAYOUTS');
  });

  it('of one list are none of another, whatever their names', () => {
    const others = openSavedViews(sqlite, 'payouts');
    views.save(view(1, 'Late'));
    expect(others.list()).toEqual([]);
    others.save({ ...view(2, 'Late'), query: 'state=failed' });
    expect(openSavedViews(sqlite, 'otherRecords').save(view(3, 'Late')).name).toBe('Late');
    expect(others.remove(idOf(1))).toBe(false);
    expect([views.list(), others.list()].map(([one]) => one?.id)).toEqual([idOf(1), idOf(2)]);
  });

  it('are removed, and their name is free again', () => {
    views.save(view(1, 'Late'));
    expect(views.remove(idOf(1))).toBe(true);
    expect(views.remove(idOf(1))).toBe(false);
    expect(views.save(view(2, 'Late')).name).toBe('Late');
  });

  it('are at most as many as a menu shows, and one of them can still be changed', () => {
    for (let number = 0; number < MAX_VIEWS; number += 1) views.save(view(number));
    expect(() => views.save(view(MAX_VIEWS))).toThrow('Causeway saves at most 100 views');
    expect(views.save(view(3, 'Changed')).name).toBe('Changed');
    views.remove(idOf(0));
    views.save(view(MAX_VIEWS));
    expect(views.list()).toHaveLength(MAX_VIEWS);
  });
});
