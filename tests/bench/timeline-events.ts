/**
 * Events of a made-up ramp, the same for the same seed: customers with names, emails and addresses;
 * payouts that go through their states; wallets, bank accounts and payment links; some late, some
 * mock, some of a webhook of their own. Bodies are as Interface 2.7 and 6 show them.
 */

export interface MadeEvent {
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Which of the two webhooks it comes to. */
  readonly webhook: 0 | 1;
}

/** Mulberry32: small, fast and the same everywhere. */
function createDice(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const text = (length: number, signs: string): string =>
    Array.from({ length }, () => signs[below(signs.length)] ?? '').join('');
  return {
    below,
    chance: (share: number): boolean => next() < share,
    one: <Value>(values: readonly [Value, ...Value[]]): Value =>
      values[below(values.length)] ?? values[0],
    id: (kind: string): string => `${kind}_${text(16, 'abcdefghijkmnpqrstuvwxyz23456789')}`,
    hex: (length: number): string => text(length, '0123456789abcdef'),
  };
}

const firstNames = [
  'Ada',
  'Grace',
  'Alan',
  'Edsger',
  'Barbara',
  'Donald',
  'Radia',
  'Ken',
  'Leslie',
  'Margaret',
  'Linus',
  'Frances',
  'Tony',
  'Shafi',
  'Silvio',
  'Whitfield',
  'Marta',
] as const;
const lastNames = [
  'Moreno',
  'Okafor',
  'Lindqvist',
  'Tanaka',
  'Schmidt',
  'Novak',
  'Haddad',
  'Silva',
  'Kowalski',
  'Nguyen',
  'Petrov',
  'Osei',
  'Larsen',
  'Costa',
  'Weber',
  'Adeyemi',
  'Fischer',
  'Rossi',
  'Dubois',
  'Murphy',
  'Yilmaz',
  'Ibrahim',
  'Castillo',
] as const;
const networks = ['ethereum', 'base', 'polygon', 'solana', 'tron'] as const;
const payoutStates = ['create', 'pending', 'funded', 'processing', 'successful'] as const;
const otherNames = [
  'wallet.create',
  'address.create',
  'bankAccount.create',
  'customer.create',
  'customer.kyc.pending',
  'customer.kyc.successful',
  'customer.tos.pending',
  'customer.tos.successful',
  'paymentLink.create',
  'webhook.create',
] as const;

/** When the last of them happens. */
export const lastEventAt = Date.UTC(2026, 10, 20, 12);
const spanMs = 365 * 24 * 3_600_000;

interface Payout {
  readonly id: string;
  readonly customer: number;
  readonly amount: string;
  readonly wallet: string;
  readonly network: string;
  state: number;
}

/** `count` events over the year before `lastEventAt`, in the order in which they are received. */
export function* makeEvents(count: number, seed = 20_261_120): Generator<MadeEvent> {
  const dice = createDice(seed);
  const namesakes = new Map<string, number>();
  const customers = Array.from({ length: Math.max(20, Math.round(count / 50)) }, () => {
    const first = dice.one(firstNames);
    const last = dice.one(lastNames);
    const number = (namesakes.get(`${first} ${last}`) ?? 0) + 1;
    namesakes.set(`${first} ${last}`, number);
    const email = `${first}.${last}${number}@${dice.one(['example.com', 'mail.example', 'firm.example'])}`;
    return { id: dice.id('customer'), name: `${first} ${last}`, email: email.toLowerCase() };
  });
  const open: Payout[] = [];
  const customerAt = (number: number) => customers[number] ?? { id: '', name: '', email: '' };

  const payoutEvent = (created: string) => {
    const isNew = open.length < 200 || dice.chance(0.2);
    const payout: Payout = isNew
      ? {
          id: dice.id('payout'),
          customer: dice.below(customers.length),
          amount: `${dice.below(100_000)}.${String(dice.below(100)).padStart(2, '0')}`,
          wallet: `0x${dice.hex(40)}`,
          network: dice.one(networks),
          state: 0,
        }
      : (open[dice.below(open.length)] as Payout);
    if (isNew) open.push(payout);
    const isEnd = payout.state === payoutStates.length - 1;
    const state = isEnd && dice.chance(0.05) ? 'failed' : payoutStates[payout.state];
    payout.state += 1;
    if (isEnd) open.splice(open.indexOf(payout), 1);
    const { id: customer } = customerAt(payout.customer);
    return {
      name: `payout.${state}`,
      data: {
        payout: {
          id: payout.id,
          status: state === 'create' ? 'created' : state,
          customer,
          source: { currency: 'USD', amount: payout.amount },
          destination: {
            currency: 'USDC',
            amount: payout.amount,
            network: payout.network,
            walletAddress: payout.wallet,
          },
          created,
          updated: created,
        },
      },
    };
  };
  const otherEvent = (created: string) => {
    const name = dice.one(otherNames);
    const kind = name.split('.', 1)[0] ?? name;
    const { id, name: owner, email } = customerAt(dice.below(customers.length));
    const [firstName, lastName] = owner.split(' ');
    // The service allows ten webhooks (Interface 8).
    const ownId = kind === 'webhook' ? `webhook_${dice.below(10)}` : dice.id(kind);
    const own = kind === 'customer' ? { id } : { id: ownId, customer: id };
    return {
      name,
      data: {
        [kind]: {
          ...own,
          email,
          owner,
          personalInformation: { firstName, lastName },
          status: 'active',
          ...(kind === 'wallet'
            ? { address: `0x${dice.hex(40)}`, network: dice.one(networks) }
            : {}),
          created,
          updated: created,
        },
      },
    };
  };

  for (let number = 0; number < count; number += 1) {
    const at = lastEventAt - spanMs + Math.floor((spanMs / count) * (number + 1));
    const isLate = dice.chance(0.02);
    const happened = at - (isLate ? dice.below(6 * 3_600_000) + 61_000 : dice.below(3_000));
    const created = new Date(happened).toISOString();
    const content = dice.chance(0.7) ? payoutEvent(created) : otherEvent(created);
    const event = {
      id: dice.id('event'),
      ...content,
      webhookRecords: [],
      mock: dice.chance(0.03),
      created,
      updated: created,
    };
    yield {
      body: JSON.stringify(event),
      receivedAt: at,
      webhook: dice.chance(0.1) ? 1 : 0,
    };
  }
}
