/** Rows and totals against the books of the sandbox that made the payouts. */
import Big from 'big.js';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import {
  type OutcomeTotals,
  type PayoutDetail,
  type PayoutRow,
  payoutSummaryInput,
} from '../../../bridge/payouts.ts';
import { isUsualMove, payoutStates, payoutTransitions } from '../../../contract/transitions.ts';
import {
  arrivalsOf,
  booksOfSandbox,
  type Event,
  type Known,
  meanings,
  newestOf,
  statusOf,
  take,
  totalOf,
  updatedOf,
} from '../../console/testing/books.ts';
import { at, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

let events: readonly Event[];
let payouts: TestPayouts | null = null;

beforeAll(async () => {
  ({ events, whole } = await booksOfSandbox());
}, 60_000);
afterEach(async () => {
  await payouts?.remove();
  payouts = null;
});

/** As the books have it, and nothing else. */
function expectOutcomes(outcomes: OutcomeTotals, of: readonly Known[]): void {
  const received = of.filter(({ receivedAt }) => receivedAt !== null);
  expect(outcomes.received).toEqual(totalOf(received, 'source'));
  for (const [name, [side, states]] of Object.entries(meanings)) {
    const some = of.filter(({ status }) => states.includes(status));
    const total = { name, ...outcomes[name as keyof OutcomeTotals] };
    expect(total).toEqual({ name, ...totalOf(some, side) });
  }
}

const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
const none = { amount: null, currency: null };
const asInBooks = (row: PayoutRow) => ({
  id: row.id,
  status: row.state,
  customer: row.customerId,
  virtualAccount: row.virtualAccountId,
  source: row.in,
  fee: row.fee,
  destination: {
    ...row.out,
    network: row.network,
    walletAddress: row.walletAddress,
    ...(row.transaction === null ? {} : { transactionHash: row.transaction }),
  },
  created: row.created,
  updated: row.updated,
  receivedAt: row.receivedAt,
  since: row.stateSince,
});
const ofBooks = ({ id, status, customer, virtualAccount, created, updated, ...sums }: Known) => ({
  id,
  status,
  customer,
  virtualAccount,
  created,
  updated,
  receivedAt: sums.receivedAt,
  since: sums.since,
  source: sums.source ?? none,
  fee: sums.fee === undefined ? none : { amount: sums.fee.amount, currency: sums.fee.currency },
  destination: sums.destination ?? { ...none, network: null, walletAddress: null },
});
/** Of all events. */
let whole: readonly Known[];

it('are what the newest event that came says, in any order, doubled, with steps or amounts missing', async () => {
  const property = fc.asyncProperty(
    arrivalsOf({ events, whole }),
    fc.integer({ min: 1, max: 60 }),
    async ({ come, arriving }, round) => {
      const made = openTestPayouts();
      payouts = made;
      for (const [index, { event }] of arriving.entries()) {
        take(event, index, index % 3 === 0, made);
        if (index % round === 0) await made.payouts.followed();
      }
      const known = newestOf(come);
      const { rows, total, outcomes, states, progress } = await made.list({ limit: 200 });
      expect([total, progress]).toEqual([known.length, null]);
      expect(byId(rows).map(asInBooks)).toEqual(byId(known).map(ofBooks));
      expectOutcomes(outcomes, known);
      for (const { state, count } of states) {
        const own = known.filter(({ status }) => status === state);
        const one = await made.list({ states: [state] });
        expect([count, one.total]).toEqual([own.length, own.length]);
        expectOutcomes(one.outcomes, own);
      }
      for (const row of rows) {
        const detail = await made.payouts.get(row.id, { knownAt: null });
        expectLife(detail, new Set(come.map(({ id }) => id)));
      }
      await expectMoved(made, known);
      // As of any moment, what had come by then and nothing that came later.
      const until = Math.floor(arriving.length / 3);
      const earlier = new Set(arriving.slice(0, until + 1).map(({ event }) => event));
      const then = newestOf([...earlier]);
      const past = await made.list({ limit: 200, knownAt: at(until) });
      expect(byId(past.rows).map(asInBooks)).toEqual(byId(then).map(ofBooks));
      expectOutcomes(past.outcomes, then);
      await made.remove();
      payouts = null;
    },
  );
  await fc.assert(property, { numRuns: 10, endOnFailure: true });
}, 120_000);

/** In bars of a third of the time each: deposits when they arrived, and states when they were reached. */
async function expectMoved(made: TestPayouts, known: readonly Known[]): Promise<void> {
  const times = events.map(({ created }) => Date.parse(created));
  const from = Math.min(...times);
  const to = Math.max(...times) + 1;
  const marks = [0, 1, 2, 3].map((third) => new Date(from + ((to - from) * third) / 3));
  const bars = marks
    .slice(1)
    .map((mark, index) => ({ from: (marks[index] ?? mark).toISOString(), to: mark.toISOString() }));
  const moved = await made.payouts.moved(bars, { knownAt: null });
  expectOutcomes(moved.outcomes, known);
  for (const [index, { from: begin, to: end }] of bars.entries()) {
    const isIn = (time: string | null) => time !== null && time >= begin && time < end;
    expect(moved.bars.received[index]).toEqual(
      totalOf(
        known.filter(({ receivedAt }) => isIn(receivedAt)),
        'source',
      ),
    );
    const paidOut = known.filter(({ status, since }) => status === 'successful' && isIn(since));
    expect(moved.bars.paidOut[index]).toEqual(totalOf(paidOut, 'destination'));
  }
}

/**
 * Steps that came are there, each as long as until the next one that came; those that did not are missing
 * where the usual order needs them.
 */
function expectLife(row: PayoutDetail, come: ReadonlySet<string>): void {
  const own = events
    .filter(({ id, data }) => come.has(id) && data.payout.id === row.id)
    .sort((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
  expect(row.events).toBe(own.length);
  const told = own.map(statusOf);
  expect(row.lifecycle.steps.map(({ state }) => state)).toEqual(told);
  const began = own.map(({ created }) => Date.parse(created));
  expect(row.lifecycle.steps.map(({ lastedMs }) => lastedMs)).toEqual(
    began.map((moment, index) => {
      const next = began[index + 1];
      return next === undefined ? null : next - moment;
    }),
  );
  const usual = told.every((state, index) => {
    const before = told[index - 1];
    return before === undefined
      ? state === 'created'
      : isUsualMove(payoutTransitions, before, state);
  });
  if (usual) {
    expect([row.unusualMoves, row.missingStates]).toEqual([0, []]);
  } else expect(row.unusualMoves + row.missingStates.length).toBeGreaterThan(0);
  for (const state of row.missingStates) expect(payoutStates).toContain(state);
}

it('sums what is narrowed by customer, account, period and words as the books do', async () => {
  const made = openTestPayouts();
  payouts = made;
  for (const [index, event] of events.entries()) made.observe(event, at(index));
  for (const customerId of new Set(whole.map(({ customer }) => customer))) {
    const own = whole.filter(({ customer }) => customer === customerId);
    const { total, outcomes } = await made.list({ customerId });
    expect(total).toBe(own.length);
    expectOutcomes(outcomes, own);
    const [first] = own;
    const account = await made.list({ virtualAccountId: first?.virtualAccount ?? '' });
    expectOutcomes(account.outcomes, own);
    const found = await made.list({ search: first?.id.slice(7).toUpperCase() ?? '' });
    expect(found.rows.map(({ id }) => id)).toContain(first?.id);
    expectOutcomes(
      found.outcomes,
      whole.filter(({ id }) => id === first?.id),
    );
  }
  const times = whole.map(({ created }) => created).sort();
  const [from = '', to = ''] = [times[5], times[18]];
  const during = whole.filter(({ created }) => created >= from && created < to);
  const period = await made.list({ from, to });
  expect(period.total).toBe(during.length);
  expectOutcomes(period.outcomes, during);
  // As the overview, statements and closes ask.
  for (const by of ['created', 'updated'] as const) {
    const some = whole.filter((payout) => payout[by] >= from && payout[by] < to);
    const summary = await made.payouts.summary(payoutSummaryInput.parse({ by, from, to }));
    expect([summary.count, summary.withoutTime]).toEqual([some.length, 0]);
    expectOutcomes(summary.outcomes, some);
    for (const { state, totals } of summary.states) {
      const own = some.filter(({ status }) => status === state);
      const sum = own.reduce((all, { source }) => all.plus(source?.amount ?? ''), new Big(0));
      const summed = totals.in.totals.reduce((all, { amount }) => all.plus(amount), new Big(0));
      expect(summed.toFixed()).toBe(sum.toFixed());
    }
  }
});
