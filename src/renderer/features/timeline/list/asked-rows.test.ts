import { expect, it } from 'vitest';
import { createAskedRows } from './asked-rows.ts';
import { type LoadRows, pageRows } from './page-runs.ts';

/** Says of each reading which it was, and whether it was given up. */
function source() {
  const readings: { offset: number; limit: number; signal: AbortSignal }[] = [];
  const load: LoadRows<number> = async (offset, limit, signal) => {
    readings.push({ offset, limit, signal });
    return { rows: [readings.length], hasMore: false };
  };
  return { load, readings };
}

it('rows that were asked for are taken by their own list, once', async () => {
  const { load, readings } = source();
  const asked = createAskedRows<number>();
  void asked.ask('late', load);
  const read = (of: string, offset = 0, held: number | null = null) =>
    asked.before(of, () => load)(held)(offset, pageRows, new AbortController().signal);
  // Another list, another page and a list that is held have rows of their own.
  expect((await read('early')).rows).toEqual([2]);
  expect((await read('late', pageRows)).rows).toEqual([3]);
  expect((await read('late', 0, 9)).rows).toEqual([4]);
  expect((await read('late')).rows).toEqual([1]);
  expect((await read('late')).rows).toEqual([5]);
  expect(readings).toHaveLength(5);
});

it('rows that came are at hand for their own list, once', async () => {
  const { load, readings } = source();
  const asked = createAskedRows<number>();
  const there = asked.ask('late', load);
  expect(asked.take('late')).toBeNull();
  await there;
  expect(asked.take('early')).toBeNull();
  expect(asked.take('late')?.rows).toEqual([1]);
  expect(asked.take('late')).toBeNull();
  asked.giveUp();
  expect(readings[0]?.signal.aborted).toBe(false);
});

it('rows that nobody took, or whose taker gave up, are read no further', async () => {
  const { load, readings } = source();
  const asked = createAskedRows<number>();
  void asked.ask('a', load);
  void asked.ask('b', load);
  expect(readings.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  const taker = new AbortController();
  await asked.before('b', () => load)(null)(0, pageRows, taker.signal);
  asked.giveUp();
  expect(readings[1]?.signal.aborted).toBe(false);
  taker.abort();
  expect(readings[1]?.signal.aborted).toBe(true);
  void asked.ask('c', load);
  asked.giveUp();
  expect((await asked.before('c', () => load)(null)(0, pageRows, taker.signal)).rows).toEqual([4]);
  expect(readings[2]?.signal.aborted).toBe(true);
});

it('a reading that fails before it is taken fails where it is taken', async () => {
  const asked = createAskedRows<number>();
  const failing: LoadRows<number> = () => Promise.reject(new Error('no line'));
  void asked.ask('a', failing);
  await new Promise((done) => setTimeout(done));
  const taken = asked.before('a', () => failing)(null)(0, pageRows, new AbortController().signal);
  await expect(taken).rejects.toThrow('no line');
});
