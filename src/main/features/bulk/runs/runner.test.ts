import { expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { testDatabase } from '../../../../platform/testing/test-folder.ts';
import { auditMigrations, openAudit } from '../../../core/audit/audit.ts';
import { createClaimsPlace } from '../../../core/intents/claims.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { openIntents } from '../../../core/intents/intents.ts';
import { intentsMigrations } from '../../../core/intents/migrations.ts';
import type { GroupOptions, Intent } from '../../../core/intents/types.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import { bulkMigrations } from './migrations.ts';
import { runView } from './run-views.ts';
import { type RunnerParts, startRunner } from './runner.ts';
import { createRunsRepository } from './runs-repository.ts';
import type { StoredRun } from './stored-rows.ts';
import { answered } from './testing/rows.ts';

const run: StoredRun = {
  number: 1,
  id: 'run',
  kind: 'customer',
  fileName: 'new.csv',
  sha256: 'ab',
  createdAt: '2026-11-23T12:00:00.000Z',
  state: 'running',
  stateAt: null,
  cause: null,
  sentence: null,
  endedAt: null,
  knownUntil: null,
};

/** Rows that wait, a journal that keeps nothing, and a service that refuses the first for being too many. */
function start(
  clock: typeof systemClock,
  onRefused: () => void,
  changes: Partial<RunnerParts> = {},
  retryAfterMs = 300,
) {
  let waiting = [1, 2, 3].map((row) => ({
    row,
    key: `key ${row}`,
    fingerprint: null,
    isSecond: false,
    input: { type: 'individual', email: `ada${row}@example.com` },
  }));
  let calls = 0;
  const outcomeOf = (key: string) => {
    calls += 1;
    if (calls > 1) waiting = waiting.filter((row) => row.key !== key);
    const refused = { state: 'refused', cause: 'rate-limited', retryAfterMs };
    const created = { state: 'created', cause: null, resourceId: `customer_${key}` };
    return { key, ...(calls > 1 ? created : refused) } as Intent;
  };
  const openGroup = ({ onAnswer }: GroupOptions) => {
    let underWay: readonly { readonly key: string }[] = [];
    return {
      underWay: () => underWay.length,
      step(requests: readonly { readonly key: string }[]) {
        const settled = underWay.map(({ key }) => outcomeOf(key));
        underWay = requests;
        if (requests.length > 0) setTimeout(onAnswer, 1);
        if (settled.some(({ cause }) => cause === 'rate-limited')) onRefused();
        return { settled, notJournalled: null, isJournalled: true };
      },
      close: () => undefined,
    };
  };
  return startRunner(run, {
    repository: { waiting: () => waiting.slice(0, 1) } as never,
    intents: { openGroup, get: () => null, isSentHere: () => true } as never,
    client: {} as never,
    claims: createClaimsPlace(),
    clock,
    random: systemRandom,
    resumedAfter: null,
    told: new Set(),
    stillApproved: () => undefined,
    known: () => [],
    writeBlock: async () => null,
    log: { error: (facts: unknown) => expect(facts).toBeNull() },
    onProgress: () => undefined,
    onStopped: () => undefined,
    onGivenUp: () => undefined,
    ...changes,
  });
}

it('goes on after a refusal though the clock is set back, and says until when it waits', async () => {
  let aheadMs = 0;
  const clock = { now: () => systemClock.now() + aheadMs };
  let shown: string | null = null;
  const runner = start(clock, () => {
    aheadMs = -3_600_000;
    // The step that learns of the refusal is not over.
    setTimeout(() => {
      const repository = {
        counts: () => new Map(),
        attemptsAgain: () => 0,
        countNeverSent: () => 0,
      };
      shown = runView(run, repository, [], runner, clock.now()).waitsUntil;
    });
  });
  await runner.stopped;
  expect(runner.pacer.pacedTo()).not.toBeNull();
  expect(Math.abs(Date.parse(shown ?? '') - clock.now())).toBeLessThan(60_000);
});

it('says of what holds a row back that nothing more was sent, as rows before it were', async () => {
  const sentence = 'Nothing was sent: the team refused exactly this request.';
  let steps = 0;
  const paused: unknown[] = [];
  const runner = start(systemClock, () => undefined, {
    stillApproved() {
      steps += 1;
      if (steps > 2) throw new Failed('INVALID', { sentence, cause: 'refused-by-team' });
    },
    onStopped: (why) => paused.push(why?.sentence),
  });
  await runner.stopped;
  expect(paused).toEqual(['Nothing more was sent: the team refused exactly this request.']);
});

it('is done where the team stops it while the last rows are under way', async () => {
  let isStopped = false;
  const ends: unknown[] = [];
  const openGroup = ({ onAnswer }: GroupOptions) => ({
    underWay: () => (steps > 0 && steps < 3 ? 1 : 0),
    step() {
      steps += 1;
      waiting = [];
      isStopped = true;
      setTimeout(onAnswer, 1);
      return { settled: [], notJournalled: null, isJournalled: true };
    },
    close: () => undefined,
  });
  let steps = 0;
  const input = { type: 'individual', email: 'ada@example.com' };
  let waiting = [{ row: 1, key: 'key 1', fingerprint: null, isSecond: false, input }];
  const runner = start(systemClock, () => undefined, {
    repository: { waiting: () => waiting } as never,
    intents: { openGroup, get: () => null, isSentHere: () => true } as never,
    stillApproved() {
      if (isStopped) throw new Failed('INVALID', { sentence: 'Refused.', cause: 'approval' });
    },
    onStopped: (why) => ends.push(why),
  });
  await runner.stopped;
  expect(ends).toEqual([null]);
});

it('hears after a long wait whether a write is possible before it sends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isLocked = false;
  const sent: number[] = [];
  const paused: unknown[] = [];
  const block = { code: 'LOCKED', cause: 'locked', sentence: 'It is locked.' } as const;
  const lock = () => {
    isLocked = true;
  };
  const runner = start(
    systemClock,
    lock,
    {
      known(_run, rows) {
        if (isLocked) sent.push(...rows.map(({ row }) => row));
        return [];
      },
      writeBlock: async () => (isLocked ? block : null),
      onStopped: (why) => paused.push(why?.sentence),
    },
    30_000,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await runner.stopped;
  expect({ sent, paused }).toEqual({ sent: [], paused: ['It is locked.'] });
});

it('lets an included row wait while the row that it is a second of is under way', async () => {
  const [first, second] = [1, 2].map((row) => ({
    row,
    key: `key ${row}`,
    fingerprint: null,
    isSecond: row === 2,
    input: {},
  }));
  let waiting = [second];
  let steps = 0;
  const left: unknown[] = [];
  const repository = {
    waiting: () => waiting,
    isSendingLike: (_run: number, { content }: { content: string }) => content === '{}',
    leaveUnsent(keys: readonly string[]) {
      if (keys.length === 0) return;
      left.push({ keys, steps });
      waiting = [];
    },
  };
  const openGroup = ({ onAnswer }: GroupOptions) => ({
    underWay: () => (steps < 3 ? [first] : []).length,
    step() {
      steps += 1;
      setTimeout(onAnswer, 1);
      return { settled: [], notJournalled: null, isJournalled: true };
    },
    close: () => undefined,
  });
  const runner = start(systemClock, () => undefined, {
    repository: repository as never,
    known: (_run, rows) => [...rows],
    intents: { openGroup, get: () => null, isSentHere: () => true } as never,
  });
  await runner.stopped;
  expect(left).toEqual([{ keys: ['key 2'], steps: 3 }]);
});

it('marks a row whose end could be written neither with its answer nor right after it', async () => {
  const migrations = [recordsMigrations, auditMigrations, intentsMigrations, bulkMigrations];
  const sqlite = testDatabase(migrations.flat());
  const clock = systemClock;
  const log = { error: vi.fn(), warn: vi.fn() };
  const records = openRecords({ sqlite });
  const intents = openIntents({ sqlite, records, audit: openAudit({ sqlite, clock }), clock, log });
  let tries = 0;
  const repository = createRunsRepository(sqlite, () => {
    tries += 1;
    if (tries <= 2) throw new Error('It can’t be written.');
  });
  expect(repository.prepare({ ...run, columns: [] })).toBe(run.number);
  const input = { type: 'individual' as const, email: 'ada@example.com' };
  const own = { name: null, reference: 'A 1', ownName: null };
  const row = { row: 2, key: 'a'.repeat(32), input, fingerprint: null, isSecond: false, ...own };
  repository.addRows(run.number, [row]);
  const answer = answered({ id: 'customer_1', type: 'business' }, 'customer');
  const client = { createCustomer: async () => answer } as never;
  await start(clock, () => undefined, { repository, intents, client, log }).stopped;
  expect(tries).toBe(3);
  expect(repository.departed(run.number)).toEqual(['customer_1']);
});
