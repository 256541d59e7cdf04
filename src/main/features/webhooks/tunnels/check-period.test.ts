import { describe, expect, it } from 'vitest';
import { checkHoldsMs } from '../../../../bridge/check-age.ts';
import { aroundMs } from '../../../../platform/back-off.ts';
import { checkPeriodMs } from './check-period.ts';
import { createNgrokTunnel } from './ngrok.ts';

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
