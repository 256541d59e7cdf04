import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemRandom } from '../../platform/random.ts';
import { testFolder } from '../../platform/testing/test-folder.ts';
import { createLog } from '../core/foundation/log.ts';
import { type ComputerWatch, watchComputer } from './computer-watch.ts';
import { createTestDirectory } from './testing/console.ts';

const minute = 60_000;
const noon = Date.parse('2026-11-26T12:00:00.000Z');
const log = createLog({ level: 'silent', destination: { write: () => true } });

let dataDir: string;
let now: number;
let steady: number;
let told: number;
let open: ComputerWatch[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  dataDir = testFolder();
  [now, steady, told, open] = [noon, 1_000, 0, []];
});
afterEach(() => {
  for (const watch of open) watch.close();
  vi.useRealTimers();
});

function start(computer = 'desk'): ComputerWatch {
  const watch = watchComputer({
    dataDir,
    computer,
    random: systemRandom,
    log,
    clock: { now: () => now },
    steadyMs: () => steady,
    onChange: () => {
      told += 1;
    },
  });
  open.push(watch);
  return watch;
}

/** Time goes on, by the clock and by what nobody sets, and it is looked again. */
function pass(ms: number, steadily = ms): void {
  now += ms;
  steady += steadily;
  vi.advanceTimersByTime(30_000);
}

it('says nothing of a computer that runs, sleeps, or has its clock set as every day', () => {
  const watch = start();
  pass(minute);
  pass(8 * 60 * minute, minute); // Slept.
  pass(-4 * minute, minute);
  expect(watch.warnings()).toEqual({ clockSetBackFrom: null, otherComputer: null });
  expect(told).toBe(0);
});

it('leaves nothing of a session without stored data', () => {
  const watch = watchComputer({
    dataDir,
    computer: 'desk',
    random: systemRandom,
    log,
    isReadOnly: true,
    clock: { now: () => now },
    onChange: () => undefined,
  });
  watch.close();
  expect(readdirSync(dataDir)).toEqual([]);
});

it('notices a clock that is set back while it runs, until that is set right', () => {
  const watch = start();
  pass(minute);
  pass(-60 * minute, minute);
  expect(watch.warnings().clockSetBackFrom).toBe('2026-11-26T12:02:00.000Z');
  pass(minute);
  expect(watch.warnings().clockSetBackFrom).not.toBeNull();
  pass(60 * minute, minute);
  expect([watch.warnings().clockSetBackFrom, told]).toEqual([null, 2]);
});

it('notices at a start that the clock is before what is stored', () => {
  start().close();
  now -= 6 * minute;
  expect(start().warnings().clockSetBackFrom).toBe('2026-11-26T12:00:00.000Z');
});

it('compares with what a database knows', () => {
  const watch = start();
  watch.knows('2026-11-26T12:04:00.000Z');
  expect(watch.warnings().clockSetBackFrom).toBeNull();
  watch.knows('2027-01-01T00:00:00.000Z');
  expect(watch.warnings().clockSetBackFrom).toBe('2027-01-01T00:00:00.000Z');
});

it('a person says that the clock is right: then what is ahead is compared no more', () => {
  const watch = start();
  watch.knows('2027-01-01T00:00:00.000Z');
  watch.acceptClock();
  watch.knows('2027-01-01T00:00:00.000Z');
  pass(minute);
  expect(watch.warnings().clockSetBackFrom).toBeNull();
  watch.close();
  const next = start();
  next.knows('2027-01-01T00:00:00.000Z');
  expect(next.warnings().clockSetBackFrom).toBeNull();
  pass(-60 * minute, minute);
  expect(next.warnings().clockSetBackFrom).not.toBeNull();
});

it('says at one start that another computer used it last', () => {
  start('other').close();
  now += 60 * minute;
  const watch = start();
  const otherComputer = { lastSeenAt: '2026-11-26T12:00:00.000Z', isInUse: false };
  expect(watch.warnings().otherComputer).toEqual(otherComputer);
  watch.close();
  expect(start().warnings().otherComputer).toBeNull();
});

it('says that another computer uses it now, at the start and when the folder brings it', () => {
  const first = start('other');
  now += minute;
  const second = start();
  expect(second.warnings().otherComputer?.isInUse).toBe(true);
  pass(minute);
  expect(first.warnings().otherComputer?.isInUse).toBe(true);
  // It says no more: after a while it has stopped, and whoever looks is told.
  const before = told;
  second.close();
  rmSync(join(dataDir, 'computer.json'));
  pass(20 * minute);
  expect([first.warnings().otherComputer?.isInUse, told > before]).toEqual([false, true]);
});

it('takes no moment from what is none', () => {
  const watch = start();
  watch.knows('not a moment');
  pass(minute);
  expect(watch.warnings().clockSetBackFrom).toBeNull();
});

it('one that was killed on the other computer is not in use for ever', () => {
  start('other');
  now += 20 * minute;
  expect(start().warnings().otherComputer?.isInUse).toBe(false);
});

it('says nothing of a file that can’t be read, and writes it anew', () => {
  writeFileSync(join(dataDir, 'computer.json'), '{');
  expect(start().warnings()).toEqual({ clockSetBackFrom: null, otherComputer: null });
  expect(readFileSync(join(dataDir, 'computer.json'), 'utf8')).toContain('desk');
});

it('is told by the bridge and is a line of what needs a person', async () => {
  vi.useRealTimers();
  const directory = createTestDirectory();
  try {
    const at = new Date(Date.now() + 60 * minute).toISOString();
    const stamp = { version: 1, computer: 'other', start: 'x', seenAt: at, newestAt: at };
    const text = JSON.stringify({ ...stamp, acceptedUntil: null, isRunning: false });
    writeFileSync(join(directory.path, 'computer.json'), text);
    const { bridge } = await directory.start();
    const otherComputer = { lastSeenAt: at, isInUse: false };
    expect(await bridge.connection.computer()).toEqual({ clockSetBackFrom: at, otherComputer });
    const kinds = async () =>
      (await bridge.overview.needs({ knownAt: null })).needs.map(({ kind }) => kind);
    // A page waits only so long for the slowest kind.
    await expect.poll(kinds).toEqual(expect.arrayContaining(['otherComputer', 'clock']));
    await bridge.connection.acceptClock();
    await expect.poll(kinds).not.toContain('clock');
  } finally {
    await directory.remove();
  }
});
