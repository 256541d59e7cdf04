/** Rows and totals against the books of the sandbox that made the payouts. */
import Big from 'big.js';
import fc from 'fast-check';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type OutcomeTotals, type PayoutRow, payoutSummaryInput } from '../../../bridge/payouts.ts';
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
  Partial<Pick<Payout, Side>>;
type Event = JsonObject & { readonly id: string; readonly data: { readonly payout: Payout } };
let books: Payout[];
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
  books = (await listed('payouts')).map(({ record }) => record);
  events = [];
  for (const { id } of (await listed('events')).filter(({ name }) => /^payout\./.test(name))) {
    events.push((await running.get(`/v1/event/${id}`)).body.data.event);
  }
  expect(books).toHaveLength(25);
  expect(events.length).toBeGreaterThan(75);
}, 60_000);
afterEach(async () => {
  await payouts?.remove();
  payouts = null;
});

/** What the reader of a total takes it for: written down here by itself, and not as the code has it. */
const meanings: Readonly<Record<keyof OutcomeTotals, readonly [Side, readonly string[]]>> = {
  received: ['source', ['funded', 'processing', 'successful', 'refunded']],
  paidOut: ['destination', ['successful']],
  fees: ['fee', ['successful']],
  inFlight: ['source', ['created', 'pending', 'funded', 'processing']],
  failed: ['source', ['failed', 'cancelled', 'refunded']],
  unknown: ['source', []],
};

/** As the books have it, and nothing else. */
function expectOutcomes(outcomes: OutcomeTotals, of: readonly Known[]): void {
  for (const [name, [side, states]] of Object.entries(meanings)) {
    const some = of.filter(({ status }) => states.includes(status));
    const amounts = some.flatMap((payout) => payout[side] ?? []);
    const currencies = [...new Set(amounts.map(({ currency }) => currency))].sort();
    expect({ name, ...outcomes[name as keyof OutcomeTotals] }).toEqual({
      name,
      count: some.length,
      totals: currencies.map((currency) => {
        const own = amounts.filter((amount) => amount.currency === currency);
        const sum = own.reduce((all, { amount }) => all.plus(amount), new Big(0));
        return { currency, amount: sum.toFixed(), rows: own.length };
      }),
      withoutAmount: some.length - amounts.length,
      withoutCurrency: 0,
    });
  }
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
});
const ofBooks = ({ id, status, customer, virtualAccount, created, updated, ...sums }: Known) => ({
  ...{ id, status, customer, virtualAccount, created, updated },
  source: sums.source ?? none,
  fee: sums.fee === undefined ? none : { amount: sums.fee.amount, currency: sums.fee.currency },
  destination: sums.destination ?? { ...none, network: null, walletAddress: null },
});
const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const updatedOf = ({ data }: Event) => data.payout.updated;
/** Of each payout what its newest event of these says. */
const newestOf = (come: readonly Event[]): Known[] =>
  [...Map.groupBy(come, ({ data }) => data.payout.id).values()].flatMap((own) => {
    const newest = own.toSorted((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
    return newest.at(-1)?.data.payout ?? [];
  });

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
      const lacks = new Map(books.flatMap(({ id }, at) => (lacked[at] ? [[id, lacked[at]]] : [])));
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
      for (const row of rows) expectLife(row, new Set(come.map(({ id }) => id)));
      await made.remove();
      payouts = null;
    },
  );
  await fc.assert(property, { numRuns: 12, endOnFailure: true });
}, 120_000);

/** Steps that came are there; those that did not are missing where the usual order needs them. */
function expectLife(row: PayoutRow, come: ReadonlySet<string>): void {
  const own = events
    .filter(({ id, data }) => come.has(id) && data.payout.id === row.id)
    .sort((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
  expect(row.events).toBe(own.length);
  const told = own.map(({ data }) => data.payout.status);
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
  for (const customerId of new Set(books.map(({ customer }) => customer))) {
    const own = books.filter(({ customer }) => customer === customerId);
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
      books.filter(({ id }) => id === first?.id),
    );
  }
  const times = books.map(({ created }) => created).sort();
  const [from = '', to = ''] = [times[5], times[18]];
  const during = books.filter(({ created }) => created >= from && created < to);
  const period = await made.list({ from, to });
  expect(period.total).toBe(during.length);
  expectOutcomes(period.outcomes, during);
  // As the overview, statements and closes ask.
  for (const by of ['created', 'updated'] as const) {
    const some = books.filter((payout) => payout[by] >= from && payout[by] < to);
    const summary = await made.payouts.summary(payoutSummaryInput.parse({ by, from, to }));
    expect([summary.count, summary.withoutTime]).toEqual([some.length, 0]);
    expectOutcomes(summary.outcomes, some);
    expect(summary.days.reduce((sum, { count }) => sum + count, 0)).toBe(some.length);
    for (const { state, totals } of summary.states) {
      const own = some.filter(({ status }) => status === state);
      const sum = own.reduce((all, { source }) => all.plus(source.amount), new Big(0));
      const summed = totals.in.totals.reduce((all, { amount }) => all.plus(amount), new Big(0));
      expect(summed.toFixed()).toBe(sum.toFixed());
    }
  }
});
