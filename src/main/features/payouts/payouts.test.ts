import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PayoutNotion } from '../../../contract/payout-fields.ts';
import { nextTurn } from '../../../platform/slices.ts';
import { Failed } from '../../core/intents/failed.ts';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let payouts: TestPayouts;
beforeEach(() => {
  payouts = openTestPayouts();
});
afterEach(async () => {
  await payouts.remove();
});

const now = { knownAt: null };
/** A payout's record in the sandbox's own form. */
const record = (id: string, amount: string, more: object = {}) => ({
  id: `payout_${id}`,
  customer: `customer_${id}`,
  source: { currency: 'USD', amount },
  fee: { currency: 'USD', amount: '0.1' },
  destination: { currency: 'USDC', amount, network: 'base', walletAddress: `0x${id}` },
  created: at(1),
  ...more,
});
const ids = (list: { readonly rows: readonly { readonly id: string }[] }) =>
  list.rows.map(({ id }) => id.slice('payout_'.length));

describe('the list of payouts', () => {
  it('says what was not found, and sums nothing in its place', async () => {
    payouts.observe(eventOf(1, 'payout.create', record('a', '10.10')), at(1));
    payouts.observe(eventOf(2, 'payout.create', { id: 'payout_b', total: 'much' }), at(2));
    payouts.observe(
      eventOf(3, 'payout.create', { id: 'payout_c', amountIn: '5', source: { amount: '6' } }),
      at(3),
    );
    payouts.observe(eventOf(4, 'payout.create', { id: 'payout_d', amountIn: '7' }), at(4));
    payouts.observe(eventOf(5, 'payout.create', {}), at(5));
    const { rows, outcomes, unassigned, known } = await payouts.list({
      sort: 'amountIn',
      direction: 'ascending',
    });
    expect([known, unassigned]).toEqual([4, 1]);
    expect(outcomes.inFlight).toEqual({
      totals: [{ currency: 'USD', amount: '10.1', rows: 1 }],
      count: 4,
      mock: 0,
      withoutAmount: 2,
      withoutCurrency: 1,
    });
    expect(ids({ rows })).toEqual(['a', 'd', 'b', 'c']);
    const [, , without, contradicted] = rows;
    expect(without?.notFound).toContain('amountIn');
    expect(without?.created).toBe(at(2));
    expect([contradicted?.in.amount, contradicted?.ambiguous]).toEqual([null, ['amountIn']]);
    expect(ids(await payouts.list({ without: 'in' })).toSorted()).toEqual(['b', 'c']);
  });

  it('sums amounts of any size exactly, and none that is negative', async () => {
    const amounts = ['98765432109876543210.000000000000000001', '0.1', '0.2', '-0.3'];
    for (const [index, amount] of amounts.entries()) {
      payouts.observe(eventOf(index, 'payout.create', record(`n${index}`, amount)), at(index));
    }
    const sum = '98765432109876543210.300000000000000001';
    const all = await payouts.list();
    expect(all.outcomes.inFlight).toMatchObject({
      totals: [{ currency: 'USD', amount: sum, rows: 3 }],
      count: 4,
      withoutAmount: 1,
    });
    expect(all.rows.find(({ id }) => id === 'payout_n3')?.notFound).toContain('amountIn');
    const some = await payouts.list({ from: at(0), to: at(5) });
    expect(some.outcomes).toEqual(all.outcomes);
    const sorted = await payouts.list({ sort: 'amountOut', direction: 'ascending' });
    expect(ids(sorted)).toEqual(['n1', 'n2', 'n0', 'n3']);
    // The large one leaves the sums again.
    payouts.observe(eventOf(9, 'payout.funded', record('n0', '1'), 9), at(9));
    expect((await payouts.list()).outcomes.inFlight.totals).toEqual([
      { currency: 'USD', amount: '1.3', rows: 3 },
    ]);
  });

  it('keeps states that nobody knows, and finds what is stuck', async () => {
    payouts.observe(eventOf(1, 'payout.create', record('a', '1')), at(1));
    payouts.observe(eventOf(2, 'payout.frozen', record('a', '1')), at(2));
    payouts.observe(eventOf(3, 'payout.pending', record('b', '1')), at(3));
    payouts.observe(eventOf(4, 'payout.successful', record('c', '1')), at(4));
    payouts.setNow(at(3 + 120));
    const { rows, states, outcomes } = await payouts.list({
      sort: 'state',
      direction: 'ascending',
    });
    const counts = Object.entries(outcomes).map(([name, { count }]) => `${name} ${count}`);
    expect(counts.join(', ')).toBe(
      'received 1, paidOut 1, fees 1, inFlight 1, failed 0, unknown 1',
    );
    expect(rows.map(({ state, isKnownState }) => [state, isKnownState])).toEqual([
      ['pending', true] as const,
      ['successful', true] as const,
      ['frozen', false] as const,
    ]);
    expect(states).toEqual([
      { state: 'pending', count: 1 },
      { state: 'successful', count: 1 },
      { state: 'frozen', count: 1 },
    ]);
    expect(rows.at(-1)).toMatchObject({ unusualMoves: 1, stateSince: at(2), isSinceTold: true });
    expect(rows[0]).toMatchObject({ missingStates: ['created'] });
    expect(ids(await payouts.list({ stuckHours: 2 }))).toEqual(['a']);
    expect(ids(await payouts.list({ stuckHours: 1.9 })).toSorted()).toEqual(['a', 'b']);
  });

  it('counts a deposit as received whatever became of its payout, and finds what stands out', async () => {
    const lives = {
      // Funded, then failed: the money is there and was not paid out.
      a: ['create', 'pending', 'funded', 'failed'],
      b: ['create', 'failed'],
      c: ['create', 'successful'],
      d: ['create', 'successful', 'pending'],
    };
    let minute = 0;
    for (const [id, events] of Object.entries(lives)) {
      for (const name of events) {
        minute += 1;
        payouts.observe(eventOf(minute, `payout.${name}`, record(id, '1'), minute), at(minute));
      }
    }
    const of = async (query: object) =>
      ids(await payouts.list({ ...query, sort: 'id' })).toSorted();
    expect(await of({ isReceived: true })).toEqual(['a', 'c', 'd']);
    expect(await of({ isReceived: true, states: ['failed'] })).toEqual(['a']);
    expect(await of({ isReceived: false })).toEqual(['b']);
    expect(await of({ flag: 'missing' })).toEqual(['c', 'd']);
    expect(await of({ flag: 'unusual' })).toEqual(['d']);
    expect(await of({ flag: 'ambiguous' })).toEqual([]);
    expect(await of({ by: 'receivedAt', from: at(3), to: at(8) })).toEqual(['a']);
    const { outcomes, rows } = await payouts.list({ flag: 'missing', sort: 'id' });
    expect([outcomes.received.count, outcomes.paidOut.count, rows.length]).toEqual([2, 1, 2]);
    expect((await payouts.list()).outcomes.received.count).toBe(3);
    expect((await payouts.list({ knownAt: at(2) })).outcomes.received.count).toBe(0);
  });

  it('finds by the name that the customer has by now', async () => {
    const named = (firstName: string, minute: number) =>
      payouts.records.observe({
        kind: 'customer',
        id: 'customer_a',
        source: 'read',
        observedAt: at(minute),
        body: { id: 'customer_a', personalInformation: { firstName, lastName: 'Lovelace' } },
      });
    payouts.observe(eventOf(1, 'payout.create', record('a', '1')), at(1));
    expect((await payouts.list()).rows[0]?.customerName).toBeNull();
    named('Ada', 2);
    expect(ids(await payouts.list({ search: 'lovel ad' }))).toEqual(['a']);
    named('Grace', 3);
    expect((await payouts.list({ search: 'grace' })).rows[0]?.customerName).toBe('Grace Lovelace');
    expect((await payouts.list({ search: 'ada' })).total).toBe(0);
    expect((await payouts.list({ search: 'ada', knownAt: at(2) })).total).toBe(1);
    expect((await payouts.payouts.get('payout_a', now)).customerName).toBe('Grace Lovelace');
    const found = async (search: string, knownAt: string | null = null) =>
      ids({ rows: await payouts.payouts.find(search, 5, { knownAt }) });
    expect(await found('grace lo')).toEqual(['a']);
    expect(await found('gr')).toEqual([]);
    expect(await found('ada')).toEqual([]);
    expect(await found('ad', at(2))).toEqual(['a']);
    const then = await payouts.payouts.get('payout_a', { knownAt: at(2) });
    expect(then.customerName).toBe('Ada Lovelace');
  });

  it('has the name that a person gave, and the one of a customer of many, over a restart', async () => {
    const many = Array.from({ length: 120 }, (_, number) => `m${number}`);
    for (const [number, id] of many.entries()) {
      const more = { customer: 'customer_many' };
      payouts.observe(eventOf(number, 'payout.create', record(id, '1', more)), at(number));
    }
    payouts.observe(eventOf(200, 'payout.create', record('a', '1')), at(200));
    const customer = (id: string, minute: number, body: object = {}) =>
      payouts.records.observe({
        kind: 'customer',
        id,
        source: 'read',
        observedAt: at(minute),
        body: { id, ...body },
      });
    customer('customer_many', 1, { email: 'many@example.com' });
    customer('customer_a', 2);
    const named = async () => {
      const { rows } = await payouts.list({ limit: 200 });
      return [...new Set(rows.map(({ customerName }) => customerName))].toSorted();
    };
    expect(await named()).toEqual(['many@example.com', null]);
    payouts.records.giveOwnName('customer_a', 'Own', at(3));
    expect(await named()).toEqual(['Own', 'many@example.com']);
    // Killed with rows that have the name of before.
    customer('customer_many', 4, { email: 'more@example.com' });
    payouts.records.giveOwnName('customer_a', 'Other', at(5));
    await payouts.payouts.close();
    payouts.reopen();
    expect(await named()).toEqual(['Other', 'more@example.com']);
    const told = payouts.told.length;
    await payouts.payouts.followed();
    expect(payouts.told.length).toBe(told);
  });

  it('finds the newest of many by words, as all of them are found', async () => {
    for (let number = 0; number < 600; number += 1) {
      const reference = number % 7 === 0 ? `invoice ${number % 10}x` : 'other';
      const more = { reference, created: at(number) };
      payouts.observe(
        eventOf(number, 'payout.create', record(`n${number}`, '1', more)),
        at(number),
      );
    }
    await payouts.payouts.followed();
    const words = ['invoice', 'invoice 3x', 'payout_n', 'payout_n 1x', 'n59 other', 'nothing', '"'];
    for (const knownAt of [null, at(555)]) {
      for (const search of words) {
        const { rows } = await payouts.list({ search, knownAt, limit: 4 });
        const found = await payouts.payouts.find(search, 4, { knownAt });
        expect(ids({ rows: found }), search).toEqual(ids({ rows }));
      }
    }
    expect(await payouts.payouts.find('n', 4, now)).toEqual([]);
  });

  it('finds the newest also where they came first, and the others are many', async () => {
    for (let number = 0; number < 1_600; number += 1) {
      // Two of now, a thousand others before them, and more than are looked at of long ago.
      const isOther = number >= 2 && number < 1_002;
      const day = number < 2 ? 9_000 + number : isOther ? 5_000 + number : number;
      const more = { reference: isOther ? 'other' : 'invoice', created: at(day) };
      payouts.observe(
        eventOf(number, 'payout.create', record(`n${number}`, '1', more)),
        at(number),
      );
    }
    await payouts.payouts.followed();
    const found = await payouts.payouts.find('invoice', 4, now);
    expect(ids({ rows: found }).slice(0, 2)).toEqual(['n1', 'n0']);
    expect(found.length).toBe(4);
  });

  it('is as it was known at a moment, also of what arrives later', async () => {
    payouts.observe(eventOf(1, 'payout.create', record('a', '1')), at(1));
    payouts.observe(eventOf(2, 'payout.create', record('b', '2')), at(2));
    payouts.observe(eventOf(3, 'payout.failed', record('a', '1')), at(3));
    const then = async () => {
      const { rows, outcomes } = await payouts.list({ knownAt: at(2), sort: 'id' });
      return [rows.map(({ id, state }) => `${id} ${state}`), outcomes.inFlight.totals[0]?.amount];
    };
    expect(await then()).toEqual([['payout_b created', 'payout_a created'], '3']);
    expect((await payouts.list({ knownAt: at(0) })).total).toBe(0);
    expect(await then()).toEqual([['payout_b created', 'payout_a created'], '3']);
    // It was observed by then, and taken in later.
    payouts.observe(eventOf(4, 'payout.pending', record('b', '2.5'), 2), at(2));
    expect(await then()).toEqual([['payout_b pending', 'payout_a created'], '3.5']);
    await expect(payouts.list({ knownAt: at(20_000) })).rejects.toThrow(Failed);
  });
});

describe('a payout', () => {
  it('shows its lifecycle, its events and where each field stands', async () => {
    payouts.observe(eventOf(3, 'payout.funded', record('a', '1', { status: 'held' })), at(9));
    payouts.observe(eventOf(1, 'payout.create', record('a', '1')), at(8));
    const { rows } = await payouts.list();
    const detail = await payouts.payouts.get('payout_a', now);
    expect(detail).toMatchObject({ ...rows[0], isMock: false });
    expect(detail.lifecycle.steps).toMatchObject([
      { state: 'created', lastedMs: 120_000, eventId: 'event_1', missing: [] },
      { state: 'funded', lastedMs: null, isUsual: true, missing: [] },
    ]);
    expect(detail.lifecycle.next).toContain('processing');
    expect(detail.eventList.map(({ eventId, heardAt }) => [eventId, heardAt])).toEqual([
      ['event_3', at(9)],
      ['event_1', at(8)],
    ]);
    expect(detail.otherStatus).toBe('held');
    const field = (notion: PayoutNotion) => detail.fields.find((one) => one.notion === notion);
    expect(field('amountOut')).toMatchObject({ status: 'found', pointer: '/destination/amount' });
    expect(field('updated')).toMatchObject({ status: 'event', value: at(3), pointer: null });
    expect(field('transaction')).toMatchObject({ status: 'missing', value: null });
    expect(detail.asReceived).toMatchObject({ status: 'held' });
    await expect(payouts.payouts.get('payout_x', now)).rejects.toThrow(Failed);
    await expect(payouts.payouts.get('payout_a', { knownAt: at(7) })).rejects.toThrow(Failed);
  });
});

it('goes on where it was killed, and fills from what was there before', async () => {
  for (let number = 0; number < 70; number += 1) {
    const id = `k${number % 50}`;
    const name = number < 50 ? 'payout.create' : 'payout.pending';
    payouts.observe(eventOf(number, name, record(id, '0.1')), at(number));
  }
  // Killed after one step of several.
  payouts.tickBy(5);
  const following = payouts.payouts.followed();
  await nextTurn();
  await payouts.payouts.close();
  await following;
  const rows = () => payouts.sqlite.all('SELECT id, view FROM payout_columns ORDER BY id');
  const before = rows().length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(50);
  payouts.reopen();
  const { total, outcomes, progress } = await payouts.list({ search: 'payout_k' });
  expect([total, progress, outcomes.inFlight.totals[0]?.amount]).toEqual([50, null, '5']);
  const views = rows();
  payouts.sqlite.run('UPDATE payout_cursor SET derivation = 0');
  expect((await payouts.list()).outcomes).toEqual(outcomes);
  expect(rows()).toEqual(views);
  expect(payouts.told.flat()).toContain('payout_k0');
});

it('asks nothing that goes over all events, or over all payouts', async () => {
  for (const [number, id] of ['a', 'b', 'c'].entries()) {
    payouts.observe(eventOf(number, 'payout.create', record(id, '1')), at(number));
  }
  await payouts.list({ stuckHours: 1, sort: 'stateSince' });
  await payouts.list({ states: ['created'], search: 'payout', by: 'updated', from: at(0) });
  const range = { from: at(0), to: at(9) };
  await payouts.payouts.moved([range], now);
  await payouts.payouts.find('payout_a', 5, now);
  const plans = [...payouts.asked].flatMap((sql) =>
    payouts.sqlite
      .all(`EXPLAIN QUERY PLAN ${sql}`, Array((sql.match(/\?/g) ?? []).length).fill(null))
      .map((row) => `${String((row as { detail: string }).detail)} of ${sql}`),
  );
  expect(plans.length).toBeGreaterThan(20);
  const isLong = /SCAN (o|e|observations|payout_events)\b|_in_order \(kind=\?\)/;
  const isWhole = (plan: string) =>
    plan.startsWith('SCAN payout_columns') && !plan.includes('LIMIT');
  expect(plans.filter((plan) => isLong.test(plan) || isWhole(plan))).toEqual([]);
  const open = plans.filter((plan) => plan.includes('GROUP BY') && plan.includes('is_open = 1'));
  expect(open.join()).toContain('USING COVERING INDEX payouts_open (since_at>? AND since_at<?)');
});
