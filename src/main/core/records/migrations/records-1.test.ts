import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { createQueries } from '../../../../platform/queries.ts';
import { openSqlite, type Sqlite, type SqlValue } from '../../../../platform/sqlite.ts';
import { createObservationsRepository, placeObservation } from '../observations-repository.ts';
import { createRecordsRepository } from '../records-repository.ts';
import type { RecordsSchema } from '../schema.ts';
import { records1 } from './records-1.ts';

let directory: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-records-1-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32) });
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

const resource = { kind: 'customer', id: 'customer_a' } as const;

/** How SQLite would go about every query that `work` makes. */
function plansOf(work: (spied: Sqlite) => void): string {
  const plans: unknown[] = [];
  const explain = (sql: string, parameters: readonly SqlValue[] = []) =>
    plans.push(...sqlite.all(`EXPLAIN QUERY PLAN ${sql}`, parameters));
  work({
    ...sqlite,
    all: (sql, parameters) => {
      explain(sql, parameters);
      return sqlite.all(sql, parameters);
    },
    first: (sql, parameters) => {
      explain(sql, parameters);
      return sqlite.first(sql, parameters);
    },
  });
  return (plans as { detail: string }[]).map(({ detail }) => detail).join('\n');
}

it('comes to a database that other rooms have filled already', () => {
  const other = { id: 'other', up: (database: Sqlite) => database.exec('CREATE TABLE other (x)') };
  migrate(sqlite, [other]);
  sqlite.exec('INSERT INTO other VALUES (1)');
  migrate(sqlite, [other, records1]);
  expect(sqlite.all('SELECT * FROM other')).toEqual([{ x: 1 }]);
  expect(sqlite.all('SELECT * FROM records')).toEqual([]);
});

it('reads observations of one resource in their order by the index alone, without sorting', () => {
  migrate(sqlite, [records1]);
  const plans = plansOf((spied) => {
    const queries = createQueries<RecordsSchema>(spied);
    const repository = createObservationsRepository(queries, sqlite.seal);
    repository.append(
      placeObservation({
        ...resource,
        body: {},
        source: 'read',
        observedAt: '2026-11-20T12:00:00.000Z',
      }),
    );
    expect(repository.lastPosition(resource, false)).not.toBeNull();
    const part = repository.inOrder(resource, false, null, 1);
    expect(part.sources).toHaveLength(1);
    expect(repository.inOrder(resource, false, part.next, 1)).toEqual({ sources: [], next: null });
    const newest = repository.newest(resource, false, null, 1);
    expect(newest.observations).toHaveLength(1);
    expect(repository.newest(resource, false, newest.next, 1).observations).toEqual([]);
    expect(repository.resources()).toEqual([resource]);
  });
  expect(plans.match(/USING (COVERING )?INDEX observations_in_order/g)).toHaveLength(6);
  expect(plans).toContain('USING COVERING INDEX observations_in_order');
  expect(plans).not.toContain('TEMP B-TREE');
});

it('finds a record, and when the newest was learned, by an index', () => {
  migrate(sqlite, [records1]);
  const plans = plansOf((spied) => {
    const repository = createRecordsRepository(createQueries<RecordsSchema>(spied));
    repository.get('customer', 'customer_a');
    repository.facts('customer');
    repository.learned('customer', '', 10);
  });
  expect(plans).toContain('USING INDEX sqlite_autoindex_records_1 (kind=? AND id=?)');
  // In its order, and so no further than it is asked for.
  expect(plans).toContain('USING INDEX sqlite_autoindex_records_1 (kind=? AND id>?)');
  expect(plans).not.toContain('TEMP B-TREE');
  expect(plans).toContain('USING COVERING INDEX records_by_last_learned (kind=?)');
  expect(plans).not.toContain('SCAN');
});
