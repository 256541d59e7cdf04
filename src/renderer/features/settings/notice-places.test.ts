import { expect, it } from 'vitest';
import { noticeKinds } from '../../../bridge/notices.ts';
import { screenAt } from '../../app/features.ts';
import { splitFragment } from '../../app/fragment.ts';
import { addressOfNotice } from './notice-places.ts';

const one = { id: 'a/b?c#d', at: '2026-11-23T12:00:00.000Z' };

it.each(noticeKinds)('%s leads to screens of the page, whatever the ID is', (kind) => {
  for (const place of [addressOfNotice({ kind, one }), addressOfNotice({ kind, one: null })])
    expect(screenAt(splitFragment(place).path), place).not.toBeNull();
});

it('leads to the one payout, or to all that failed', () => {
  expect(addressOfNotice({ kind: 'payoutsFailed', one })).toBe('/payouts/a%2Fb%3Fc%23d');
  expect(addressOfNotice({ kind: 'payoutsFailed', one: null })).toBe('/payouts?state=failed');
});
