import { expect, it } from 'vitest';
import type { ReadFailed } from '../../core/service/outcomes.ts';
import type { Asked } from './lookup.ts';
import { createPace, type RoundParts, startRound } from './refresh-all.ts';

const pairs = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    customerId: 'customer_a',
    bankAccountId: `bankAccount_${number}`,
  }));
const found: Asked = { kind: 'found', wasKnown: true, fields: [] };
function failed(cause: ReadFailed['cause'], retryAfterMs: number | null = null): Asked {
  const at = '2026-11-21T12:00:00.000Z';
  const said = { sentence: `It was ${cause}.`, requestId: null, status: null, answer: null };
  const outcome = cause === 'not-found' ? ('not-found' as const) : ('failed' as const);
  return {
    kind: 'failed',
    outcome: { ...said, kind: 'failed', cause, error: null, retryAfterMs, canTryAgain: true },
    check: { ...said, at, outcome, messages: [] },
  };
}
const start = (parts: Partial<RoundParts> & Pick<RoundParts, 'ask' | 'pairs'>) =>
  startRound({
    withoutCustomer: 0,
    clock: { now: () => Date.now() },
    onStep: () => undefined,
    onError: () => undefined,
    ...parts,
  });

it('asks for every account once, never for more than eight at a time', async () => {
  const asked: string[] = [];
  let underWay = 0;
  let most = 0;
  const round = start({
    pairs: pairs(200),
    withoutCustomer: 3,
    async ask({ bankAccountId }) {
      asked.push(bankAccountId);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      const number = Number(bankAccountId.split('_')[1]);
      if (number === 7) return failed('not-found');
      if (number === 8) return failed('server-error');
      return number === 9
        ? { ...found, fields: [{ path: '/status', kind: 'changed', was: 'a', is: 'b' }] }
        : found;
    },
  });
  await round.ended;
  expect(new Set(asked).size).toBe(200);
  expect(asked).toHaveLength(200);
  expect(most).toBe(8);
  expect(round.view()).toMatchObject({
    state: 'done',
    total: 200,
    done: 200,
    found: 198,
    changed: 1,
    missing: 1,
    failed: 1,
    withoutCustomer: 3,
    problems: [
      { id: 'bankAccount_7', check: { outcome: 'not-found' } },
      { id: 'bankAccount_8', check: { outcome: 'failed', sentence: 'It was server-error.' } },
    ],
  });
  expect(round.view().endedAt).not.toBeNull();
});

it('an account that the service put off is asked for again, after the wait that it named', async () => {
  const askedAt = new Map<string, number[]>();
  const round = start({
    pairs: pairs(6),
    async ask({ bankAccountId }) {
      const times = [...(askedAt.get(bankAccountId) ?? []), Date.now()];
      askedAt.set(bankAccountId, times);
      await new Promise((resolve) => setImmediate(resolve));
      return bankAccountId === 'bankAccount_2' && times.length === 1
        ? failed('rate-limited', 500)
        : found;
    },
  });
  await expect.poll(() => round.view().waitsUntil, { interval: 5 }).not.toBeNull();
  await round.ended;
  const [first = 0, second = 0] = askedAt.get('bankAccount_2') ?? [];
  expect(second - first).toBeGreaterThanOrEqual(499);
  expect(round.view()).toMatchObject({ done: 6, found: 6, failed: 0, waitsUntil: null });
});

it('an account that is put off again and again is given up, and the others are not', async () => {
  const round = start({
    pairs: pairs(2),
    ask: async ({ bankAccountId }) =>
      bankAccountId === 'bankAccount_0' ? failed('rate-limited', 1) : found,
  });
  await round.ended;
  expect(round.view()).toMatchObject({ state: 'done', done: 2, found: 1, failed: 1 });
});

it('stops where nobody would be answered, and says why', async () => {
  let asked = 0;
  const round = start({
    pairs: pairs(100),
    async ask() {
      asked += 1;
      return failed('unauthorized');
    },
  });
  await round.ended;
  expect(asked).toBeLessThanOrEqual(4);
  expect(round.view()).toMatchObject({ state: 'stopped', sentence: 'It was unauthorized.' });
});

it('is cancelled at once, in a wait too', async () => {
  const round = start({ pairs: pairs(3), ask: async () => failed('rate-limited', 60_000) });
  await expect.poll(() => round.view().waitsUntil, { interval: 5 }).not.toBeNull();
  round.cancel();
  await round.ended;
  expect(round.view()).toMatchObject({ state: 'cancelled', done: 0, waitsUntil: null });
});

it('an error that nobody expected is told, and ends nothing', async () => {
  const told: unknown[] = [];
  const round = start({
    pairs: pairs(2),
    async ask({ bankAccountId }) {
      if (bankAccountId === 'bankAccount_0') throw new Error('disk full');
      return found;
    },
    onError: (error) => told.push(error),
  });
  await round.ended;
  expect(told).toEqual([new Error('disk full')]);
  expect(round.view()).toMatchObject({ state: 'done', done: 2, found: 1, failed: 1 });
});

const answered = (pace: ReturnType<typeof createPace>, times: number) => {
  for (let time = 0; time < times; time += 1) pace.answered();
};

it('lets a few more be asked at once while answers come, and never more than eight', () => {
  const pace = createPace();
  expect(pace.limit()).toBe(4);
  answered(pace, 8);
  expect(pace.limit()).toBe(5);
  answered(pace, 200);
  expect(pace.limit()).toBe(8);
});

it('halves on a request to slow down, and always lets one be asked', () => {
  const pace = createPace();
  pace.slowedDown(null);
  expect(pace.limit()).toBe(2);
  pace.slowedDown(null);
  pace.slowedDown(null);
  expect(pace.limit()).toBe(1);
});

it('waits as long as the service asks, else longer each time, a minute at most', () => {
  const pace = createPace();
  expect(pace.slowedDown(7_000)).toBe(7_000);
  expect(pace.slowedDown(null)).toBe(2_000);
  expect(pace.slowedDown(null)).toBe(4_000);
  for (let time = 0; time < 10; time += 1) pace.slowedDown(null);
  expect(pace.slowedDown(null)).toBe(60_000);
  pace.answered();
  expect(pace.slowedDown(null)).toBe(1_000);
});
