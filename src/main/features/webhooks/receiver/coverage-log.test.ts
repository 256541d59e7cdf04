import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import type { TunnelRoute } from '../register/types.ts';
import {
  type CoverageLog,
  coverageNow,
  openCoverageLog,
  type PathCoverage,
} from './coverage-log.ts';

const start = Date.UTC(2026, 10, 20, 12);
const ever = { from: 0, to: Number.MAX_SAFE_INTEGER };
const minute = 60_000;
const key = new Uint8Array(32).fill(6);
const address = 'https://one.example';

let directory: string;
let opened: CoverageLog[];
let warned: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'Date'] });
  directory = testFolder();
  opened = [];
  warned = [];
});
afterEach(() => {
  for (const log of opened) log.close();
  vi.useRealTimers();
});

function openLog(name = 'coverage.db', lastArrivalAt: number | null = null): CoverageLog {
  const made = openCoverageLog({
    file: join(directory, name),
    lastArrivalAt,
    key,
    clock: { now: () => Date.now() },
    log: { warn: (details: unknown) => void warned.push(details) },
  });
  opened.push(made);
  return made;
}
const proven = (at = Date.now()): PathCoverage => ({
  address,
  isProven: true,
  isClosed: false,
  lastProvenAt: new Date(at).toISOString(),
});
const lost = (at: number, isClosed = false): PathCoverage => ({
  ...proven(at),
  isProven: false,
  isClosed,
});
const pass = (minutes: number) => vi.advanceTimersByTime(minutes * minute);
/** In minutes since the start. */
const shown = (stretches: readonly { from: number; to: number }[]) =>
  stretches.map(({ from, to }) => [(from - start) / minute, (to - start) / minute]);

describe('runs', () => {
  it('last from opening to closing, and up to now while one lasts', () => {
    const first = openLog();
    pass(10);
    first.close();
    pass(5);
    const second = openLog();
    pass(2);
    expect(shown(second.runs(ever))).toEqual([
      [0, 10],
      [15, 17],
    ]);
    expect(shown(second.runs({ from: start + 11 * minute, to: start + 20 * minute }))).toEqual([
      [15, 17],
    ]);
    expect(shown(second.runs({ from: start, to: start + 15 * minute }))).toEqual([[0, 10]]);
  });

  it('that were killed end with their last beat', () => {
    const killed = openLog();
    killed.tell([proven()]);
    pass(10);
    vi.setSystemTime(start + 10.4 * minute);
    // What the disk holds at this moment is all that a kill leaves.
    for (const end of ['', '-wal', '-shm']) {
      const file = join(directory, `coverage.db${end}`);
      if (existsSync(file)) copyFileSync(file, join(directory, `left.db${end}`));
    }
    pass(20);
    const next = openLog('left.db');
    expect(shown(next.runs(ever))[0]).toEqual([0, 10]);
    expect(shown(next.ways(ever))).toEqual([[0, 10]]);
  });

  it('that were killed lived until the last delivery arrived, where that is later', () => {
    const killed = openLog();
    killed.tell([proven()]);
    pass(10);
    for (const end of ['', '-wal', '-shm']) {
      const file = join(directory, `coverage.db${end}`);
      if (existsSync(file)) copyFileSync(file, join(directory, `left.db${end}`));
    }
    pass(20);
    const next = openLog('left.db', start + 10.4 * minute);
    expect(shown(next.runs(ever))[0]).toEqual([0, 10.4]);
    expect(shown(next.ways(ever))).toEqual([[0, 10.4]]);
    next.close();
    // One that was closed ended when it was closed, whatever is said to have come later.
    const last = openLog('left.db', start + 29.9 * minute);
    expect(shown(last.runs(ever))[0]).toEqual([0, 10.4]);
  });

  it('that were killed stay ended while later ones run, beat and are killed too', () => {
    const leave = (from: string, to: string): void => {
      for (const end of ['', '-wal', '-shm']) {
        const file = join(directory, `${from}.db${end}`);
        if (existsSync(file)) copyFileSync(file, join(directory, `${to}.db${end}`));
      }
    };
    openLog().tell([proven()]);
    pass(10);
    leave('coverage', 'second');
    pass(20);
    openLog('second.db').tell([proven()]);
    pass(5);
    leave('second', 'third');
    pass(25);
    const third = openLog('third.db', start + 36 * minute);
    pass(2);
    third.tell([proven()]);
    pass(3);
    expect(shown(third.runs(ever))).toEqual([
      [0, 10],
      [30, 36],
      [60, 65],
    ]);
    expect(shown(third.ways(ever))).toEqual([
      [0, 10],
      [30, 36],
      [62, 65],
    ]);
    // A gap is asked for by its stretch, too.
    expect(third.runs({ from: start + 40 * minute, to: start + 50 * minute })).toEqual([]);
    expect(third.ways({ from: start + 40 * minute, to: start + 50 * minute })).toEqual([]);
  });

  it('that were killed lived no longer than until now, whatever an arrival is dated', () => {
    const killed = openLog();
    killed.tell([proven()]);
    pass(10);
    for (const end of ['', '-wal', '-shm']) {
      const file = join(directory, `coverage.db${end}`);
      if (existsSync(file)) copyFileSync(file, join(directory, `left.db${end}`));
    }
    pass(5);
    expect(shown(openLog('left.db', start + 90 * minute).runs(ever))[0]).toEqual([0, 15]);
  });

  it('end where the computer slept, and their ways with them until they are proved again', () => {
    const log = openLog();
    const changes: number[] = [];
    log.onChange(() => changes.push(Date.now()));
    log.tell([proven()]);
    pass(2);
    vi.setSystemTime(start + 62 * minute);
    pass(1);
    // The old proof says nothing of the time after.
    log.tell([proven(start + minute)]);
    pass(1);
    log.tell([proven()]);
    pass(1);
    expect(shown(log.runs(ever))).toEqual([
      [0, 2],
      [62.5, 65],
    ]);
    expect(shown(log.ways(ever))).toEqual([
      [0, 2],
      [64, 65],
    ]);
    expect(changes).toHaveLength(3);
  });

  it('begin anew when the clock is set back', () => {
    const log = openLog();
    pass(30);
    vi.setSystemTime(start + 10 * minute);
    pass(1);
    expect(shown(log.runs(ever))).toEqual([
      [0, 30],
      [10.5, 11],
    ]);
  });
});

describe('a way in', () => {
  it('counts from its first proof to the last one before it failed', () => {
    const log = openLog();
    pass(1);
    log.tell([lost(0)]);
    pass(1);
    log.tell([proven()]);
    pass(4);
    log.tell([proven()]);
    pass(3);
    log.tell([lost(start + 6 * minute)]);
    pass(1);
    log.tell([proven()]);
    pass(1);
    expect(shown(log.ways(ever))).toEqual([
      [2, 6],
      [10, 11],
    ]);
    expect(shown(log.ways({ from: start + 7 * minute, to: start + 20 * minute }))).toEqual([
      [10, 11],
    ]);
  });

  it('that is closed held until then, and so does one that ends with the program', () => {
    const log = openLog();
    log.tell([proven()]);
    pass(3);
    log.tell([lost(start, true)]);
    pass(1);
    log.tell([proven()]);
    pass(1);
    log.close();
    log.tell([proven()]);
    expect(shown(openLog().ways(ever))).toEqual([
      [0, 3],
      [4, 5],
    ]);
  });

  it('is one for each address', () => {
    const log = openLog();
    const other = 'https://two.example';
    log.tell([proven(), { ...proven(), address: other }]);
    pass(1);
    expect(log.ways(ever).map((way) => way.address)).toEqual([address, other]);
  });
});

it('lays a file aside that can’t be read, and begins anew', () => {
  writeFileSync(join(directory, 'coverage.db'), 'no database at all '.repeat(400));
  const log = openLog();
  expect(shown(log.runs(ever))).toEqual([[0, 0]]);
  expect(warned).toHaveLength(1);
  expect(readdirSync(directory)).toContain(`coverage.db.damaged-${start}`);
});

it('is encrypted, and goes on when nothing can be written', () => {
  const log = openLog();
  log.tell([proven()]);
  log.close();
  expect(readFileSync(join(directory, 'coverage.db')).includes('one.example')).toBe(false);
  expect(readFileSync(join(directory, 'coverage.db')).subarray(0, 6).toString()).not.toBe('SQLite');

  const full = openLog('other.db');
  // Another program holds the database.
  const holder = openLogHolding(join(directory, 'other.db'));
  pass(1);
  full.tell([proven()]);
  expect(warned.length).toBeGreaterThan(0);
  holder.close();
  expect(() => full.runs(ever)).not.toThrow();
});

function openLogHolding(file: string): { close(): void } {
  const holding = openSqlite({ file, key });
  holding.exec('BEGIN IMMEDIATE');
  return holding;
}

const at = '2026-11-20T12:00:00.000Z';
const earlier = '2026-11-20T11:00:00.000Z';
const one = 'a'.repeat(32);
const other = 'b'.repeat(32);
const slots = [one, other].map((path) => ({
  path,
  profileId: 'profile-1',
  intentKey: null,
  webhookId: null,
  reservedAt: at,
}));
const way = (more: Partial<TunnelRoute>): TunnelRoute => ({
  tunnelId: 'tunnel',
  kind: 'ssh',
  publicOrigin: 'https://one.example',
  formerOrigins: [],
  state: 'proven',
  lastProvenAt: at,
  lasts: true,
  sentence: '',
  paths: new Map(),
  ...more,
});

it('counts each path with its tunnel, unless it is known not to come through', () => {
  const paths: TunnelRoute['paths'] = new Map([
    [other, { state: 'failed', lastProvenAt: earlier, sentence: 'Redirected.' }],
  ]);
  expect(coverageNow([way({ paths })], slots)).toEqual([
    {
      address: `https://one.example/hooks/${one}`,
      isProven: true,
      isClosed: false,
      lastProvenAt: at,
    },
    {
      address: `https://one.example/hooks/${other}`,
      isProven: false,
      isClosed: false,
      lastProvenAt: earlier,
    },
  ]);
});

it('leaves out what was never open, and tells what was closed from what failed', () => {
  expect(coverageNow([way({ publicOrigin: null })], slots)).toEqual([]);
  const states = coverageNow(
    [way({ state: 'closed' }), way({ state: 'failed' })],
    slots.slice(0, 1),
  );
  expect(states.map(({ isProven, isClosed }) => [isProven, isClosed])).toEqual([
    [false, true],
    [false, false],
  ]);
});
