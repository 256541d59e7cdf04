import { describe, expect, it } from 'vitest';
import type { TunnelState } from './tunnel-state.ts';
import { describeMove, describeReport } from './tunnel-view.ts';

const now = 1_000_000_000;
const publicOrigin = 'https://hooks.example.com';
const reason = { code: 'cut', sentence: 'The line was cut.', needsPerson: false } as const;
const say = (state: TunnelState, lastProvenAt: number | null = null) =>
  describeReport({ state, lastProvenAt, moved: null, paths: new Map() }, now);

const states: readonly TunnelState[] = [
  { state: 'closed', since: now },
  { state: 'opening', since: now },
  { state: 'proving', since: now, publicOrigin },
  { state: 'failing', since: now, publicOrigin, reason, failures: 1, nextTryAt: now },
  { state: 'not-provable', since: now, publicOrigin, reason, nextTryAt: now },
  { state: 'proven', since: now, publicOrigin, at: now - 12_000, tookMs: 5, nextProofAt: now },
];

describe('what is said of a tunnel', () => {
  it('is its proof with the age of it', () => {
    expect(states.at(-1) && say(states.at(-1) as TunnelState)).toMatch(/^Check passed 12 s ago/);
  });

  it.each(states)('never calls it connected when it is $state', (state) => {
    expect(say(state)).not.toMatch(/\bconnected\b|\bit works\b/i);
  });

  it('is what failed, with how long ago it was proven', () => {
    const [, , , failing] = states;
    expect(failing && say(failing, now - 3 * 60_000)).toBe(
      'The line was cut. A check last passed 3 min ago.',
    );
    expect(failing && say(failing)).toBe('The line was cut. No check has passed yet.');
    expect(failing && say(failing, now - 3 * 3_600_000)).toContain('3 h ago');
  });

  it('is that it may work all the same where this network can’t see its own public side', () => {
    const [, , , , unprovable] = states;
    expect(unprovable && say(unprovable)).toMatch(
      /^Can’t be checked from this computer\. The line was cut\./,
    );
  });

  it('is what a new address means for webhooks that are registered', () => {
    const move = { from: 'https://old.example', to: 'https://new.example', at: now };
    expect(describeMove(move, null)).toMatch(/old\.example to https:\/\/new\.example\. Webhooks/);
    expect(describeMove(move, null)).toContain('no longer deliver here');
    expect(describeMove(move, ['Desk'])).toContain(
      'The webhook “Desk” is registered with the old URL and no longer delivers here.',
    );
    expect(describeMove(move, ['Desk', 'Ledger', 'Tax'])).toContain(
      'The webhooks “Desk”, “Ledger” and “Tax” are registered with the old URL',
    );
    expect(describeMove(move, [])).toMatch(/No webhook of this profile .* none of them is cut off/);
  });
});
