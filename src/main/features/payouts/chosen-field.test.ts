import { afterEach, beforeEach, expect, it } from 'vitest';
import { Failed } from '../../core/intents/failed.ts';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let payouts: TestPayouts;
beforeEach(() => {
  payouts = openTestPayouts();
});
afterEach(() => payouts.remove());

const body = (id: string, net: string) => ({ id: `payout_${id}`, line: { net }, note: 'x' });
const choose = (
  pointer: string | null,
  knownAt: string | null = null,
  decimals: number | null = null,
) =>
  payouts.payouts.chooseField('amountIn', pointer === null ? null : { pointer, decimals }, knownAt);

it('a field that a person chose is read in every payout, in the audit log, and can be given back', async () => {
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    payouts.observe(eventOf(index, 'payout.create', body(id, `${index}.5`)), at(index));
  }
  expect((await payouts.list()).outcomes.inFlight.withoutAmount).toBe(3);
  expect(await payouts.payouts.candidates('amountIn')).toEqual({
    candidates: [
      { pointer: '/line/net', count: 3, samples: ['2.5', '1.5', '0.5'], isLikely: false },
    ],
    of: 3,
  });
  payouts.setNow(at(100));
  expect(choose('/line/net')).toEqual([
    { notion: 'amountIn', pointer: '/line/net', decimals: null, chosenAt: at(100) },
  ]);
  payouts.setNow(at(200));
  const after = await payouts.list();
  expect(after.outcomes.inFlight).toMatchObject({ withoutAmount: 0, withoutCurrency: 3 });
  expect(after.rows.map((row) => row.in.amount)).toEqual(['2.5', '1.5', '0.5']);
  // It was chosen later than that.
  expect((await payouts.list({ knownAt: at(99) })).outcomes.inFlight.withoutAmount).toBe(3);
  expect((await payouts.list({ knownAt: at(100) })).outcomes.inFlight.withoutAmount).toBe(0);
  expect(choose(null)).toEqual([]);
  choose(null);
  expect((await payouts.list()).outcomes.inFlight.withoutAmount).toBe(3);
  expect(payouts.audited).toEqual([
    {
      action: 'payout-field.chosen',
      facts: {
        notion: 'amountIn',
        pointer: '/line/net',
        decimals: null,
        before: null,
        decimalsBefore: null,
      },
    },
    {
      action: 'payout-field.released',
      facts: {
        notion: 'amountIn',
        pointer: null,
        decimals: null,
        before: '/line/net',
        decimalsBefore: null,
      },
    },
  ]);
  expect(() => choose('/line/net', at(1))).toThrow(Failed);
});

it('a field that a person chose may be in minor units, and other ones from a moment on', async () => {
  payouts.observe(eventOf(1, 'payout.create', body('a', '12419500000')), at(1));
  await payouts.payouts.followed();
  payouts.setNow(at(10));
  choose('/line/net', null, 6);
  payouts.setNow(at(20));
  choose('/line/net', null, 2);
  const amount = async (knownAt: string | null = null) =>
    (await payouts.list({ knownAt })).rows[0]?.in.amount;
  expect(await amount()).toBe('124195000');
  expect(await amount(at(10))).toBe('12419.5');
  expect(payouts.audited.at(-1)?.facts).toMatchObject({ decimals: 2, decimalsBefore: 6 });
});
