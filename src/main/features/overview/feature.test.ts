import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestRecords, type TestRecords } from '../../core/records/testing/open-records.ts';
import { movedIn } from './feature.ts';

let opened: TestRecords;
beforeEach(() => {
  opened = openTestRecords();
});
afterEach(() => opened.remove());

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

it('counts in each bar what the list of its period holds, its beginning included and its end not', async () => {
  const { records } = opened;
  for (const [kind, minutes] of [
    ['customer', [0, 9, 10, 19, 20, 29, 30]],
    ['virtualAccount', [10, 11, 30]],
  ] as const)
    for (const minute of minutes)
      records.observe({
        kind,
        id: `${kind}_${minute}`,
        source: 'create-answer',
        observedAt: at(minute),
        body: { created: at(minute) },
      });
  const bars = [0, 10, 20].map(at);
  const asked = { from: at(0), to: at(30), bars, knownAt: null };
  const asOf = { read: () => Promise.reject(new Error('Nothing of the past is asked for.')) };
  const moved = await movedIn(asked, { ...opened, asOf, clock: { now: () => Date.parse(at(60)) } });
  expect([moved.customers, moved.accounts]).toEqual([
    { total: 6, bars: [2, 2, 2] },
    { total: 2, bars: [0, 2, 0], known: 3 },
  ]);
  const listed = (kind: 'customer' | 'virtualAccount') =>
    bars.map((madeFrom, index) => {
      const madeTo = bars[index + 1] ?? at(30);
      return records.list(kind, { madeFrom, madeTo, offset: 0, limit: 10 }).total;
    });
  expect([listed('customer'), listed('virtualAccount')]).toEqual([
    moved.customers.bars,
    moved.accounts.bars,
  ]);
});
