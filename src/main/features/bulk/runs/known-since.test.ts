/** Rows that became seconds of something while a run stood still, also where nothing but their content tells. */
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import { customerFingerprint } from '../../../core/creates/fingerprints.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { openIntents } from '../../../core/intents/intents.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import type { Intents } from '../../../core/intents/types.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { Records } from '../../../core/records/types.ts';
import type { WriteOutcome } from '../../../core/service/outcomes.ts';
import { createKnownSince, type KnownSince, knownNow, samenessOf } from './known-since.ts';
import { bulkMigrations } from './migrations.ts';
import { createRunsRepository, type RunsRepository } from './runs-repository.ts';
import type { StoredRun, WaitingRow } from './stored-rows.ts';

let sqlite: Sqlite;
let intents: Intents;
let records: Records;
let repository: RunsRepository;
let known: KnownSince;
beforeEach(() => {
  sqlite = testDatabase();
  const all = [recordsMigrations, auditMigrations, intentsMigrations, bulkMigrations];
  migrate(sqlite, all.flat());
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const clock = systemClock;
  const audit = openAudit({ sqlite, clock });
  records = openRecords({ sqlite });
  intents = openIntents({ sqlite, records, audit, clock, log });
  repository = createRunsRepository(sqlite, () => undefined);
  known = createKnownSince(sqlite, repository);
});

const nameless = { type: 'individual' } as const;
const named = (lastName: string) => ({ ...nameless, personalInformation: { lastName } });
const keyOf = (number: number) => String(number).padStart(32, '0');
type Row = WaitingRow & {
  readonly input: ReturnType<typeof named>;
  readonly name: null;
  readonly reference: null;
  readonly ownName: null;
};
const row = (number: number, lastName: string, isSecond = false): Row => ({
  row: number,
  key: keyOf(number),
  input: named(lastName),
  fingerprint: null,
  isSecond,
  name: null,
  reference: null,
  ownName: null,
});

/** Looked at now. */
function runOf(rows: readonly Row[]): StoredRun {
  const run = { id: 'a'.repeat(32), kind: 'customer' as const, fileName: 'list.csv' };
  const createdAt = '2026-11-20T12:00:00.000Z';
  const about = { ...run, sha256: 'f'.repeat(64), columns: [], createdAt };
  const number = repository.prepare({ ...about, knownUntil: knownNow(sqlite) });
  repository.addRows(number, rows);
  repository.setState(number, {
    state: 'running',
    stateAt: createdAt,
    cause: null,
    sentence: null,
    endedAt: null,
  });
  const stored = repository.get(run.id);
  if (stored === null) throw new Error('There is no run.');
  return stored;
}

const unknown: WriteOutcome = {
  kind: 'unknown',
  cause: 'server-error',
  sentence: 'No usable answer.',
  status: 500,
  error: null,
  bytes: null,
  requestId: null,
};
const notSent: WriteOutcome = { kind: 'not-sent', cause: 'name', sentence: 'Nothing left.' };
const send = (key: string, lastName: string, outcome: WriteOutcome = unknown) =>
  intents.run({
    key,
    operation: 'createCustomer',
    input: named(lastName),
    fingerprint: null,
    repeats: null,
    send: async () => outcome,
  });
const rowsOf = (rows: readonly WaitingRow[]) => rows.map((one) => one.row);

it('a customer without email is known by what was sent', async () => {
  const rows = [row(1, 'Byron'), row(2, 'Hopper'), row(3, 'Lovelace')];
  const run = runOf(rows);
  await send(keyOf(91), 'Byron');
  await send(keyOf(92), 'Lovelace', notSent);
  expect(rowsOf(known(run, rows))).toEqual([1]);
});

it('a customer is known in whatever form its accents are', async () => {
  const rows = [row(1, 'Rene\u0301'), row(2, 'Ren\u00e9'), row(3, 'Rene')];
  const run = runOf(rows);
  await send(keyOf(91), 'Ren\u00e9');
  expect(rowsOf(known(run, rows))).toEqual([1, 2]);
});

it('a second in another form stands in the way of no other row', async () => {
  const rows = [row(1, 'Rene\u0301'), row(2, 'Ren\u00e9', true)];
  const run = runOf(rows);
  await send(keyOf(2), 'Ren\u00e9');
  expect(rowsOf(known(run, rows))).toEqual([]);
});

it('a second that a person included is sent, and stands in the way of no other row', async () => {
  const rows = [row(1, 'Byron'), row(2, 'Byron', true)];
  const run = runOf(rows);
  await send(keyOf(2), 'Byron');
  expect(rowsOf(known(run, rows))).toEqual([]);
  await send(keyOf(91), 'Byron');
  expect(rowsOf(known(run, rows.slice(0, 1)))).toEqual([1]);
});

it('a second is told of the first while that is under way', () => {
  const rows = [row(1, 'Byron'), row(2, 'Byron', true), row(3, 'Hopper', true)];
  const { number } = runOf(rows);
  const areSending = () => rows.map((one) => repository.isSendingLike(number, samenessOf(one)));
  expect(areSending()).toEqual([false, false, false]);
  repository.setSending([keyOf(1)]);
  expect(areSending()).toEqual([true, true, false]);
  repository.end({ key: keyOf(1), state: 'created', resourceId: 'customer_1', hasMismatch: false });
  expect(areSending()).toEqual([false, false, false]);
});

it('a second that a person included is compared with what came after they looked', async () => {
  await send(keyOf(90), 'Byron');
  const rows = [row(1, 'Byron'), row(2, 'Byron', true), row(3, 'Hopper', true)];
  const run = runOf(rows);
  await send(keyOf(1), 'Byron');
  await send(keyOf(92), 'Lovelace');
  expect(rowsOf(known(run, rows.slice(1)))).toEqual([]);
  await send(keyOf(93), 'Byron');
  expect(rowsOf(known(run, rows.slice(1)))).toEqual([2]);
});

it('a second is compared with what came after they looked, also where records were rebuilt since', async () => {
  const learn = (id: string, email: string) =>
    records.observe({
      kind: 'customer',
      id,
      source: 'entered',
      body: { id, email },
      observedAt: '2026-11-20T12:00:00.000Z',
    });
  const second = (number: number, email: string): Row => ({
    ...row(number, 'Byron', true),
    fingerprint: customerFingerprint({ email }),
  });
  learn('customer_z', 'known@a.example');
  const rows = [second(1, 'known@a.example'), second(2, 'late@a.example')];
  const run = runOf(rows);
  learn('customer_a', 'late@a.example');
  expect(rowsOf(known(run, rows))).toEqual([2]);
  records.rebuild();
  expect(rowsOf(known(run, rows))).toEqual([2]);
});
