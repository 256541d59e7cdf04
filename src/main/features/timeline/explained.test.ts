import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPaced } from './explained.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Answers with how often anything was worked out. */
function counting() {
  let count = 0;
  const asked: string[] = [];
  const ask = createPaced((question) => {
    asked.push(question);
    count += 1;
    return Promise.resolve(count);
  });
  return { ask, asked };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('is worked out at once after a silence, and shared by all who ask meanwhile', async () => {
  const { ask, asked } = counting();
  const answers = [ask('a'), ask('a'), ask('b')];
  await pass(0);
  expect(await Promise.all(answers)).toEqual([1, 1, 2]);
  expect(asked).toEqual(['a', 'b']);
});

it('is worked out anew for who asks later, no sooner than a second after', async () => {
  const { ask, asked } = counting();
  const first = ask('a');
  await pass(0);
  expect(await first).toBe(1);
  const later = [ask('a'), ask('a')];
  await pass(900);
  expect(asked).toHaveLength(1);
  await pass(100);
  expect(await Promise.all(later)).toEqual([2, 2]);
  await pass(5_000);
  const last = ask('a');
  await pass(0);
  expect(await last).toBe(3);
});

it('fails for those who asked, and is tried again', async () => {
  let isBroken = true;
  const ask = createPaced(() =>
    isBroken ? Promise.reject(new Error('broken')) : Promise.resolve('well'),
  );
  const failed = expect(ask('a')).rejects.toThrow('broken');
  await pass(0);
  await failed;
  isBroken = false;
  const again = ask('a');
  await pass(1_000);
  expect(await again).toBe('well');
});
