import { beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { createLookups } from './lookups.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';

let sqlite: Sqlite;

beforeEach(() => {
  sqlite = testDatabase(recordsMigrations);
});

it('customers are not verified where a profile says so, and where none is known nothing is said', () => {
  const records = openRecords({ sqlite });
  const learn = (id: string, verificationProfiles: JsonObject[]) =>
    records.observe({
      kind: 'customer',
      id,
      body: { id, verificationProfiles },
      source: 'create-answer',
      observedAt: '2026-11-20T12:00:00.000Z',
      deviations: [],
      eventId: null,
      eventCreated: null,
      eventUpdated: null,
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
