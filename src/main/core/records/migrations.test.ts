import { beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { explained } from '../../../platform/testing/explained.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { createLookups } from './lookups.ts';
import { recordsMigrations } from './migrations.ts';
import { createObservationsRepository } from './observations-repository.ts';
import { placeObservation } from './place-observation.ts';
import { openRecords } from './records.ts';
import { createRecordsRepository } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { NewObservation } from './types.ts';

let sqlite: Sqlite;
beforeEach(() => {
  sqlite = testDatabase();
});

const resource = { kind: 'customer', id: 'customer_a' } as const;

/** How SQLite would go about every query that `work` makes. */
function plansOf(work: (spied: Sqlite) => void): string {
  const { plans, ...asked } = explained(sqlite);
  work({ ...sqlite, ...asked });
  return plans.flat().join('\n');
}

it('comes to a database that other modules have filled already', () => {
  const other = { id: 'other', up: (database: Sqlite) => database.exec('CREATE TABLE other (x)') };
  migrate(sqlite, [other]);
  sqlite.exec('INSERT INTO other VALUES (1)');
  migrate(sqlite, [other, ...recordsMigrations]);
  expect(sqlite.all('SELECT * FROM other')).toEqual([{ x: 1 }]);
  expect(sqlite.all('SELECT * FROM records')).toEqual([]);
});

it('reads observations of one resource in their order by the index alone, without sorting', () => {
  migrate(sqlite, recordsMigrations);
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
  migrate(sqlite, recordsMigrations);
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
  expect(plans).toContain('SEARCH record_counts USING PRIMARY KEY (kind=?)');
  expect(plans).not.toContain('SCAN');
});

it('finds event look-ups by their arrival, without a walk over all', () => {
  migrate(sqlite, recordsMigrations);
  const observe = (arrival: number, source: string) =>
    sqlite.run(
      "INSERT INTO observations (arrival, observation_id, kind, id, source, is_entered, effective_at, rank, body_sha256, observed_at, deviations, body) VALUES (?, ?, 'event', 'event_a', ?, 0, 0, 0, '', '', '[]', '{}')",
      [arrival, String(arrival), source],
    );
  observe(1, 'event-look-up');
  observe(2, 'delivery');
  observe(3, 'event-look-up');
  const sql =
    "SELECT arrival FROM observations INDEXED BY observations_looked_up WHERE kind = 'event' AND source = 'event-look-up' AND arrival > 0 ORDER BY arrival";
  expect(sqlite.all(sql)).toEqual([{ arrival: 1 }, { arrival: 3 }]);
  expect(sqlite.all(`EXPLAIN QUERY PLAN ${sql}`)).toMatchObject([
    { detail: expect.stringContaining('INDEX observations_looked_up (arrival>?)') },
  ]);
});

it('has no index whose condition makes SQLite prepare the queries of one resource anew each time', () => {
  migrate(sqlite, recordsMigrations);
  // Bound values are compared with such conditions, and then the plan is good for those values alone.
  const conditions = sqlite
    .texts(
      "SELECT sql FROM sqlite_schema WHERE tbl_name = 'observations' AND type = 'index' AND sql IS NOT NULL",
    )
    .map((text) => /\bWHERE\b(.*)/s.exec(text)?.[1] ?? '');
  expect(conditions.filter((condition) => condition !== '')).toHaveLength(3);
  for (const condition of conditions) expect(condition).not.toMatch(/\b(kind|id|is_entered) = /);
});

it('finds accounts by customer and wallet', () => {
  migrate(sqlite, recordsMigrations);
  const fill = (id: string, customer: string, wallet: string | null) =>
    sqlite.run(
      `INSERT INTO virtual_account_columns (id, record, customer_id, wallet_address, source_currency)
       VALUES (?, 1, ?, ?, 'USD')`,
      [id, customer, wallet],
    );
  for (let number = 0; number < 50; number++)
    fill(`virtualAccount_${number}`, 'customer_a', '0xAb');
  fill('virtualAccount_x', 'customer_b', '0xaB');
  fill('virtualAccount_y', 'customer_b', '0xaC');
  fill('virtualAccount_z', 'customer_b', null);
  const asked = { customerId: 'customer_b', walletAddress: '0xAB' };
  const found = createLookups(sqlite).accountsAt([asked, asked, { ...asked, walletAddress: '' }]);
  expect(found).toEqual([
    {
      id: 'virtualAccount_x',
      customerId: 'customer_b',
      walletAddress: '0xaB',
      sourceCurrency: 'USD',
      destinationCurrency: '',
      network: '',
    },
  ]);
});

const told: readonly (Partial<NewObservation> & Pick<NewObservation, 'kind' | 'id'>)[] = [
  { kind: 'customer', id: 'customer_learned' },
  { kind: 'customer', id: 'customer_told', eventCreated: '2026-11-20T11:59:00.250+00:00' },
  { kind: 'customer', id: 'customer_told', eventCreated: '2026-11-20T11:59:30.000Z' },
  { kind: 'customer', id: 'customer_entered', source: 'entered' },
  {
    kind: 'virtualAccount',
    id: 'virtualAccount_own',
    body: { created: '2026-11-20T13:58:00.125+02:00' },
  },
  { kind: 'virtualAccount', id: 'virtualAccount_learned' },
];
const made = () =>
  sqlite.all(
    `SELECT id, made_at FROM customer_columns
     UNION ALL SELECT id, made_at FROM virtual_account_columns ORDER BY id`,
  );

it('derives when a record was made', () => {
  migrate(sqlite, recordsMigrations);
  const records = openRecords({ sqlite });
  for (const observation of told) {
    records.observe({
      body: {},
      source: 'delivery',
      observedAt: '2026-11-20T12:00:00.000Z',
      ...observation,
    });
  }
  const at = (text: string) => Date.parse(`2026-11-20T${text}Z`);
  expect(made()).toEqual([
    { id: 'customer_entered', made_at: at('12:00:00.000') },
    { id: 'customer_learned', made_at: at('12:00:00.000') },
    { id: 'customer_told', made_at: at('11:59:00.250') },
    { id: 'virtualAccount_learned', made_at: at('12:00:00.000') },
    { id: 'virtualAccount_own', made_at: at('11:58:00.125') },
  ]);
});

it('keeps an observation once, and for ever', () => {
  migrate(sqlite, recordsMigrations);
  const records = openRecords({ sqlite });
  const told = { ...resource, source: 'delivery', observedAt: '2026-11-20T12:00:00.000Z' } as const;
  const first = records.observe({ ...told, body: { step: 1 } });
  expect(records.observe({ ...told, body: { step: 1 } })).toEqual({ ...first, isNew: false });
  records.observe({ ...told, body: { step: 3 } });
  expect(records.get('customer', 'customer_a')?.observations).toBe(2);
  expect(() => sqlite.exec("UPDATE observations SET body = '{}'")).toThrow('never changes');
  expect(() => sqlite.exec('DELETE FROM observations')).toThrow('never deleted');
});

it('leads from the id of what the service told to it by an index', () => {
  migrate(sqlite, recordsMigrations);
  const plan = sqlite.all(
    `EXPLAIN QUERY PLAN SELECT source FROM observations
     WHERE observation_id = 'one' AND source NOT IN ('entered', 'create-answer')`,
  );
  expect(JSON.stringify(plan)).toContain('USING INDEX observations_by_id (observation_id=?)');
});
