import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaced } from './paced.ts';

const pace = 60;

describe('calls at a pace', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const recorded = () => {
    const calls: string[] = [];
    return { calls, paced: createPaced<string>((value) => calls.push(value), pace) };
  };

  it('the first is called at once, and one after a silence too', () => {
    const { calls, paced } = recorded();
    paced.call('a');
    expect(calls).toEqual(['a']);
    vi.advanceTimersByTime(pace);
    paced.call('ab');
    expect(calls).toEqual(['a', 'ab']);
  });

  it('of those that come faster, the last is called when its turn is, and no other', () => {
    const { calls, paced } = recorded();
    for (const typed of ['a', 'ab', 'abc', 'abcd']) paced.call(typed);
    expect(calls).toEqual(['a']);
    vi.advanceTimersByTime(pace - 1);
    expect(calls).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual(['a', 'abcd']);
    vi.advanceTimersByTime(10 * pace);
    expect(calls).toEqual(['a', 'abcd']);
  });

  it('a key that is held down is never let through faster than the pace', () => {
    const { calls, paced } = recorded();
    for (let at = 0; at < 30; at += 1) {
      paced.call(`${at}`);
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(pace);
    expect(calls.length).toBeLessThanOrEqual(1 + Math.ceil((30 * 20) / pace));
    expect(calls.at(-1)).toBe('29');
  });

  it('stopped, what waits is not called, and a later call is heard again', () => {
    const { calls, paced } = recorded();
    paced.call('a');
    paced.call('ab');
    paced.stop();
    vi.advanceTimersByTime(10 * pace);
    expect(calls).toEqual(['a']);
    paced.call('b');
    expect(calls).toEqual(['a', 'b']);
  });

  it('a call that fails is not the last', () => {
    let isBroken = true;
    const calls: string[] = [];
    const paced = createPaced<string>((value) => {
      if (isBroken) throw new Error('gone');
      calls.push(value);
    }, pace);
    expect(() => paced.call('a')).toThrow('gone');
    isBroken = false;
    paced.call('b');
    vi.advanceTimersByTime(pace);
    expect(calls).toEqual(['b']);
  });
});
