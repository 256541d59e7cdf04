import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { recordsMigrations } from '../migrations.ts';
import { openRecords } from '../records.ts';
import { records8 } from './records-8.ts';

let directory: string;
let sqlite: Sqlite;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-records-8-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32) });
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

const told = {
  ...({ kind: 'customer', id: 'customer_1', source: 'delivery' } as const),
  observedAt: '2026-11-20T12:00:00.000Z',
  raw: new Uint8Array([1, 2, 3]),
};
const all = () => sqlite.all('SELECT * FROM observations ORDER BY arrival');

it('keeps every observation as it was, and each is there once as before', () => {
  migrate(
    sqlite,
    recordsMigrations.filter((one) => one !== records8),
  );
  const before = openRecords({ sqlite });
  const first = before.observe({ ...told, body: { step: 1 } });
  before.observe({ ...told, source: 'entered', body: { step: 2 } });
  const kept = all();
  expect(kept).toHaveLength(2);
  migrate(sqlite, recordsMigrations);
  expect(all()).toEqual(kept);
  const records = openRecords({ sqlite });
  expect(records.observe({ ...told, body: { step: 1 } })).toEqual({ ...first, isNew: false });
  records.observe({ ...told, body: { step: 3 } });
  expect(records.get('customer', 'customer_1')?.observations).toBe(3);
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
