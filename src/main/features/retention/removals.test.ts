/** A run of retention that is killed at any step has removed nothing that the audit log does not tell at the next start. */
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
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
import { openInbox } from '../webhooks/inbox/inbox.ts';
import type { Inbox } from '../webhooks/inbox/types.ts';
import { intakeMigrations } from '../webhooks/intake/intake.ts';
import { rewriteAndScrub } from '../webhooks/intake/rewrite-erased.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
  receivedAt,
} from '../webhooks/testing/deliveries.ts';
import { retentionMigrations } from './feature.ts';
import type { RetentionCounts } from './removals.ts';
import { openRetention } from './retention.ts';

const now = receivedAt + 4 * 31 * 24 * 3_600_000;
const clock = { now: () => now };
const old = new Date(receivedAt).toISOString();
const arrivals = [1, 2, 3, 4];
let test: Awaited<ReturnType<typeof openTestInbox>>;
let root: string;
let scrubs = 0;

beforeEach(async () => {
  scrubs = 0;
  root = testFolder();
  test = await openTestInbox();
});
afterEach(async () => {
  await test.remove();
});

const openProfile = (directory: string): Sqlite => {
  const sqlite = openSqlite({
    file: join(directory, 'profile.db'),
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
  return sqlite;
};

/** Deliveries in blocks of their own, one of them erased with its customer; responses, requests, rows of a run. */
async function fill(sqlite: Sqlite): Promise<void> {
  for (const arrival of arrivals) {
    await test.inbox.append([delivery(eventBody(`event_${arrival}`, { note: 'Ada' }))]);
    sqlite.run(
      `INSERT INTO read_deliveries (arrival, slot_path, received_at, role, is_mock, deviations)
       VALUES (?, '', ?, 'first', 0, '[]')`,
      [arrival, receivedAt],
    );
  }
  const { privateKey } = test.keys;
  await test.inbox.rewrite({ profileId, privateKey, arrivals: [4] }, () => Buffer.from('{}'));
  const records = openRecords({ sqlite });
  for (const id of ['customer_1', 'customer_2'])
    records.observe({
      kind: 'customer',
      id,
      source: 'read',
      observedAt: old,
      raw: Buffer.from('exact'),
      body: { id },
    });
  const input = JSON.stringify({ email: 'ada@example.com' });
  sqlite.run(
    `INSERT INTO intents (key, operation, state, input, fingerprint, journalled_at, settled_at,
       sentence, messages) VALUES ('a', 'createCustomer', 'created', ?, 'f', ?, ?, '', '[]')`,
    [input, old, old],
  );
  sqlite.exec(`
    INSERT INTO bulk_runs (number, id, kind, file_name, sha256, columns, created_at, state, ended_at)
      VALUES (1, 'run', 'customer', 'a.csv', 'x', '[]', '', 'done', '2000-01-01T00:00:00.000Z');
    WITH RECURSIVE n (row) AS (SELECT 1 UNION ALL SELECT row + 1 FROM n WHERE row < 60)
      INSERT INTO bulk_rows (run, row, state, name) SELECT 1, row, 'left-out', 'Ada' FROM n`);
}

/** `step` is called wherever a kill can come. */
function open(sqlite: Sqlite, inbox: Inbox | null, step: () => void = () => undefined) {
  const stepped =
    <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    (...given: Given): Result => {
      const result = work(...given);
      step();
      return result;
    };
  const { privateKey } = test.keys;
  return openRetention({
    sqlite: {
      ...sqlite,
      run: stepped(sqlite.run),
      exec: stepped(sqlite.exec),
      transaction: stepped(sqlite.transaction) as Sqlite['transaction'],
    },
    records: openRecords({ sqlite }),
    clock,
    audit: openAudit({ sqlite, clock }),
    service: { time: () => now, probe: () => Promise.resolve() },
    log: { error: ({ err }: { err: unknown }) => expect(err).toBeUndefined() },
    deliveries: inbox && {
      async rewrite(numbers, rewrite) {
        const order = { profileId, privateKey, arrivals: numbers };
        const scrub = () => {
          step();
          scrubs += 1;
          return inbox.scrub();
        };
        return await rewriteAndScrub({ ...inbox, scrub }, order, stepped(rewrite));
      },
    },
    onChange: () => undefined,
  });
}

const removedIn = (sqlite: Sqlite, inbox: Inbox) => {
  const count = (from: string) => sqlite.all(`SELECT 1 FROM ${from}`).length;
  return {
    // The last was erased before.
    deliveries:
      arrivals.filter((arrival) =>
        isErasedContent(inbox.content(arrival, test.keys.privateKey)?.headers ?? []),
      ).length - 1,
    responses: 2 - count('observations WHERE raw_sealed IS NOT NULL'),
    inputs:
      60 -
      count('bulk_rows WHERE name IS NOT NULL') +
      1 -
      count("intents WHERE input LIKE '%ada%'"),
  };
};
const entriesIn = (sqlite: Sqlite) =>
  sqlite
    .texts("SELECT facts FROM audit_log WHERE action = 'retention.applied'")
    .map((text) => JSON.parse(text) as RetentionCounts & { readonly isCutOff?: true });
const toldIn = (sqlite: Sqlite) => {
  const sums = { deliveries: 0, responses: 0, inputs: 0 };
  for (const facts of entriesIn(sqlite))
    for (const name of ['deliveries', 'responses', 'inputs'] as const) sums[name] += facts[name];
  return sums;
};

it('tells at the next start what went before the kill, and that alone, whatever the limits are by then', async () => {
  const sqlite = openProfile(test.directory);
  await fill(sqlite);
  let copies = 0;
  let last = '';
  const retention = open(sqlite, test.inbox, () => {
    // What is not written yet is lost with the process.
    const files = readdirSync(test.directory).map((name) => statSync(join(test.directory, name)));
    const written = files.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`).join();
    if (written === last) return;
    last = written;
    cpSync(test.directory, join(root, String(copies)), { recursive: true });
    copies += 1;
  });
  const all = { deliveries: 3, responses: 2, inputs: 61 };
  expect(await retention.change({ deliveries: 2, responses: 2, inputs: 2 })).toEqual(all);
  expect(removedIn(sqlite, test.inbox)).toEqual(all);
  expect(toldIn(sqlite)).toEqual(all);
  // Looking at deliveries lets go of nothing.
  expect(scrubs).toBe(1);
  await retention.close();
  sqlite.close();

  const seen = new Set<string>();
  for (let copy = 0; copy < copies; copy += 1) {
    const directory = join(root, String(copy));
    const opened = openProfile(directory);
    const inbox = await openInbox({ file: join(directory, 'inbox.db'), key: test.key });
    const before = removedIn(opened, inbox);
    const isUntold = JSON.stringify(toldIn(opened)) !== JSON.stringify(before);
    opened.exec('UPDATE retention SET deliveries = NULL, responses = NULL, inputs = NULL');
    await open(opened, inbox).close();
    expect({ copy, told: toldIn(opened) }).toEqual({ copy, told: before });
    const cutOff = entriesIn(opened).filter(({ isCutOff }) => isCutOff);
    expect(cutOff.length).toBe(isUntold ? 1 : 0);
    expect(removedIn(opened, inbox)).toEqual(before);
    // And the rest by a later run.
    const again = open(opened, inbox);
    await again.change({ deliveries: 2, responses: 2, inputs: 2 });
    await again.close();
    expect({ copy, told: toldIn(opened) }).toEqual({ copy, told: all });
    expect(removedIn(opened, inbox)).toEqual(all);
    expect(verifyLog(opened).brokenAt).toBeNull();
    seen.add(JSON.stringify(before));
    await inbox.close();
    opened.close();
  }
  expect(seen.size).toBeGreaterThan(6);
}, 240_000);

it('tells of what went before the kill apart from what goes by limits that are still set', async () => {
  const sqlite = openProfile(test.directory);
  await fill(sqlite);
  const none = { deliveries: 0, responses: 0, inputs: 0 };
  // As a daily run leaves it that was killed between two parts, with a delivery that was gone by then.
  sqlite.exec(`UPDATE retention SET responses = 2, unrecorded_responses = 5;
    INSERT INTO retention_begun VALUES (4)`);
  // Its inbox is not open at first, so that of deliveries an entry follows.
  for (const inbox of [null, test.inbox]) {
    const retention = open(sqlite, inbox);
    await retention.apply();
    await retention.close();
  }
  expect(entriesIn(sqlite)).toEqual([
    { ...none, responses: 5, isCutOff: true },
    { ...none, responses: 2 },
    { ...none, deliveries: 1, isCutOff: true },
  ]);
  sqlite.close();
});
