import { expect, it, vi } from 'vitest';
import {
  createClaimsPlace,
  DayLimitReached,
  NotClaimed,
  type StandingClaim,
} from '../../../core/intents/claims.ts';
import { createClaimedRows } from './claimed-rows.ts';
import type { WaitingRow } from './stored-rows.ts';

const row = (number: number, more: Partial<WaitingRow> = {}): WaitingRow => ({
  row: number,
  key: String(number),
  input: { number },
  fingerprint: `f${number}`,
  isSecond: false,
  ...more,
});

function opened(
  answer: () => Promise<ReadonlyMap<string, StandingClaim>> = async () => new Map(),
  before: readonly string[] = [],
) {
  let now = 0;
  const claims = createClaimsPlace();
  const asked: unknown[] = [];
  const released: string[] = [];
  claims.use({
    take(requests) {
      asked.push(...requests);
      return answer();
    },
    release: (keys) => released.push(...keys),
    resolveBlocked: () => null,
  });
  const told = {
    told: new Set(before),
    onStanding: vi.fn(),
    onClaimed: vi.fn(),
    onFailure: vi.fn(),
  };
  const parts = { claims, clock: { now: () => now }, isToldResumed: before.length > 0, ...told };
  const rows = createClaimedRows('virtualAccount', parts);
  const sleep = (ms: number): void => {
    now += ms;
  };
  return { rows, asked, released, told, sleep };
}

it('rows of no team may be sent at once', () => {
  const parts = { onStanding: vi.fn(), onClaimed: vi.fn(), onFailure: vi.fn() };
  const rows = createClaimedRows('customer', {
    claims: createClaimsPlace(),
    clock: { now: () => 0 },
    told: new Set<string>(),
    isToldResumed: false,
    ...parts,
  });
  expect(rows.are([row(1)])).toBe(true);
});

it('are claimed once, told, and asked for anew under another key', async () => {
  const { rows, asked, told } = opened();
  const takes = new Set();
  const both = [row(1), row(2, { fingerprint: null, isSecond: true })];
  expect(rows.are(both)).toBe(false);
  expect(rows.are(both)).toBe(false);
  expect(rows.isAsking()).toBe(true);
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalledOnce());
  expect(rows.isAsking()).toBe(false);
  expect(rows.are(both)).toBe(true);
  expect(asked).toEqual([
    { key: '1', operation: 'createVirtualAccount', sameness: 'f1', isSecond: false, takes },
    {
      key: '2',
      operation: 'createVirtualAccount',
      sameness: '{"number":2}',
      isSecond: true,
      takes,
    },
  ]);
  rows.sent(['1']);
  expect(rows.are([row(1)])).toBe(false);
});

it('say why a row stays that a colleague claimed', async () => {
  const standing = { name: 'claim:1', sentence: 'Ada sent the same at 10:02.' };
  const { rows, told } = opened(async () => new Map([['1', standing]]));
  rows.are([row(1), row(2)]);
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalled());
  expect(told.onStanding).toHaveBeenCalledWith('1', 'Not sent: Ada sent the same at 10:02.');
  expect(rows.are([row(2)])).toBe(true);
});

it('pause the run where the team can’t be asked', async () => {
  const { rows, told } = opened(() => Promise.reject(new NotClaimed('Away.', 'team-away')));
  rows.are([row(1)]);
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalled());
  expect(told.onFailure).toHaveBeenCalledWith({ cause: 'team-away', sentence: 'Away.' });
});

it('give back what was claimed and not sent when the run stands still, also what comes after', async () => {
  const answer = Promise.withResolvers<ReadonlyMap<string, StandingClaim>>();
  const { rows, released, told } = opened(async () => await answer.promise);
  rows.are([row(1)]);
  rows.close();
  answer.resolve(new Map());
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalled());
  expect(released).toEqual(['1']);
});

it('are asked about again after a while, as when the computer slept', async () => {
  const { rows, asked, told, sleep } = opened();
  rows.are([row(1)]);
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalledOnce());
  sleep(60_000);
  expect(rows.are([row(1)])).toBe(true);
  sleep(1);
  expect(rows.are([row(1)])).toBe(false);
  await vi.waitFor(() => expect(told.onClaimed).toHaveBeenCalledTimes(2));
  expect(asked).toHaveLength(2);
  expect(rows.are([row(1)])).toBe(true);
  // Its clock was set right.
  sleep(-1);
  expect(rows.are([row(1)])).toBe(false);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
});

it('that have a place within a limit of the day are sent before the run pauses', async () => {
  /** Of the limit, used by others or here. */
  const placed = new Set<string>();
  let limit = 3;
  const { rows, asked, released, told, sleep } = opened(async () => {
    const keys = (asked.splice(0) as { key: string }[]).map(({ key }) => key);
    const left = limit - placed.size;
    const wanted = keys.filter((key) => !placed.has(key));
    if (wanted.length > left) throw new DayLimitReached(left);
    for (const key of wanted) placed.add(key);
    return new Map();
  });
  let waiting = [1, 2, 3].map((number) => row(number));
  const step = async () => {
    const before = told.onClaimed.mock.calls.length;
    const next = rows.within(waiting);
    if (rows.are(next)) return next.map(({ key }) => key);
    await vi.waitFor(() => expect(told.onClaimed.mock.calls.length).toBe(before + 1));
    return null;
  };
  expect([await step(), await step()]).toEqual([null, ['1', '2', '3']]);
  sleep(60_001);
  // A row that waits anew, under another key, and those that come next.
  waiting = [row(7), ...waiting, row(4), row(5)];
  expect([await step(), await step(), await step()]).toEqual([null, null, ['1', '2', '3']]);
  rows.sent(['1']);
  waiting = waiting.filter(({ key }) => key !== '1');
  expect(await step()).toEqual(['2', '3']);
  expect(told.onFailure).not.toHaveBeenCalled();
  // After midnight (UTC) one of them fits, of what is given back before.
  sleep(24 * 3_600_000);
  placed.clear();
  limit = 1;
  expect(await step()).toBeNull();
  expect([released.splice(0), await step(), await step()]).toEqual([['2', '3'], null, ['7']]);
  rows.sent(['7']);
  waiting = waiting.slice(1);
  // What is left out leaves its place to others.
  limit = 2;
  expect([await step(), await step(), await step()]).toEqual([null, null, ['2']]);
  rows.leave(['2']);
  expect(released.splice(0)).toEqual(['2']);
  placed.delete('2');
  waiting = waiting.slice(1);
  expect([await step(), await step(), await step()]).toEqual([null, null, ['3']]);
  rows.sent(['3']);
  waiting = waiting.slice(1);
  expect([await step(), told.onFailure.mock.calls]).toMatchObject([
    null,
    [[{ cause: 'day-limit', sentence: expect.stringMatching(/already sent stay recorded/) }]],
  ]);
});

it('pause the run once before rows that colleagues resolved, and are not left out', async () => {
  const standing = { name: 'settlement:1', sentence: 'Bob resolved it.', isAllowed: true };
  const { rows, told } = opened(async () => new Map([['1', standing]]));
  rows.are([row(1)]);
  await vi.waitFor(() => expect(told.onFailure).toHaveBeenCalled());
  expect(told.onFailure.mock.calls[0]?.[0]).toMatchObject({ cause: 'team-resolved' });
  expect(told.onStanding).not.toHaveBeenCalled();
  expect([...told.told]).toEqual(['settlement:1']);
  const resumed = opened(undefined, ['settlement:1']);
  resumed.rows.are([row(1)]);
  expect(resumed.asked).toMatchObject([{ takes: new Set(['settlement:1']) }]);
});
