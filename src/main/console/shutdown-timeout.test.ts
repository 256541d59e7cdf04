import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withinTimeout } from './shutdown-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);

it('ends with the work, and says nothing of a wait that was none', async () => {
  const onWaiting = vi.fn();
  await withinTimeout(Promise.resolve(), 60_000, { onWaiting });
  await withinTimeout(Promise.reject(new Error('it failed')), 60_000, { onWaiting });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onWaiting).not.toHaveBeenCalled();
});

it('says once that it waits, and ends when the time is over', async () => {
  const onWaiting = vi.fn();
  const ended = vi.fn();
  void withinTimeout(never, 60_000, { onWaiting }).then(ended);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(onWaiting).toHaveBeenCalledOnce();
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

it('ends at once when somebody hurries, before or meanwhile', async () => {
  const hurry = new AbortController();
  const ended = vi.fn();
  void withinTimeout(never, 60_000, { hurry: hurry.signal }).then(ended);
  await vi.advanceTimersByTimeAsync(1_000);
  hurry.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toHaveBeenCalledOnce();
  await withinTimeout(never, 60_000, { hurry: hurry.signal });
});
