import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { verifyLog } from '../../core/audit/verify-log.ts';
import { intentsMigrations } from '../../core/intents/migrations.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import { bulkMigrations } from '../bulk/runs/migrations.ts';
import { handoverMigrations } from '../handover/migrations.ts';
import { payoutsMigrations } from '../payouts/migrations.ts';
import { forwardingMigrations } from '../webhooks/forwarding/migrations.ts';
import { isErasedContent } from '../webhooks/inbox/erased-content.ts';
import { intakeMigrations, openIntake } from '../webhooks/intake/intake.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
  receivedAt,
  secrets,
} from '../webhooks/testing/deliveries.ts';
import { retentionMigrations } from './feature.ts';
import { monthsBefore, openRetention, type Retention } from './retention.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;
let retention: Retention;
let now = receivedAt;
let isScrubbed = true;
/** What the service says of the time, and says when it is asked. */
let service: { said: number | null; answer: number | null };
/** What happens elsewhere before deliveries are rewritten. */
let meanwhile = () => {};
const clock = { now: () => now };
const problems: unknown[] = [];
const log = { error: (facts: unknown) => problems.push(facts), warn: () => undefined };

beforeEach(async () => {
  now = receivedAt;
  problems.length = 0;
  isScrubbed = true;
  meanwhile = () => {};
  service = { said: null, answer: null };
  test = await openTestInbox();
  sqlite = openSqlite({
    file: join(test.directory, 'profile.db'),
    key: new Uint8Array(32).fill(1),
  });
  migrate(sqlite, [
    ...recordsMigrations,
    ...auditMigrations,
    ...intentsMigrations,
    ...intakeMigrations,
    ...forwardingMigrations,
    ...payoutsMigrations,
    ...retentionMigrations,
    ...handoverMigrations,
    ...bulkMigrations,
  ]);
  const { inbox, keys } = test;
  const records = openRecords({ sqlite });
  const intake = openIntake({
    inbox,
    sqlite,
    records,
    profileId,
    privateKey: keys.privateKey,
    isProduction: false,
    secrets: { secretsOf: () => secrets },
    clock,
    log,
  });
  const month = 31 * 24 * 3_600_000;
  await inbox.append([
    delivery(eventBody('event_old', { data: { wallet: { id: 'wallet_1', nickname: 'Ada' } } })),
    delivery(eventBody('event_forwarded'), { at: receivedAt + 1 }),
    delivery(eventBody('event_new'), { at: receivedAt + 3 * month }),
    delivery({ junk: 'Ada' }, { signedWith: null }),
  ]);
  await intake.catchUp();
  await intake.close();
  sqlite.exec(`
    INSERT INTO forward_targets (id, name, url, events, created_at, source_id, cursor)
      VALUES ('t', 'T', 'http://127.0.0.1', '[]', '', '', 0);
    INSERT INTO forwards (id, target_id, source_id, arrival, is_replay, state, queued_at, sentence)
      VALUES ('f', 't', '', 2, 0, 'waiting', '', '')`);
  for (const [id, observedAt] of [
    ['customer_1', new Date(receivedAt).toISOString()],
    ['customer_2', new Date(receivedAt + 3 * month).toISOString()],
  ] as const) {
    records.observe({
      kind: 'customer',
      id,
      source: 'read',
      observedAt,
      raw: Buffer.from('exact bytes'),
      body: { id, email: 'ada@example.com' },
    });
  }
  now = receivedAt + 4 * month;
  retention = openRetention({
    sqlite,
    records,
    clock,
    log,
    service: {
      time: () => service.said,
      async probe() {
        service.said = service.answer;
      },
    },
    deliveries: {
      async rewrite(arrivals, rewrite) {
        meanwhile();
        await inbox.rewrite({ profileId, privateKey: keys.privateKey, arrivals }, rewrite);
        return isScrubbed;
      },
    },
    audit: openAudit({ sqlite, clock }),
    onChange: () => undefined,
  });
});
afterEach(async () => {
  await retention.close();
  sqlite.close();
  await test.remove();
});

const forever = { deliveries: null, responses: null, inputs: null };
const contentOf = (arrival: number) => test.inbox.content(arrival, test.keys.privateKey);
const bodyOf = (arrival: number) => Buffer.from(contentOf(arrival)?.body ?? []).toString();

it('keeps everything for ever unless a person says otherwise', async () => {
  expect(await retention.apply()).toEqual({ deliveries: 0, responses: 0, inputs: 0 });
  expect(bodyOf(1)).toContain('Ada');
});

it('shows what would go, and removes old bytes, never of what is under way', async () => {
  const limits = { deliveries: 2, responses: 2, inputs: null };
  expect(await retention.preview(limits)).toEqual({ deliveries: 1, responses: 1, inputs: 0 });
  expect(bodyOf(1)).toContain('Ada');
  // The log of the inbox is read at that moment, and keeps what went: it is done again.
  isScrubbed = false;
  expect(await retention.change({ ...limits, responses: null })).toMatchObject({ deliveries: 0 });
  expect(retention.view()).toMatchObject({ last: null, waiting: expect.stringContaining('bytes') });
  isScrubbed = true;
  expect(await retention.change(limits)).toEqual({ deliveries: 1, responses: 1, inputs: 0 });
  expect(bodyOf(1)).not.toContain('Ada');
  expect(bodyOf(1)).toContain('event_old');
  expect(isErasedContent(contentOf(1)?.headers ?? [])).toBe(true);
  for (const arrival of [2, 3]) expect(contentOf(arrival)?.headers.length).toBeGreaterThan(1);
  // Refused ones have a bound of their own.
  expect(bodyOf(4)).toContain('Ada');
  const left = sqlite.texts('SELECT id FROM observations WHERE raw_sealed IS NOT NULL');
  expect(left).toEqual(['customer_2']);
  const digests = sqlite.texts('SELECT raw FROM handover_raw');
  expect(digests).toEqual([sha256Hex(Buffer.from('exact bytes'))]);
  expect(sqlite.texts("SELECT body FROM records WHERE id = 'wallet_1'")[0]).toContain('Ada');
  expect(() => sqlite.exec("UPDATE observations SET body = '{}'")).toThrow('never changes');

  const last = { deliveries: 1, responses: 1 };
  expect(retention.view()).toMatchObject({ ...limits, last, waiting: null });
  expect(await retention.apply()).toEqual({ deliveries: 0, responses: 0, inputs: 0 });
  sqlite.exec("UPDATE forwards SET state = 'delivered'");
  expect(await retention.apply()).toEqual({ deliveries: 1, responses: 0, inputs: 0 });
  const actions = sqlite.texts('SELECT action FROM audit_log');
  const changed = 'retention.changed';
  const applied = 'retention.applied';
  expect(actions).toEqual([changed, changed, applied, applied]);
  expect(verifyLog(sqlite).brokenAt).toBeNull();
  expect(problems).toEqual([]);
});

const day = 24 * 3_600_000;

it('removes nothing by a clock that is ahead of the service’s, until it is put right', async () => {
  const right = now - 124 * day;
  service.answer = right;
  expect(await retention.change({ ...forever, deliveries: 2 })).toMatchObject({ deliveries: 0 });
  const { waiting, last } = retention.view();
  expect(waiting).toContain('124 days ahead of the service’s');
  expect(last).toBeNull();
  expect(bodyOf(1)).toContain('Ada');
  now = right;
  expect(await retention.apply()).toEqual({ deliveries: 0, responses: 0, inputs: 0 });
  expect(retention.view()).toMatchObject({ waiting: null, last: { deliveries: 0 } });
});

it('goes on after months when the service confirms the date, or a person does', async () => {
  const limits = { ...forever, deliveries: 6 };
  // The service is not reached: a person saw the date.
  expect(await retention.clockDoubt()).toContain('has not confirmed the date');
  expect(await retention.change(limits)).toMatchObject({ deliveries: 0 });
  expect(retention.view()).toMatchObject({ waiting: null, last: { deliveries: 0 } });
  now += 60 * day;
  expect(await retention.apply()).toMatchObject({ deliveries: 0 });
  expect(retention.view().waiting).toContain('has not confirmed the date');
  expect(bodyOf(1)).toContain('Ada');
  service.answer = now;
  expect(await retention.apply()).toMatchObject({ deliveries: 1 });
  expect(retention.view().waiting).toBeNull();
  // Every day, whether the service is reached or not.
  service = { said: null, answer: null };
  sqlite.exec("UPDATE forwards SET state = 'delivered'");
  now += day;
  expect(await retention.apply()).toMatchObject({ deliveries: 1 });
});

it('leaves a delivery that arrived while the clock was behind: the service dated its event', async () => {
  const created = new Date(now).toISOString();
  await test.inbox.append([delivery(eventBody('event_now', { created }), { at: 0 })]);
  sqlite.exec(`INSERT INTO read_deliveries SELECT 5, slot_path, 0, role, 'event_now', event_name,
    is_mock, content, deviations FROM read_deliveries WHERE arrival = 1`);
  const limits = { ...forever, deliveries: 2 };
  expect(await retention.change(limits)).toMatchObject({ deliveries: 1 });
  expect(contentOf(5)?.headers.length).toBeGreaterThan(1);
  now += 3 * 31 * day;
  service.said = now;
  expect(await retention.apply()).toMatchObject({ deliveries: 2 });
  expect(isErasedContent(contentOf(5)?.headers ?? [])).toBe(true);
});

it('leaves a delivery whole that a replay queued while others were rewritten', async () => {
  sqlite.exec("UPDATE forwards SET state = 'delivered'");
  meanwhile = () => sqlite.exec("UPDATE forwards SET state = 'waiting'");
  const limits = { deliveries: 2, responses: null, inputs: null };
  expect(await retention.change(limits)).toMatchObject({ deliveries: 1 });
  expect(bodyOf(1)).not.toContain('Ada');
  expect(contentOf(2)?.headers.length).toBeGreaterThan(1);
  sqlite.exec("UPDATE forwards SET state = 'delivered'");
  meanwhile = () => {};
  expect(await retention.apply()).toMatchObject({ deliveries: 1 });
  expect(isErasedContent(contentOf(2)?.headers ?? [])).toBe(true);
});

it('leaves of inputs what names nobody, but for what may be sent again or is found by them', async () => {
  const input = JSON.stringify({ email: 'ada@example.com', type: 'individual' });
  const at = new Date(receivedAt).toISOString();
  const insert = (
    key: string,
    state: string,
    operation = 'createCustomer',
    settledAt = at,
    fingerprint: string | null = 'f',
  ) =>
    sqlite.run(
      `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, settled_at,
         sentence, messages) VALUES (?, ?, ?, ?, ?, ?, ?, '', '[]')`,
      [key, operation, state, input, fingerprint, at, settledAt],
    );
  sqlite.exec('PRAGMA foreign_keys = OFF');
  for (const [row, key, state] of [
    [1, 'created', 'created'],
    [2, 'refused', 'waiting'],
  ] as const)
    sqlite.run(
      `INSERT INTO bulk_rows (run, row, state, input, key, own_name, name, reference)
       VALUES (1, ?, ?, ?, ?, 'Ada', 'Ada', 'A-1')`,
      [row, state, input, key],
    );
  for (const state of ['created', 'refused', 'not-sent', 'unknown']) insert(state, state);
  insert('webhook', 'created', 'createWebhook');
  insert('new', 'created', 'createCustomer', new Date(now).toISOString());
  // By its input alone a second one is recognised.
  insert('without-email', 'created', 'createCustomer', at, null);
  const limits = { deliveries: null, responses: null, inputs: 2 };
  expect(await retention.preview(limits)).toMatchObject({ inputs: 3 });
  expect(await retention.change(limits)).toEqual({ deliveries: 0, responses: 0, inputs: 3 });
  const kept = sqlite.texts("SELECT key FROM intents WHERE input LIKE '%ada%' ORDER BY sequence");
  expect(kept).toEqual(['unknown', 'webhook', 'new', 'without-email']);
  expect(sqlite.texts("SELECT input FROM intents WHERE key = 'created'")).toEqual([
    '{"type":"individual"}',
  ]);
  const beside = "ifnull(own_name, '') || ifnull(name, '') || ifnull(reference, '')";
  expect(sqlite.texts(`SELECT state || ${beside} || input FROM bulk_rows`)).toEqual([
    'created{"type":"individual"}',
    `waitingAdaAdaA-1${input}`,
  ]);
  expect(await retention.apply()).toMatchObject({ inputs: 0 });
  expect(() => sqlite.exec("UPDATE intents SET input = '{}'")).toThrow('never changes');
  expect(verifyLog(sqlite).brokenAt).toBeNull();
});

it('leaves of rows of ended runs that were left out or not sent what names nobody', async () => {
  const input = JSON.stringify({ email: 'ada@example.com', type: 'individual' });
  for (const [number, state, endedAt] of [
    [1, 'done', receivedAt],
    [2, 'done', now],
    [3, 'running', null],
  ] as const) {
    sqlite.run(
      `INSERT INTO bulk_runs (number, id, kind, file_name, sha256, columns, created_at, state, ended_at)
       VALUES (?, ?, 'customer', 'a.csv', 'x', '[]', '', ?, ?)`,
      [number, `run${number}`, state, endedAt === null ? null : new Date(endedAt).toISOString()],
    );
    for (const [row, of, sent] of [
      [1, 'left-out', null],
      [2, 'unsent', input],
      [3, 'created', input],
    ] as const)
      sqlite.run(
        `INSERT INTO bulk_rows (run, row, state, input, fingerprint, name, reference, own_name)
         VALUES (?, ?, ?, ?, 'ada@example.com', 'Ada', 'Ada-1', 'Ada')`,
        [number, row, of, sent],
      );
  }
  const limits = { deliveries: null, responses: null, inputs: 2 };
  expect(await retention.preview(limits)).toMatchObject({ inputs: 2 });
  expect(await retention.change(limits)).toMatchObject({ inputs: 2 });
  const all = `run || '.' || row || ' ' || ifnull(input, '') || ifnull(fingerprint, '') ||
    ifnull(name, '') || ifnull(reference, '') || ifnull(own_name, '')`;
  const rows = sqlite.texts(`SELECT ${all} FROM bulk_rows ORDER BY run, row`);
  expect(rows.slice(0, 2)).toEqual(['1.1 ', '1.2 {"type":"individual"}']);
  expect(rows.filter((row) => row.includes('ada@')).length).toBe(7);
  expect(await retention.apply()).toMatchObject({ inputs: 0 });
});

it('gives others their turn within the rows of one large run', async () => {
  const rows = 1_000;
  sqlite.exec(`
    INSERT INTO bulk_runs (number, id, kind, file_name, sha256, columns, created_at, state, ended_at)
      VALUES (1, 'run', 'customer', 'a.csv', 'x', '[]', '', 'done', '2000-01-01T00:00:00.000Z');
    WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n WHERE row < ${rows})
      INSERT INTO bulk_rows (run, row, state, name) SELECT 1, row, 'left-out', 'Ada' FROM n`);
  const left = () => sqlite.texts("SELECT 'x' FROM bulk_rows WHERE name IS NOT NULL").length;
  const seen = new Set<number>();
  const timer = setInterval(() => seen.add(left()), 0);
  expect(await retention.change({ ...forever, inputs: 2 })).toMatchObject({ inputs: rows });
  clearInterval(timer);
  expect([...seen].some((count) => count > 0 && count < rows)).toBe(true);
  expect(left()).toBe(0);
  expect(sqlite.texts("SELECT 'done' FROM retention_runs_done")).toEqual(['done']);
});

it('reduces again what an earlier version did, whatever the limits are, and once', async () => {
  const { inbox, keys } = test;
  const { privateKey } = keys;
  // As it left it.
  await inbox.rewrite({ profileId, privateKey, arrivals: [1] }, () => Buffer.from('{"dob":"Ada"}'));
  sqlite.exec(`INSERT INTO retention_done VALUES (1)`);
  for (const { id, up } of retentionMigrations) if (id.endsWith('-5')) up(sqlite);
  // It does not wait for the inbox.
  sqlite.exec("INSERT INTO retention_again VALUES ('runs', 0, 1)");
  isScrubbed = false;
  await retention.apply();
  expect(sqlite.all('SELECT * FROM retention_again')).toEqual([
    { what: 'deliveries', done: 0, last: 1 },
  ]);
  isScrubbed = true;
  expect(await retention.apply()).toEqual({ deliveries: 0, responses: 0, inputs: 0 });
  expect(bodyOf(1)).toBe('{}');
  expect(sqlite.all('SELECT * FROM retention_again')).toEqual([]);
});

it('counts months by the calendar', () => {
  const march31 = Date.UTC(2026, 2, 31, 9);
  expect(new Date(monthsBefore(march31, 1)).toISOString()).toBe('2026-02-28T09:00:00.000Z');
  expect(new Date(monthsBefore(march31, 14)).toISOString()).toBe('2025-01-31T09:00:00.000Z');
});
