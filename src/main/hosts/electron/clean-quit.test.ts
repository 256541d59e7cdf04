import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { pino } from 'pino';
import { beforeEach, expect, it, vi } from 'vitest';
import { enableCleanQuit, showWaitingBox } from './clean-quit.ts';

let app: EventEmitter & { quit: () => void };
let quits: number;

beforeEach(() => {
  quits = 0;
  app = Object.assign(new EventEmitter(), {
    // As Electron: every quit asks again.
    quit: () => {
      if (!askedToWait()) quits += 1;
    },
  });
});

function askedToWait(): boolean {
  const event = { preventDefault: vi.fn() };
  app.emit('before-quit', event);
  return event.preventDefault.mock.calls.length > 0;
}

const enable = (
  dispose: (hurry: AbortSignal) => Promise<void>,
  patienceMs = 60_000,
  mayQuit = async () => true,
) =>
  enableCleanQuit(app as unknown as App, {
    mayQuit,
    dispose,
    log: pino({ level: 'silent' }),
    patienceMs,
    hurriedMs: 5_000,
    now: () => Date.now(),
  });

it('waits for what is to be closed, once, and quits then', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const dispose = vi.fn(() => promise);
  enable(dispose);
  expect(askedToWait()).toBe(true);
  expect(askedToWait()).toBe(true);
  expect(quits).toBe(0);
  resolve();
  await expect.poll(() => quits).toBe(1);
  expect(dispose).toHaveBeenCalledOnce();
});

it('quits although closing fails', async () => {
  enable(() => Promise.reject(new Error('the disk is gone')));
  expect(askedToWait()).toBe(true);
  await expect.poll(() => quits).toBe(1);
});

it('does not wait for ever', async () => {
  vi.useFakeTimers();
  try {
    enable(() => new Promise(() => undefined), 15_000);
    expect(askedToWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(quits).toBe(0);
    vi.advanceTimersByTime(1);
    expect(quits).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('hurries at a second request, and waits no longer than that takes', async () => {
  vi.useFakeTimers();
  try {
    let isHurried = false;
    enable((hurry) => {
      hurry.addEventListener('abort', () => {
        isHurried = true;
      });
      return new Promise(() => undefined);
    });
    expect(askedToWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isHurried).toBe(false);
    expect(askedToWait()).toBe(true);
    expect(isHurried).toBe(true);
    vi.advanceTimersByTime(5_000);
    expect(quits).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('stays where the person stays, and asks again at the next request', async () => {
  const dispose = vi.fn(async () => undefined);
  const mayQuit = vi.fn(async () => mayQuit.mock.calls.length > 1);
  enable(dispose, 60_000, mayQuit);
  expect(askedToWait()).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(dispose).not.toHaveBeenCalled();
  expect(askedToWait()).toBe(true);
  await expect.poll(() => quits).toBe(1);
});

it('waits for nobody’s answer at a second request', async () => {
  vi.useFakeTimers();
  try {
    enable(
      () => new Promise(() => undefined),
      60_000,
      () => new Promise(() => undefined),
    );
    expect(askedToWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(quits).toBe(0);
    expect(askedToWait()).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(quits).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

const { signal } = new AbortController();
const answers = (response: number) => async () => ({ response, checkboxChecked: false });

it.each([
  ['waits', answers(0), 0],
  ['ends at once', answers(1), 1],
  ['waits where no box can be shown', () => Promise.reject(new Error('no display')), 0],
])('%s', async (_what, showMessageBox, quits) => {
  const quit = vi.fn();
  await showWaitingBox({ showMessageBox }, { quit }, signal);
  expect(quit).toHaveBeenCalledTimes(quits);
});
