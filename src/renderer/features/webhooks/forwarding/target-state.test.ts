import { describe, expect, it } from 'vitest';
import { targetStateOf } from './target-state.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const nextTryAt = '2026-11-20T12:05:00.000Z';
const failing = {
  since: '2026-11-12T12:00:00.000Z',
  status: 500,
  reason: 'Refused with status 500.',
};
const target = { isPaused: false, failing: null, nextTryAt: null };

describe('how an address stands', () => {
  it('is forwarding only while nothing fails', () => {
    expect(targetStateOf(target, now)).toEqual({ tone: 'green', mark: 'Forwarding', reason: null });
  });

  it('is failing since a time, with the last answer and the reason, while it is tried again', () => {
    const standing = targetStateOf({ ...target, failing, nextTryAt }, now);
    expect(standing.tone).toBe('amber');
    expect(standing.mark).toMatch(/^Failing since 2026-11-12 \d\d:\d\d, last response 500$/);
    expect(standing.reason).toMatch(/^Refused with status 500\. .*tries waiting/);
  });

  it('is red when all was given up, and says what to do', () => {
    const silent = { ...failing, status: null, reason: 'The target refused the connection.' };
    const standing = targetStateOf({ ...target, failing: silent }, now);
    expect(standing.tone).toBe('red');
    expect(standing.mark).toMatch(/, no response$/);
    expect(standing.reason).toMatch(/^The target refused the connection\. .*Replay them/);
  });

  it('is paused whatever came before', () => {
    const paused = { ...target, isPaused: true, failing };
    expect(targetStateOf(paused, now)).toEqual({ tone: 'grey', mark: 'Paused', reason: null });
  });
});
