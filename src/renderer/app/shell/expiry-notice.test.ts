import { describe, expect, it } from 'vitest';
import { lastRenewal } from '../../components/use-now.ts';
import { formatEnd } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';
import { expiryNotice, warningBefore } from './expiry-notice.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const ahead = (milliseconds: number): string => new Date(now + milliseconds).toISOString();
const { tokenExpires, tokenExpired } = frameTexts.notices;

describe('a token that ends', () => {
  it('is not spoken of before its last week, nor without an expiry', () => {
    expect(expiryNotice(ahead(warningBefore + 1), now)).toBeNull();
    expect(expiryNotice(null, now)).toBeNull();
    expect(expiryNotice('soon', now)).toBeNull();
  });

  it('is told in the words that every other screen has for an end', () => {
    const tomorrow = ahead(24 * 60 * 60_000);
    expect(expiryNotice(tomorrow, now)).toBe(tokenExpires(formatEnd(tomorrow, now)));
    expect(formatEnd(tomorrow, now)).toMatch(/^in 1 day \(2026-11-2\d \d\d:00:00 .+\)$/);
    expect(expiryNotice(ahead(-60_000), now)).toBe(tokenExpired(formatEnd(ahead(-60_000), now)));
  });
});

it('two places that look at different moments of a half minute tell the same age', () => {
  const tomorrow = ahead(24 * 60 * 60_000);
  const [early, late] = [now + 1, now + 29_999].map((time) =>
    formatEnd(tomorrow, lastRenewal(time)),
  );
  expect(early).toBe(late);
});
