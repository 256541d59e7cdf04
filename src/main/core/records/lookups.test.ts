import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { createLookups } from './lookups.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';

let directory: string;
let sqlite: Sqlite;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-lookups-'));
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(5) });
  migrate(sqlite, recordsMigrations);
});
afterEach(() => {
  sqlite.close();
  rmSync(directory, { recursive: true });
});

it('customers are not verified where a profile says so, and where none is known nothing is said', () => {
  const records = openRecords({ sqlite });
  const learn = (id: string, verificationProfiles: JsonObject[]) =>
    records.observe({
      ...{ kind: 'customer', id, body: { id, verificationProfiles }, source: 'create-answer' },
      ...{ observedAt: '2026-11-20T12:00:00.000Z', deviations: [] },
      ...{ eventId: null, eventCreated: null, eventUpdated: null },
    });
  const criteria = { required: ['taxId'], pending: [] };
  learn('customer_approved', [{ name: 'base', status: 'approved' }]);
  learn('customer_rejected', [{ name: 'base', status: 'rejected' }]);
  learn('customer_incomplete', [{ name: 'base', status: 'incomplete', criteria }]);
  learn('customer_none', []);
  const ids = ['approved', 'rejected', 'incomplete', 'none', 'nobody'].map(
    (id) => `customer_${id}`,
  );
  expect([...createLookups(sqlite).unverified(ids)].toSorted()).toEqual([
    ['customer_incomplete', ['taxId']],
    ['customer_rejected', []],
  ]);
});
