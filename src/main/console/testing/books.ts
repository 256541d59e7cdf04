/** For tests: payouts that a sandbox made, and what its own books say of them. */
import Big from 'big.js';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { OutcomeTotal, OutcomeTotals } from '../../../bridge/payouts.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { payoutStates } from '../../../contract/transitions.ts';
import type { Payout } from '../../../sandbox/domain/payouts.ts';
import { type Json, type Running, startSandbox } from '../../../sandbox/testing/harness.ts';
import { at, type TestPayouts } from '../../features/payouts/testing/open-test-payouts.ts';
import { takeLookup } from '../../features/webhooks/intake/take-lookup.ts';

export type Side = 'source' | 'destination' | 'fee';
const sides: readonly Side[] = ['source', 'destination', 'fee'];
/** A payout as events told it: one side may be left out. */
export type Known = Pick<
  Payout,
  'id' | 'status' | 'customer' | 'virtualAccount' | 'created' | 'updated'
> &
  Partial<Pick<Payout, Side>> & {
    /** When the first event was created that no payout has before its deposit; null where there is none. */
    readonly receivedAt: string | null;
    /** When the first of the newest events in a row with the same state was created. */
    readonly since: string;
  };
export type Event = JsonObject & {
  readonly id: string;
  readonly created: string;
  readonly data: { readonly payout: Payout };
};
export interface Books {
  readonly events: readonly Event[];
  /** Payouts as all events together report them. */
  readonly whole: readonly Known[];
}

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
      customerId: customer.id,
      integratorBpsFee: '35',
      ...wallet,
    });
    accounts.push(account.body.id);
  }
  for (let deposit = 0; deposit < 25; deposit += 1) {
    const cents = pick([1, 2, 3, 5, 7, 9, 11]) * 10 ** Math.floor(random() * 9);
    const amount = new Big(cents).div(100).plus('0.99').toFixed(2);
    const made = await running.control('POST', `/virtual-accounts/${pick(accounts)}/deposits`, {
      amount,
      until: pick(payoutStates),
    });
    expect(made.status).toBe(201);
    let { payout } = made.body;
    for (let move = 0; move < Math.floor(random() * 3); move += 1) {
      const others = payoutStates.filter((state) => state !== payout.status);
      const moved = await running.control('POST', `/payouts/${payout.id}/move`, {
        to: pick(others),
        force: true,
      });
      payout = moved.body.payout;
    }
  }
}

export async function booksOfSandbox(): Promise<Books> {
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
  const events: Event[] = [];
  for (const { id } of (await listed('events')).filter(({ name }) => /^payout\./.test(name))) {
    events.push((await running.get(`/v1/event/${id}`)).body.data.event);
  }
  const whole = newestOf(events);
  // The events tell what the sandbox's own books hold, to the last field.
  const told = whole.map(({ since: _, receivedAt: __, ...payout }) => payout);
  expect(told).toHaveLength(balances.length);
  expect(told).toEqual(expect.arrayContaining(balances));
  expect(whole).toHaveLength(25);
  expect(events.length).toBeGreaterThan(75);
  return { events, whole };
}

/** What the reader of a total takes it for: written down here by itself, and not as the code has it. */
const withDeposit = ['funded', 'processing', 'successful', 'refunded'];
export const meanings: Readonly<
  Record<Exclude<keyof OutcomeTotals, 'received'>, readonly [Side, readonly string[]]>
> = {
  paidOut: ['destination', ['successful']],
  fees: ['fee', ['successful']],
  inFlight: ['source', ['created', 'pending', 'funded', 'processing']],
  failed: ['source', ['failed', 'cancelled', 'refunded']],
  unknown: ['source', []],
};

export function totalOf(some: readonly Known[], side: Side): OutcomeTotal {
  const amounts = some.flatMap((payout) => payout[side] ?? []);
  const currencies = [...new Set(amounts.map(({ currency }) => currency))].sort();
  return {
    count: some.length,
    mock: 0,
    totals: currencies.map((currency) => {
      const own = amounts.filter((amount) => amount.currency === currency);
      const sum = own.reduce((all, { amount }) => all.plus(amount), new Big(0));
      return { currency, amount: sum.toFixed(), rows: own.length };
    }),
    withoutAmount: some.length - amounts.length,
    withoutCurrency: 0,
  };
}

export const updatedOf = ({ data }: Event) => data.payout.updated;
export const statusOf = ({ data }: Event) => data.payout.status;
/** Each payout as its newest event of these reports it, and since when. */
export const newestOf = (come: readonly Event[]): Known[] =>
  [...Map.groupBy(come, ({ data }) => data.payout.id).values()].flatMap((own) => {
    const inOrder = own.toSorted((one, other) => (updatedOf(one) < updatedOf(other) ? -1 : 1));
    const newest = inOrder.at(-1);
    if (newest === undefined) return [];
    const before = inOrder.findLastIndex((event) => statusOf(event) !== statusOf(newest));
    const since = (inOrder[before + 1] ?? newest).created;
    const deposit = inOrder.find((event) => withDeposit.includes(statusOf(event)));
    return [{ ...newest.data.payout, since, receivedAt: deposit?.created ?? null }];
  });

/** Without one side in every event of the payouts that lack it. */
const lacking = (event: Event, lacks: ReadonlyMap<string, Side>): Event => {
  const side = lacks.get(event.data.payout.id);
  if (side === undefined) return event;
  const { [side]: _left, ...payout } = event.data.payout;
  return { ...event, data: { payout: payout as Payout } };
};

/** By delivery or by a lookup. */
export function take(event: Event, minute: number, isLookup: boolean, into: TestPayouts): void {
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

/** Events in any order, doubled, with steps or amounts missing. */
export const arrivalsOf = ({ events, whole }: Books) =>
  fc
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
