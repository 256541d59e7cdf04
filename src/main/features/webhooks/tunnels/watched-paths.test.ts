import { describe, expect, it } from 'vitest';
import { checkHoldsMs } from '../../../../bridge/check-age.ts';
import { aroundMs } from '../../../../platform/back-off.ts';
import type { WebhookPath } from '../inbox/types.ts';
import { createNgrokTunnel } from './ngrok.ts';
import { checkPeriodMs, pathsToCheck } from './watched-paths.ts';

const origin = 'https://hooks.example.com';
const slot = (path: string, webhookId: string | null): WebhookPath => ({
  path,
  profileId: 'profile-1',
  intentKey: null,
  webhookId,
  reservedAt: '2026-11-20T12:00:00.000Z',
});
const slots = [slot('aa', 'webhook_1'), slot('bb', 'webhook_2'), slot('cc', null)];
const webhook = (path: string, at = origin) => ({ path, origin: at, name: null });

describe('the paths that prove a tunnel', () => {
  it('are all those of the webhooks that are registered under its address', () => {
    const watched = [webhook('aa'), webhook('bb'), webhook('dd', 'https://other.example.com')];
    expect(pathsToCheck(watched, slots, origin)).toEqual(['aa', 'bb']);
  });

  it('are the next webhook’s own where none is registered there', () => {
    expect(pathsToCheck([], slots, origin)).toEqual(['cc']);
    expect(pathsToCheck([webhook('aa', 'https://other.example.com')], slots, origin)).toEqual([
      'cc',
    ]);
    expect(pathsToCheck([], slots.slice(0, 2), origin)).toEqual(['aa']);
  });

  it('are all that webhooks have while no profile is open', () => {
    expect(pathsToCheck(null, slots, origin)).toEqual(['aa', 'bb']);
    expect(pathsToCheck(null, slots.slice(2), origin)).toEqual(['cc']);
    expect(pathsToCheck(null, [], origin)).toEqual([]);
  });
});

/** Draws the most. */
const latest = { bytes: (length: number) => new Uint8Array(length).fill(255) };
const ngrok = createNgrokTunnel({
  authtoken: () => Promise.resolve(null),
  domain: null,
  load: () => Promise.reject(new Error('not loaded')),
});

describe('the period of proofs', () => {
  it.each([1, 2, 3, 4, 10, 25])('proves each of %i paths while its last proof counts', (paths) => {
    for (const everyMs of [30_000, ngrok.proveEveryMs]) {
      const round = paths * aroundMs(checkPeriodMs(everyMs, paths), latest);
      expect(round).toBeLessThan(checkHoldsMs);
    }
  });

  it('is the provider’s own where that is enough', () => {
    expect(checkPeriodMs(ngrok.proveEveryMs, 1)).toBe(300_000);
    expect(checkPeriodMs(30_000, 10)).toBe(30_000);
  });

  it('keeps up to three webhooks within the 20,000 requests of ngrok’s free plan', () => {
    const month = 31 * 24 * 60 * 60_000;
    expect(month / checkPeriodMs(ngrok.proveEveryMs, 3)).toBeLessThan(16_000);
    expect(month / checkPeriodMs(ngrok.proveEveryMs, 4)).toBeGreaterThan(20_000);
  });
});
