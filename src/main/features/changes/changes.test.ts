import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { testDatabase } from '../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../core/audit/audit.ts';
import { createLog } from '../../core/foundation/log.ts';
import { recordsMigrations } from '../../core/records/migrations.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Records } from '../../core/records/types.ts';
import { openChanges, type ReportedChanges } from './changes.ts';
import { changesMigrations } from './migrations.ts';

let sqlite: Sqlite;
let records: Records;
let changes: ReportedChanges;
let told: number;
beforeEach(() => {
  sqlite = testDatabase([...recordsMigrations, ...auditMigrations, ...changesMigrations]);
  records = openRecords({ sqlite });
  told = 0;
  changes = open('here');
});
afterEach(async () => {
  await changes.close();
});

const clock = { now: () => Date.UTC(2026, 10, 21) };
const open = (desk: string): ReportedChanges =>
  openChanges({
    sqlite,
    records,
    clock,
    desk,
    audit: openAudit({ sqlite, clock }),
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    isSameMeaning: () => false,
    tell: () => {
      told += 1;
    },
  });

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
const observe = (minute: number, status: string, id = 'bankAccount_a', holder = 'Ada Byron') =>
  records.observe({
    kind: 'bankAccount',
    id,
    source: 'read',
    observedAt: at(minute),
    body: { status, accountHolderName: holder },
  });
const query = { offset: 0, limit: 50, kind: null, resourceId: null } as const;
const openOnes = async () => (await changes.list({ ...query, state: 'open' })).rows;
const inWords = async () => (await openOnes()).map(({ was, is }) => `${was.value} → ${is.value}`);
async function signOffAll(note = ''): Promise<void> {
  await changes.signOff(
    (await openOnes()).map(({ id }) => id),
    note,
    null,
  );
}

describe('what drifted', () => {
  it('is shown with what was said before and after, by whom and when', async () => {
    observe(1, 'active');
    observe(2, 'active');
    observe(3, 'blocked');
    expect(await openOnes()).toMatchObject([
      {
        kind: 'bankAccount',
        resourceId: 'bankAccount_a',
        name: 'Ada Byron',
        path: '/status',
        weight: 'notable',
        signedOff: null,
        was: { value: 'active', source: 'read', observedAt: at(2), happenedAt: null },
        is: { value: 'blocked', source: 'read', observedAt: at(3), happenedAt: null },
      },
    ]);
    expect(await changes.open()).toEqual({
      open: 1,
      destinations: 0,
      marks: [{ kind: 'bankAccount', id: 'bankAccount_a', weight: 'notable' }],
    });
  });

  it('is open by a moment from when it was observed until it was signed off', async () => {
    observe(1, 'active');
    observe(3, 'blocked');
    await signOffAll();
    observe(5, 'active');
    const by = async (moment: string | null) => {
      const { rows, count, since } = await changes.openBy(moment, 1);
      return [rows.map(({ is }) => is.value), count, since];
    };
    expect(await by(at(2))).toEqual([[], 0, null]);
    expect(await by(at(4))).toEqual([['blocked'], 1, at(3)]);
    // It is signed off at the clock's time, after both.
    expect(await by(at(6))).toEqual([['active'], 2, at(3)]);
    expect(await by(null)).toEqual([['active'], 1, at(5)]);
  });

  it('is nothing where a text is told as the number that reads the same', async () => {
    const number = (minute: number, accountNumber: unknown) =>
      records.observe({
        kind: 'bankAccount',
        id: 'bankAccount_n',
        source: 'read',
        observedAt: at(minute),
        body: { accountDetails: { accountNumber } },
      });
    number(1, '900000012345');
    number(2, 900000012345);
    expect(await openOnes()).toEqual([]);
    number(3, 900000099999);
    // Whole numbers of a bank account stay masked here too.
    expect(await inWords()).toEqual(['••••2345 → ••••9999']);
  });

  it('lists the gravest first, and of one resource alone where that is asked', async () => {
    observe(1, 'active');
    observe(2, 'blocked');
    observe(3, 'blocked', 'bankAccount_a', 'Eve');
    const destination = (minute: number, walletAddress: string) =>
      records.observe({
        kind: 'virtualAccount',
        id: 'virtualAccount_a',
        source: 'import',
        observedAt: at(minute),
        body: { destination: { walletAddress } },
      });
    destination(0, '0x1');
    destination(1, '0x2');
    expect((await openOnes()).map(({ weight, path }) => [weight, path])).toEqual([
      ['destination', '/destination/walletAddress'],
      ['grave', '/accountHolderName'],
      ['notable', '/status'],
    ]);
    const one = { ...query, kind: 'virtualAccount', resourceId: 'virtualAccount_a' } as const;
    expect(await changes.list({ ...one, state: 'open' })).toMatchObject({
      total: 1,
      open: 3,
      destinations: 1,
    });
    expect((await changes.open()).marks).toEqual([
      { kind: 'bankAccount', id: 'bankAccount_a', weight: 'grave' },
      { kind: 'virtualAccount', id: 'virtualAccount_a', weight: 'destination' },
    ]);
  });
});

describe('signing off', () => {
  it('is refused out of the past, and for a note that holds a key or a token', async () => {
    observe(1, 'active');
    observe(2, 'blocked');
    const ids = (await openOnes()).map(({ id }) => id);
    const token = `eyJ${'a'.repeat(20)}.${'b'.repeat(20)}.${'c'.repeat(20)}`;
    for (const [note, knownAt, cause] of [
      ['', at(1), 'as-of'],
      [token, null, 'secret'],
      [`0x${'4c0883a6'.repeat(8)}`, null, 'secret'],
    ] as const) {
      await expect(changes.signOff(ids, note, knownAt)).rejects.toMatchObject({
        code: 'INVALID',
        data: { cause },
      });
    }
    expect(await openOnes()).toHaveLength(1);
  });

  it('ends the flag, over a rebuild too, and is kept with its note in the audit log', async () => {
    observe(1, 'active');
    observe(2, 'blocked');
    const [flag] = await openOnes();
    expect(await changes.signOff([flag?.id ?? ''], ' asked the bank ', null)).toEqual({
      signedOff: 1,
    });
    expect(await openOnes()).toEqual([]);
    await changes.rebuild();
    expect(await openOnes()).toEqual([]);
    expect((await changes.list({ ...query, state: 'signed-off' })).rows).toMatchObject([
      {
        id: flag?.id,
        signedOff: { at: '2026-11-21T00:00:00.000Z', note: 'asked the bank', isHere: true },
      },
    ]);
    const [entry] = openAudit({ sqlite, clock }).list({ offset: 0, limit: 1 }).rows;
    expect(entry).toMatchObject({
      action: 'drift.signed-off',
      facts: {
        changeId: flag?.id,
        kind: 'bankAccount',
        resourceId: 'bankAccount_a',
        path: '/status',
        note: 'asked the bank',
      },
    });
  });

  it('says that it was at another installation', async () => {
    observe(1, 'active');
    observe(2, 'blocked');
    await signOffAll();
    await changes.close();
    changes = open('there');
    expect((await changes.list({ ...query, state: 'signed-off' })).rows[0]?.signedOff?.isHere).toBe(
      false,
    );
  });

  it('a further change flags again, and so does the same change a second time', async () => {
    observe(1, 'active');
    observe(2, 'blocked');
    await signOffAll();
    observe(3, 'closed');
    expect(await inWords()).toEqual(['blocked → closed']);
    await signOffAll();
    observe(4, 'active');
    await signOffAll();
    observe(5, 'blocked');
    expect(await inWords()).toEqual(['active → blocked']);
  });

  it('what arrives late leaves it signed off, unless another value turns out to lie between', async () => {
    observe(1, 'active');
    observe(9, 'blocked');
    await signOffAll();
    observe(3, 'active');
    observe(6, 'blocked');
    observe(0, 'active');
    expect(await inWords()).toEqual([]);
    observe(4, 'closed');
    expect((await inWords()).toSorted()).toEqual(['active → closed', 'closed → blocked']);
  });

  it('a value that came back between is flagged, and the change that was seen is not', async () => {
    observe(1, 'active');
    observe(9, 'blocked');
    await signOffAll();
    observe(3, 'blocked');
    observe(5, 'active');
    expect(await inWords()).toEqual(['blocked → active']);
  });

  it('refuses all of them when one is no longer as it was shown', async () => {
    observe(1, 'active');
    observe(9, 'blocked');
    observe(1, 'active', 'bankAccount_b');
    observe(2, 'closed', 'bankAccount_b');
    const shown = (await openOnes()).map(({ id }) => id);
    observe(4, 'closed');
    await expect(changes.signOff(shown, '', null)).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'changed' },
    });
    expect(await openOnes()).toHaveLength(3);
    expect(openAudit({ sqlite, clock }).list({ offset: 0, limit: 1 }).total).toBe(0);
  });
});

it('is found in the background, and told of', async () => {
  observe(1, 'active');
  observe(2, 'blocked');
  changes.wake();
  changes.wake();
  await expect.poll(() => told).toBe(1);
  await changes.close();
  await expect(changes.open()).rejects.toThrow('closed');
});

it('lists the newest open ones by an index that has their times', () => {
  const planOf = (sql: string) => JSON.stringify(sqlite.all(`EXPLAIN QUERY PLAN ${sql}`));
  const observed = "json_extract(is_said, '$.observedAt')";
  const open = 'FROM drift_changes WHERE sign_off IS NULL';
  for (const sql of [
    `SELECT drift_changes.* ${open} ORDER BY ${observed} DESC, drift_id LIMIT 9`,
    `SELECT count(*) AS count, min(${observed}) AS since ${open}`,
  ]) {
    expect(planOf(sql)).toContain('drift_changes_open_by_time');
    expect(planOf(sql)).not.toContain('TEMP B-TREE');
  }
});
