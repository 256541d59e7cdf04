/** When to speak of a token's expiry (decisions 12). */
import { formatEnd } from '../../format/instants.ts';
import { frameTexts } from '../../texts/frame.ts';

/** The frame begins to warn this long before, in milliseconds. */
export const warningBefore = 7 * 24 * 60 * 60_000;

export function expiryNotice(expiresAt: string | null, now: number): string | null {
  if (expiresAt === null) return null;
  const left = Date.parse(expiresAt) - now;
  if (Number.isNaN(left) || left > warningBefore) return null;
  const when = formatEnd(expiresAt, now);
  return left <= 0 ? frameTexts.notices.tokenExpired(when) : frameTexts.notices.tokenExpires(when);
}
