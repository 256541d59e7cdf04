/** The proof behind "as it was known at a moment". */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { migrate } from '../../../platform/migrations.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { type AsOfRecords, openAsOf } from './as-of.ts';
import { recordsMigrations } from './migrations.ts';
import { openRecords } from './records.ts';
import { observationsInAnyOrder, recordObservation } from './testing/observations.ts';
import type { ListedKind, NewObservation, RecordReads, Records } from './types.ts';

let directory: string;
let sqlite: Sqlite;
let records: Records;
let asOf: AsOfRecords;
beforeEach(() => {
  directory = testFolder();
  ({ sqlite, records } = open('records'));
  asOf = openAsOf({ sqlite, clock: systemClock });
});
afterEach(() => {
  asOf.close();
  sqlite.close();
});

function open(name: string) {
  const opened = openSqlite({
    file: join(directory, `${name}.db`),
    key: new Uint8Array(32).fill(5),
  });
  migrate(opened, recordsMigrations);
  return { sqlite: opened, records: openRecords({ sqlite: opened }) };
}

const kinds: readonly ListedKind[] = ['customer', 'virtualAccount'];
const numbers = [1, 2];

/** All that screens can read, as text. */
function everything(reads: RecordReads): string {
  const page = { offset: 0, limit: 100 };
  const details = kinds.flatMap((kind) =>
    numbers.map((number) => {
      const id = `${kind}_${number}`;
      return [reads.get(kind, id), reads.columns(kind, id), reads.observations(kind, id)];
    }),
  );
  const lists = [
    reads.list('customer', page),
    reads.list('customer', { ...page, search: 'ada', sort: 'name', direction: 'descending' }),
    reads.list('virtualAccount', page),
    reads.list('virtualAccount', { ...page, search: 'customer_1' }),
    kinds.map((kind) => reads.filterValues(kind)),
    [...reads.customerNames(['customer_1', 'customer_2'])],
  ];
  return JSON.stringify([details, lists], null, 1);
}

const at = (seconds: number): string =>
  new Date(Date.UTC(2026, 10, 20, 12, 0, seconds)).toISOString();
const observe = (seconds: number, body: NewObservation['body'], id = 'customer_1') =>
  records.observe({ kind: 'customer', id, body, source: 'read', observedAt: at(seconds) });

/** The model learns only what was observed by the moment. */
function observeAsOf(
  { records: whole, model }: { records: Records; model: Records },
  { all, other }: { all: readonly NewObservation[]; other: readonly NewObservation[] },
  moment: number,
): void {
  for (const observation of other) whole.observe(observation);
  for (const observation of all) {
    if (new Date(observation.observedAt).getTime() <= moment) model.observe(observation);
  }
}

class Missing extends Error {}

/** Observations are never deleted, so every run has databases of its own. */
async function inFreshDatabases<Result>(
  work: (fresh: { records: Records; asOf: AsOfRecords; model: Records }) => Promise<Result>,
): Promise<void> {
  const files = ['past', 'model'].map((name) => open(name));
  const [past, model] = files;
  if (past === undefined || model === undefined) throw new Missing();
  const fresh = openAsOf({ sqlite: past.sqlite, clock: systemClock });
  try {
    await work({ records: past.records, asOf: fresh, model: model.records });
  } finally {
    fresh.close();
    for (const { sqlite: opened } of files) opened.close();
    for (const name of ['past', 'model']) {
      for (const end of ['', '-wal', '-shm']) {
        rmSync(join(directory, `${name}.db${end}`), { force: true });
      }
    }
  }
}

describe('records as of a moment', () => {
  it('now are the present records, byte for byte, in any order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(observationsInAnyOrder, async ({ all }) => {
        await inFreshDatabases(async (fresh) => {
          for (const observation of all) fresh.records.observe(observation);
          const past = await fresh.asOf.read(new Date().toISOString(), everything);
          expect(past).toBe(everything(fresh.records));
        });
      }),
      { numRuns: 40, seed: 20261120 },
    );
  });

  it('are the fold of what was observed by then, in any order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        observationsInAnyOrder,
        recordObservation,
        async ({ all, other }, { observedAt }) => {
          const moment = new Date(observedAt).getTime();
          await inFreshDatabases(async (fresh) => {
            observeAsOf(fresh, { all, other }, moment);
            const past = await fresh.asOf.read(observedAt, everything);
            expect(past).toBe(everything(fresh.model));
          });
        },
      ),
      { numRuns: 40, seed: 20261121 },
    );
  });

  it('do not know what was observed a millisecond later', async () => {
    observe(1, { email: 'ada@example.com' });
    observe(2, { email: 'byron@example.com' });
    const emailAt = (moment: string) =>
      asOf.read(moment, (reads) => reads.get('customer', 'customer_1')?.body['email'] ?? null);
    expect(await emailAt(at(2))).toBe('byron@example.com');
    expect(await emailAt('2026-11-20T12:00:01.999Z')).toBe('ada@example.com');
    expect(await emailAt('2026-11-20T13:00:01+01:00')).toBe('ada@example.com');
    expect(await emailAt(at(0))).toBeNull();
  });

  it('learn what arrives later and was observed by then', async () => {
    observe(1, { email: 'ada@example.com' });
    const known = () =>
      asOf.read(at(5), (reads) => {
        const { records: rows, known: count } = reads.list('customer', { offset: 0, limit: 9 });
        return { count, emails: rows.map(({ columns }) => columns.email) };
      });
    expect(await known()).toEqual({ count: 1, emails: ['ada@example.com'] });
    observe(9, { email: 'later@example.com' });
    expect(await known()).toEqual({ count: 1, emails: ['ada@example.com'] });
    observe(4, { email: 'held@example.com' });
    observe(3, { email: 'new@example.com' }, 'customer_2');
    expect(await known()).toEqual({ count: 2, emails: ['held@example.com', 'new@example.com'] });
  });

  it('of two moments asked for at once are not mixed up', async () => {
    observe(1, { email: 'one@example.com' });
    observe(2, { email: 'two@example.com' });
    const emailAt = (seconds: number) =>
      asOf.read(at(seconds), (reads) => reads.columns('customer', 'customer_1')?.email);
    expect(await Promise.all([emailAt(1), emailAt(2), emailAt(1)])).toEqual([
      'one@example.com',
      'two@example.com',
      'one@example.com',
    ]);
  });

  it('leave main free between slices, and tell how far they are', async () => {
    sqlite.transaction(() => {
      for (let number = 0; number < 1_000; number += 1) {
        observe(1, { email: `person${number}@example.com` }, `customer_${number}`);
      }
    });
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
      const progress = asOf.progress();
      if (progress?.total === 1_000) told.push(progress.done);
    }, 0);
    const told: number[] = [];
    const count = await asOf.read(at(2), (reads) =>
      reads.list('customer', { offset: 0, limit: 1 }),
    );
    clearInterval(timer);
    expect(count.total).toBe(1_000);
    expect(turns).toBeGreaterThan(3);
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(asOf.progress()).toBeNull();
  });

  it('fold one resource of many observations in parts, to the same record', async () => {
    sqlite.transaction(() => {
      for (let number = 0; number < 401; number += 1) {
        observe(number % 60, { [`field${number % 7}`]: number, email: `${number}@example.com` });
      }
    });
    const past = await asOf.read(new Date().toISOString(), everything);
    expect(past).toBe(everything(records));
  });

  it('that nobody waits for any more are not made, and none after closing', async () => {
    observe(1, { email: 'ada@example.com' });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(asOf.read(at(1), () => 1, gone)).rejects.toThrow('gone');
    expect(await asOf.read(at(1), () => 1)).toBe(1);
    asOf.close();
    await expect(asOf.read(at(1), () => 1)).rejects.toThrow('The profile was closed.');
  });

  it('of no moment are refused', async () => {
    await expect(asOf.read('yesterday', () => 1)).rejects.toThrow(TypeError);
  });
});

const webhooks = ['webhook_1', 'webhook_2'];
const LIMIT = 3;

describe('one resource as of a moment', () => {
  it('now is the present record, in any order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(observationsInAnyOrder, async ({ all }) => {
        await inFreshDatabases(async (fresh) => {
          for (const observation of all) fresh.records.observe(observation);
          const then = new Date().toISOString();
          for (const id of webhooks) {
            const present = fresh.records.get('webhook', id);
            expect(await fresh.asOf.fold('webhook', id, then)).toEqual(present);
            const seen = await fresh.asOf.observations('webhook', id, then, LIMIT);
            expect(seen).toEqual(fresh.records.observations('webhook', id).slice(0, LIMIT));
            expect(seen).toEqual(fresh.records.observations('webhook', id, LIMIT));
          }
        });
      }),
      { numRuns: 40, seed: 20261122 },
    );
  });

  it('is the fold of what was observed by then, in any order', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        observationsInAnyOrder,
        recordObservation,
        async ({ all, other }, { observedAt }) => {
          const moment = new Date(observedAt).getTime();
          await inFreshDatabases(async (fresh) => {
            observeAsOf(fresh, { all, other }, moment);
            for (const id of webhooks) {
              const past = await fresh.asOf.fold('webhook', id, observedAt);
              expect(past).toEqual(fresh.model.get('webhook', id));
              const seen = await fresh.asOf.observations('webhook', id, observedAt, LIMIT);
              expect(seen).toEqual(fresh.model.observations('webhook', id, LIMIT));
            }
          });
        },
      ),
      { numRuns: 40, seed: 20261123 },
    );
  });

  const hook = (seconds: number, body: NewObservation['body']) =>
    records.observe({
      kind: 'webhook',
      id: 'webhook_1',
      body,
      source: 'webhook-record',
      observedAt: at(seconds),
    });
  const statusAt = async (seconds: number) =>
    (await asOf.fold('webhook', 'webhook_1', at(seconds)))?.body['status'] ?? null;

  it('learns what arrives later and was observed by then', async () => {
    hook(2, { status: 'healthy' });
    hook(8, { status: 'dead' });
    expect(await statusAt(1)).toBeNull();
    expect(await statusAt(5)).toBe('healthy');
    hook(9, { status: 'dead again' });
    expect(await statusAt(5)).toBe('healthy');
    hook(4, { status: 'failing' });
    expect(await statusAt(5)).toBe('failing');
    expect(await statusAt(9)).toBe('dead again');
    const seen = await asOf.observations('webhook', 'webhook_1', at(5), 9);
    expect(seen.map(({ body }) => body['status'])).toEqual(['failing', 'healthy']);
  });

  it('of many observations is made in parts, and leaves main free between them', async () => {
    sqlite.transaction(() => {
      // More than two parts of each; every one costs a fold when it is observed.
      for (let number = 0; number < 401; number += 1) {
        hook(1, { deliveryRate: `${number}` });
        hook(3, { deliveryRate: `${number}` });
      }
    });
    let now = 0;
    const slow = openAsOf({ sqlite, clock: { ...systemClock, now: () => (now += 10) } });
    let turns = 0;
    const count = () => {
      turns += 1;
      if (isCounting) setImmediate(count);
    };
    let isCounting = true;
    setImmediate(count);
    const then = await slow.fold('webhook', 'webhook_1', at(2));
    const seen = await slow.observations('webhook', 'webhook_1', at(2), 250);
    isCounting = false;
    slow.close();
    expect(then?.observations).toBe(401);
    expect(then?.lastLearnedAt).toBe(at(1));
    expect(seen).toHaveLength(250);
    expect(new Set(seen.map(({ observedAt }) => observedAt))).toEqual(new Set([at(1)]));
    expect(records.observations('webhook', 'webhook_1', 250)).toEqual(
      records.observations('webhook', 'webhook_1').slice(0, 250),
    );
    expect(turns).toBeGreaterThan(3);
  });

  it('that nobody waits for is not made, nor of no moment, nor after closing', async () => {
    hook(1, { status: 'healthy' });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(asOf.fold('webhook', 'webhook_1', at(1), gone)).rejects.toThrow('gone');
    await expect(asOf.fold('webhook', 'webhook_1', 'yesterday')).rejects.toThrow(TypeError);
    asOf.close();
    await expect(statusAt(1)).rejects.toThrow('The profile was closed.');
  });
});
