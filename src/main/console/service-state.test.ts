import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProbeOutcome, Reachability } from '../core/service/outcomes.ts';
import { createServiceState } from './service-state.ts';

const at = '2026-11-20T12:00:00.000Z';
const reachable: Reachability = { state: 'reachable', at, sentence: null, cause: null };
const unreachable: Reachability = {
  state: 'unreachable',
  at,
  sentence: 'The name was not found.',
  cause: 'name',
};
const proven: ProbeOutcome = {
  kind: 'proven',
  cause: null,
  status: 404,
  error: null,
  requestId: null,
  sentence: 'It answers.',
};

let tell: (news: Reachability) => void;
let answer: Reachability;
let asked: number;
let changes: number;
const start = (pauses?: readonly number[]) =>
  createServiceState({
    client: {
      onReachability: (listener) => {
        tell = listener;
        return () => {
          tell = () => undefined;
        };
      },
      probe: async () => {
        asked += 1;
        tell(answer);
        return proven;
      },
    },
    onChange: () => {
      changes += 1;
    },
    ...(pauses === undefined ? {} : { pauses }),
  });

beforeEach(() => {
  vi.useFakeTimers();
  answer = unreachable;
  asked = 0;
  changes = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the state of a service', () => {
  it('is not known before the first call, then what the last call found', () => {
    const service = start();
    expect(service.facts()).toEqual({ state: 'not-tried', at: null, sentence: null });
    tell(reachable);
    expect(service.facts()).toEqual({ state: 'reachable', at, sentence: null });
    tell(unreachable);
    expect(service.facts()).toMatchObject({ state: 'unreachable', sentence: unreachable.sentence });
    service.close();
  });

  it('is told once for as long as it stays the same', () => {
    const service = start([]);
    for (const news of [reachable, reachable, unreachable, unreachable]) tell(news);
    expect(changes).toBe(2);
    service.close();
  });

  it('is asked for again while nothing answers, ever more seldom, until something does', async () => {
    const service = start([10, 20]);
    tell(unreachable);
    await vi.advanceTimersByTimeAsync(10 + 20 + 20 + 19);
    expect(asked).toBe(3);
    answer = reachable;
    await vi.advanceTimersByTimeAsync(1 + 1_000);
    expect(asked).toBe(4);
    expect(service.facts().state).toBe('reachable');
    service.close();
  });

  it('is asked for soon after a single failure, so that one cut line blocks nobody for long', async () => {
    const service = start();
    answer = reachable;
    tell(unreachable);
    await vi.advanceTimersByTimeAsync(500);
    expect(service.facts().state).toBe('reachable');
    expect(asked).toBe(1);
    service.close();
  });

  it('is not asked for again after a refusal of the token: only another token helps', async () => {
    const service = start([10]);
    tell({ state: 'token-refused', at, sentence: 'No.', cause: 'unauthorized' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(0);
    service.close();
  });

  it('is forgotten when another token counts', () => {
    const service = start([10]);
    tell(unreachable);
    service.reset();
    expect(service.facts().state).toBe('not-tried');
    expect(vi.getTimerCount()).toBe(0);
    service.close();
  });

  it('is left alone once it is closed', async () => {
    const service = start([10]);
    tell(unreachable);
    service.close();
    tell(reachable);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toBe(0);
    expect(service.facts().state).toBe('unreachable');
  });
});
