import { expect, it } from 'vitest';
import { type ListPayoutsOutput, listPayoutsInput } from '../../../bridge/payouts.ts';
import { payoutPages } from './payout-pages.ts';

const { signal } = new AbortController();
const pageAt = (offset: number, knownAt: string | null) => ({
  ...listPayoutsInput.parse({ knownAt }),
  offset,
});

it('waits for deliveries that were acknowledged, and fails where they can’t be read', async () => {
  let total = 0;
  const payouts = {
    fieldChoices: () => [],
    followed: () => Promise.resolve(),
    list: () => Promise.resolve({ rows: [], total, progress: null }),
  };
  const takenIn = payoutPages(payouts, async () => {
    total = 1;
  });
  expect(await takenIn(pageAt(0, null), signal)).toMatchObject({ total: 1 });
  const unread = payoutPages(payouts, () => Promise.reject(new Error('Not all could be read.')));
  await expect(unread(pageAt(0, null), signal)).rejects.toThrow('Not all could be read.');
});

it('goes on with payouts of a moment of the past while those of now are read', async () => {
  let progress: ListPayoutsOutput['progress'] = null;
  const payouts = {
    fieldChoices: () => [],
    followed: () => Promise.resolve(),
    list: () => Promise.resolve({ rows: [], total: 300, progress }),
  };
  for (const [knownAt, later] of [
    [null, null],
    ['2026-11-20T12:00:00.000Z', expect.objectContaining({ total: 300 })],
  ] as const) {
    progress = null;
    const pages = payoutPages(payouts, () => Promise.resolve());
    expect(await pages(pageAt(0, knownAt), signal)).not.toBeNull();
    progress = { done: 1, total: 3 };
    expect(await pages(pageAt(200, knownAt), signal)).toEqual(later);
    // The first page is of all that was observed.
    expect(await pages(pageAt(0, knownAt), signal)).toBeNull();
  }
});
