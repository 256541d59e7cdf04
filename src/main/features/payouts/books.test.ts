/** Rows and totals against the books of the sandbox that made the payouts. */
import Big from 'big.js';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import {
  type OutcomeTotal,
  type OutcomeTotals,
  type PayoutDetail,
  type PayoutRow,
  payoutSummaryInput,
} from '../../../bridge/payouts.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { isUsualMove, payoutStates, payoutTransitions } from '../../../contract/transitions.ts';
import type { Payout } from '../../../sandbox/domain/payouts.ts';
import { type Json, type Running, startSandbox } from '../../../sandbox/testing/harness.ts';
import { takeLookup } from '../webhooks/intake/take-lookup.ts';
import { at, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';

type Side = 'source' | 'destination' | 'fee';
const sides: readonly Side[] = ['source', 'destination', 'fee'];
/** A payout as events told it: one side may be left out. */
type Known = Pick<Payout, 'id' | 'status' | 'customer' | 'virtualAccount' | 'created' | 'updated'> &
  Partial<Pick<Payout, Side>> & {
    /** Of the first event that came and that no payout has before its deposit. */
    readonly receivedAt: string | null;
    /** Of the first of the newest events in a row that say the same. */
    readonly since: string;
  };
type Event = JsonObject & {
  readonly id: string;
  readonly created: string;
  readonly data: { readonly payout: Payout };
};
let events: Event[];
let payouts: TestPayouts | null = null;

const wallets = [
  ['USD', 'USDC', 'ethereum', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['EUR', 'USDC', 'base', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['USD', 'USDT', 'tron', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'],
] as const;

async function makeBooks(running: Running, random: () => number): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const accounts: string[] = [];
  for (const [sourceCurrency, destinationCurrency, network, walletAddress] of wallets) {
    const customer = (await running.post('/v2/customer', { type: 'individual' })).body;
    const wallet = { sourceCurrency, destinationCurrency, network, walletAddress };
    const account = await running.post('/v2/virtual-account', {
      ...{ customerId: customer.id, integratorBpsFee: '35', ...wallet },
    });
    accounts.push(account.body.id);
  }
  for (let deposit = 0; deposit < 25; deposit += 1) {
    const cents = pick([1, 2, 3, 5, 7, 9, 11]) * 10 ** Math.floor(random() * 9);
    const amount = new Big(cents).div(100).plus('0.99').toFixed(2);
    const made = await running.control('POST', `/virtual-accounts/${pick(accounts)}/deposits`, {
      ...{ amount, until: pick(payoutStates) },
    });
    expect(made.status).toBe(201);
    let { payout } = made.body;
    for (let move = 0; move < Math.floor(random() * 3); move += 1) {
      const others = payoutStates.filter((state) => state !== payout.status);
      const moved = await running.control('POST', `/payouts/${payout.id}/move`, {
        ...{ to: pick(others), force: true },
      });
      payout = moved.body.payout;
    }
  }
}

beforeAll(async () => {
  let seed = 20261123;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  await using running = await startSandbox();
  await makeBooks(running, random);
  const listed = async (kind: string): Promise<Json[]> =>
    (await running.control('GET', `/list/${kind}?limit=1000`)).body.items;
  const balances: Payout[] = (await listed('payouts')).map(({ record }) => record);
  events = [];
  for (const { id } of (await listed('events')).filter(({ name }) => /^payout\./.test(name))) {
    events.push((await running.get(`/v1/event/${id}`)).body.data.event);
  }
  whole = newestOf(events);
  // The events tell what the sandbox's own books hold, to the last field.
  expect(byId(whole.map(({ since: _, receivedAt: __, ...payout }) => payout))).toEqual(
    byId(balances),
  );
  expect(whole).toHaveLength(25);
  expect(events.length).toBeGreaterThan(75);
}, 60_000);
afterEach(async () => {
  await payouts?.remove();
  payouts = null;
});

/** What the reader of a total takes it for: written down here by itself, and not as the code has it. */
const withDeposit = ['funded', 'processing', 'successful', 'refunded'];
const meanings: Readonly<
  Record<Exclude<keyof OutcomeTotals, 'received'>, readonly [Side, readonly string[]]>
> = {
  paidOut: ['destination', ['successful']],
  fees: ['fee', ['successful']],
  inFlight: ['source', ['created', 'pending', 'funded', 'processing']],
  failed: ['source', ['failed', 'cancelled', 'refunded']],
  unknown: ['source', []],
};

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

function totalOf(some: readonly Known[], side: Side): OutcomeTotal {
  const amounts = some.flatMap((payout) => payout[side] ?? []);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))].sort();
  return {
    count: some.length,
    totals: currencies.map((currency) => {
      const own = amounts.filter((amount) => amount.currency === currency);
      const sum = own.reduce((all, { amount }) => all.plus(amount), new Big(0));
      return { currency, amount: sum.toFixed(), rows: own.length };
    }),
    withoutAmount: some.length - amounts.length,
    withoutCurrency: 0,
  };
}

const none = { amount: null, currency: null };
const asInBooks = (row: PayoutRow) => ({
  ...{ id: row.id, status: row.state, customer: row.customerId },
  virtualAccount: row.virtualAccountId,
  source: row.in,
  fee: row.fee,
  destination: {
    ...{ ...row.out, network: row.network, walletAddress: row.walletAddress },
    ...(row.transaction === null ? {} : { transactionHash: row.transaction }),
  },
  ...{ created: row.created, updated: row.updated },
  ...{ receivedAt: row.receivedAt, since: row.stateSince },
});
const ofBooks = ({ id, status, customer, virtualAccount, created, updated, ...sums }: Known) => ({
  ...{ id, status, customer, virtualAccount, created, updated },
  ...{ receivedAt: sums.receivedAt, since: sums.since },
  source: sums.source ?? none,
  fee: sums.fee === undefined ? none : { amount: sums.fee.amount, currency: sums.fee.currency },
  destination: sums.destination ?? { ...none, network: null, walletAddress: null },
});
const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const updatedOf = ({ data }: Event) => data.payout.updated;
const statusOf = ({ data }: Event) => data.payout.status;
/** Of each payout what its newest event of these says, and since when. */
const newestOf = (come: readonly Event[]): Known[] =>
  [...Map.groupBy(come, ({ data }) => data.payout.id).values()].flatMap((own) => {
    const inOrder = own.toSorted((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
    const newest = inOrder.at(-1);
    if (newest === undefined) return [];
    const before = inOrder.findLastIndex((event) => statusOf(event) !== statusOf(newest));
    const since = (inOrder[before + 1] ?? newest).created;
    const deposit = inOrder.find((event) => withDeposit.includes(statusOf(event)));
    return [{ ...newest.data.payout, since, receivedAt: deposit?.created ?? null }];
  });
/** Of all events. */
let whole: Known[];

/** Without one side in every event of the payouts that lack it. */
const lacking = (event: Event, lacks: ReadonlyMap<string, Side>): Event => {
  const side = lacks.get(event.data.payout.id);
  if (side === undefined) return event;
  const { [side]: _left, ...payout } = event.data.payout;
  return { ...event, data: { payout: payout as Payout } };
};

/** By delivery or by a lookup. */
function take(event: Event, minute: number, isLookup: boolean, into: TestPayouts): void {
  if (!isLookup) {
    into.observe(event, at(minute));
    return;
  }
  const bytes = Buffer.from(JSON.stringify(event));
  const resource = { kind: 'event', id: event.id, body: event, deviations: [] } as const;
  into.sqlite.transaction(() =>
    takeLookup({ records: into.records, isProduction: false }, { resource, bytes }, at(minute)),
  );
}

it('are what the newest event that came says, in any order, doubled, with steps or amounts missing', async () => {
  const arrivals = fc
    .tuple(
      // Any events are missing, the newest too: then an older state is the newest that is known.
      fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }),
      fc.infiniteStream(fc.nat()),
      fc.boolean(),
      fc.array(fc.constantFrom(undefined, undefined, ...sides), { minLength: 25, maxLength: 25 }),
    )
    .map(([missing, random, isWhole, lacked]) => {
      const lacks = new Map(whole.flatMap(({ id }, at) => (lacked[at] ? [[id, lacked[at]]] : [])));
      const come = events
        .filter((_event, index) => isWhole || !missing[index])
        .map((event) => lacking(event, lacks));
      const doubled = [...come, ...come.filter((_event, index) => index % 4 === 0)];
      const keyed = doubled.map((event) => ({ event, key: random.next().value ?? 0 }));
      return { come, arriving: keyed.sort((one, other) => one.key - other.key) };
    });
  const property = fc.asyncProperty(
    arrivals,
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
  const [from, to] = [Math.min(...times), Math.max(...times) + 1];
  const marks = [0, 1, 2, 3].map((third) => new Date(from + ((to - from) * third) / 3));
  const bars = marks.slice(1).map((mark, index) => ({
    ...{ from: (marks[index] ?? mark).toISOString(), to: mark.toISOString() },
  }));
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
