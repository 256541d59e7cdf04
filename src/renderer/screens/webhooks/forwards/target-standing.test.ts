import { describe, expect, it } from 'vitest';
import { standingOf } from './target-standing.ts';

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
    expect(standingOf(target, now)).toEqual({ tone: 'green', mark: 'forwarding', reason: null });
  });

  it('is failing since a time, with the last answer and the reason, while it is tried again', () => {
    const standing = standingOf({ ...target, failing, nextTryAt }, now);
    expect(standing.tone).toBe('amber');
    expect(standing.mark).toMatch(/^failing since 2026-11-12 \d\d:\d\d, last answer 500$/);
    expect(standing.reason).toMatch(/^Refused with status 500\. .*tried again/);
  });

  it('is red when all was given up, and says what to do', () => {
    const silent = { ...failing, status: null, reason: 'Nobody listens at the address.' };
    const standing = standingOf({ ...target, failing: silent }, now);
    expect(standing.tone).toBe('red');
    expect(standing.mark).toMatch(/, no answer$/);
    expect(standing.reason).toMatch(/^Nobody listens at the address\. .*replay it/);
  });

  it('is paused whatever came before', () => {
    const paused = { ...target, isPaused: true, failing };
    expect(standingOf(paused, now)).toEqual({ tone: 'grey', mark: 'paused', reason: null });
  });
});
