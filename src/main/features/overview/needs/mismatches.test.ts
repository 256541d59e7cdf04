import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Mismatch } from '../../../../bridge/virtual-accounts.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openTestRecords, type TestRecords } from '../../../core/records/testing/open-records.ts';
import type { VirtualAccounts } from '../../virtual-accounts/virtual-accounts.ts';
import { overviewMigrations } from '../migrations.ts';
import { openMismatches } from './mismatches.ts';

let opened: TestRecords;
let mismatched: Set<string>;
let looked: string[];
let past: { id: string; created: string; hasMismatch: boolean }[];
let mismatches: ReturnType<typeof openMismatches>;
beforeEach(() => {
  opened = openTestRecords();
  migrate(opened.sqlite, [...recordsMigrations, ...overviewMigrations]);
  mismatched = new Set();
  looked = [];
  past = [];
  open();
});
afterEach(async () => {
  await mismatches.close();
  opened.remove();
});

const open = () => {
  const departing = (ids: readonly string[]) => {
    looked.push(...ids);
    const field = 'network';
    const found: Mismatch[] = [{ field, sent: 'base', received: 'sol', sentence: 'They differ.' }];
    return new Map(ids.filter((id) => mismatched.has(id)).map((id) => [id, found]));
  };
  const list: VirtualAccounts['list'] = async ({ knownAt, offset, limit }) => {
    const all = past.filter(({ created }) => created <= (knownAt ?? ''));
    return { rows: all.slice(offset, offset + limit), total: all.length } as never;
  };
  mismatches = openMismatches({
    ...opened,
    accounts: { departing, list },
    clock: { now: () => Date.now() },
  });
};
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const observe = (
  id: string,
  minute: number,
  kind: 'virtualAccount' | 'customer' = 'virtualAccount',
) =>
  opened.records.observe({
    kind,
    id,
    source: 'create-answer',
    observedAt: at(minute),
    body: { created: at(minute) },
  });
const found = async () => {
  const { items } = await mismatches.source.find({
    knownAt: null,
    moment: 0,
    limits: { payout: 24, kyc: 72 },
  });
  return items.map(({ id, at: since, what }) => `${id} ${since.slice(14, 16)} ${what.join()}`);
};

it('are of the accounts that arrived, each looked at once, over a restart too', async () => {
  for (let count = 0; count < 500; count += 1) observe(`va_${count}`, count % 60);
  observe('customer_1', 1, 'customer');
  mismatched.add('va_7').add('va_450');
  expect(await found()).toEqual(['va_450 30 network', 'va_7 07 network']);
  expect(new Set(looked).size).toBe(500);
  looked = [];
  await mismatches.close();
  open();
  await found();
  expect(looked.toSorted()).toEqual(['va_450', 'va_7']);
});

it('leave when they are signed off, and come back with another observation', async () => {
  observe('va_1', 1);
  mismatched.add('va_1');
  expect(await found()).toEqual(['va_1 01 network']);
  mismatched.clear();
  expect(await found()).toEqual([]);
  looked = [];
  expect(await found()).toEqual([]);
  expect(looked).toEqual([]);
  mismatched.add('va_1');
  expect(await found()).toEqual([]);
  observe('va_1', 5);
  expect(await found()).toEqual(['va_1 05 network']);
});

it('of an earlier moment are those of every account as it was known then', async () => {
  past = Array.from({ length: 120 }, (_, minute) => ({
    id: `va_${minute}`,
    created: at(minute),
    hasMismatch: minute % 50 === 0,
  }));
  const of = async (minute: number) => {
    const limits = { payout: 24, kyc: 72 };
    const question = { knownAt: at(minute), moment: Date.parse(at(minute)), limits };
    return (await mismatches.source.find(question)).items.map(({ id }) => id);
  };
  expect(await of(119)).toEqual(['va_100', 'va_50', 'va_0']);
  expect(await of(60)).toEqual(['va_50', 'va_0']);
  expect(looked).toEqual([]);
});
