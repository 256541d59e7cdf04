import { describe, expect, it } from 'vitest';
import { checkHoldsMs as proofHolds } from '../../../bridge/check-age.ts';
import {
  type Reachability,
  reachabilityLine,
  reachabilityMessage,
  reachabilityWords,
} from './reachability.tsx';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ago = (milliseconds: number): string => new Date(now - milliseconds).toISOString();

const states: readonly Reachability['state'][] = [
  'closed',
  'opening',
  'proving',
  'proven',
  'failed',
  'not-provable',
  'url-changed',
  'elsewhere',
];

describe('how a way in is spoken of', () => {
  it('a fresh proof is told with its age', () => {
    const words = reachabilityWords({ state: 'proven', lastProvenAt: ago(12_000) }, now, true);
    expect(words).toEqual({ tone: 'green', state: 'Check passed', last: 'Check passed 12 s ago' });
    expect(reachabilityLine(words)).toBe('Check passed 12 s ago');
  });

  it('nothing but a fresh proof is green', () => {
    const green = states.filter(
      (state) => reachabilityWords({ state, lastProvenAt: ago(1_000) }, now, true).tone === 'green',
    );
    expect(green).toEqual(['proven']);
  });

  it('the word "connected" is never used', () => {
    for (const state of states) {
      for (const lastProvenAt of [null, ago(1_000), ago(proofHolds)]) {
        for (const isFollowed of [true, false]) {
          const line = reachabilityLine(
            reachabilityWords({ state, lastProvenAt }, now, isFollowed),
          );
          expect(line).not.toMatch(/connected/i);
          expect(line).not.toBe('');
        }
      }
    }
  });

  it('a proof that nobody follows any more is not good, but its age is still told', () => {
    const words = reachabilityWords({ state: 'proven', lastProvenAt: ago(12_000) }, now, false);
    expect(words.tone).toBe('grey');
    expect(words.state).toBe('No recent check');
    expect(reachabilityLine(words)).toBe('Check passed 12 s ago');
  });

  it('a proof that is too old says nothing of now', () => {
    expect(
      reachabilityWords({ state: 'proven', lastProvenAt: ago(proofHolds - 1) }, now, true).tone,
    ).toBe('green');
    expect(
      reachabilityWords({ state: 'proven', lastProvenAt: ago(proofHolds) }, now, true).tone,
    ).toBe('grey');
  });

  it('proven without a proof is no proof', () => {
    const words = reachabilityWords({ state: 'proven', lastProvenAt: null }, now, true);
    expect(words.tone).toBe('grey');
    expect(reachabilityLine(words)).toBe('Not checked yet');
  });

  it('a failure says when it was proven last', () => {
    const words = reachabilityWords({ state: 'failed', lastProvenAt: ago(180_000) }, now, true);
    expect(words.tone).toBe('red');
    expect(reachabilityLine(words)).toBe('Check failed, last check that passed: 3 min ago');
  });

  it('what can’t be proved from here says so', () => {
    const words = reachabilityWords({ state: 'not-provable', lastProvenAt: null }, now, true);
    expect(words).toEqual({ tone: 'amber', state: 'Can’t be checked', last: null });
  });

  it('a sentence with an age that stands still is not shown beside one that counts', () => {
    const sentence = 'Last proven 0 s ago: a request went out and came back.';
    expect(reachabilityMessage({ state: 'proven', sentence })).not.toMatch(/ago/);
    expect(reachabilityMessage({ state: 'failed', sentence: 'The line was cut.' })).toBe(
      'The line was cut.',
    );
  });
});
