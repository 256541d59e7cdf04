import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchLines } from './match.ts';
import type { Match, MatchLine, MatchOrder, MatchPayout } from './types.ts';

const DAY = 86_400_000;
const begin = Date.UTC(2026, 10, 2);
const day = (number: number) => ({
  from: begin + number * DAY,
  to: begin + (number + 1) * DAY - 1,
});
const moment = (number: number, hours = 12) => ({
  from: begin + number * DAY + hours * 3_600_000,
  to: begin + number * DAY + hours * 3_600_000,
});

const line = (row: number, more: Partial<MatchLine> = {}): MatchLine => ({
  row,
  amount: '100.00',
  currency: 'USD',
  at: day(0),
  references: [],
  text: '',
  accounts: [],
  transaction: null,
  to: null,
  ...more,
});
const payout = (id: string, more: Partial<MatchPayout> = {}): MatchPayout => ({
  id,
  amount: '100',
  currency: 'USD',
  at: moment(0),
  reference: null,
  transaction: null,
  wallet: null,
  account: more.accounts?.join() ?? null,
  accounts: [],
  ...more,
});

function matched(order: Partial<MatchOrder>): Match[] {
  const steps = matchLines({
    kind: 'bank',
    windowDays: 5,
    lines: [],
    payouts: [],
    accounts: [],
    taken: new Set(),
    ...order,
  });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
const kinds = (match: Match | undefined) => match?.candidates[0]?.evidence.map(({ kind }) => kind);

describe('a line', () => {
  it('is matched by the payout’s ID, its reference, its deposit account, or amount and time', () => {
    const cases = [
      [line(1, { text: 'Deposit payout abc123 thanks' }), payout('payout_abc123'), 'payoutId'],
      [
        line(1, { references: ['INV-2026/001'] }),
        payout('p_long', { reference: 'inv 2026 001' }),
        'reference',
      ],
      [
        line(1, { accounts: ['DE89 3704 0044'] }),
        payout('p_long', { accounts: ['DE8937040044'] }),
        'depositAccount',
      ],
      [
        line(1, { text: 'to 9000112233.' }),
        payout('p_long', { accounts: ['9000112233'] }),
        'depositAccount',
      ],
    ] as const;
    for (const [one, other, kind] of cases) {
      const [match] = matched({ lines: [one], payouts: [other] });
      expect(match).toMatchObject({ state: 'certain', payoutId: other.id, reason: null });
      expect(kinds(match)).toContain(kind);
    }
    expect(matched({ lines: [line(1)], payouts: [payout('p')] })[0]).toMatchObject({
      state: 'likely',
      payoutId: 'p',
      candidateCount: 1,
    });
  });

  it('of a bank goes to the deposit account whose IBAN it names in groups, and to no other', () => {
    const ada = 'DE92500105173512316363';
    const bob = 'MT31MALT01100000000000000000123';
    const payouts = [payout('p_ada', { accounts: [ada] }), payout('p_bob', { accounts: [bob] })];
    const named = (text: string, among: readonly MatchPayout[]) =>
      matched({ lines: [line(1, { text })], payouts: [...among] })[0];
    const toAda = 'Transfer to DE92 5001 0517 3512 3163 63';
    // A field of MT940 that ends at a space loses it.
    const glued = 'Transfer to MT31 MALT 0110 00000000 0000 0000 123';
    for (const [text, id] of [
      [toAda, 'p_ada'],
      [glued, 'p_bob'],
    ] as const) {
      expect(named(text, payouts)).toMatchObject({ state: 'certain', payoutId: id });
      // The one whose account is named is of another amount.
      const others = payouts.map((one) => (one.id === id ? { ...one, amount: '90' } : one));
      expect(named(text, others)).toMatchObject({ state: 'unmatched', candidateCount: 0 });
    }
  });

  it('of a bank that names the deposit account of another customer goes to no payout of one', () => {
    const ada = 'DE92500105173512316363';
    const bob = 'MT31MALT01100000000000000000123';
    const payouts = [payout('p_ada', { accounts: [ada] })];
    const named = (more: Partial<MatchLine>, accounts = [ada, bob, '1234']) =>
      matched({ lines: [line(1, more)], payouts, accounts })[0];
    const toBob = 'IBAN=MT31 MALT 0110 0000 0000 0000 0000 123';
    const toAda = `IBAN.${ada}`;
    expect(named({ text: toBob }, [])).toMatchObject({ state: 'likely' });
    for (const more of [{ text: toBob }, { accounts: [bob] }, { accounts: [`IBAN: ${bob} BIC X`] }])
      expect(named(more)).toMatchObject({ state: 'unmatched', reason: 'no-fit', payoutId: null });
    expect(named({ text: toAda })).toMatchObject({ state: 'certain', payoutId: 'p_ada' });
    expect(named({ text: `${toBob} p_ada` })).toMatchObject({ state: 'unmatched' });
    expect(named({ text: 'to 1234' })).toMatchObject({ state: 'likely' });
  });

  it('of a bank is not told apart by a number that several deposit accounts share', () => {
    const pool = '9000112233';
    const ref = 'CUST-00042';
    const shares = payout('p_ada', { accounts: [pool, 'CUST-00041'] });
    const stranger = payout('p_eve', { accounts: ['111111'] });
    const accounts = [pool, 'CUST-00041', pool, ref, '111111'];
    const named = (text: string, one: MatchPayout) =>
      matched({ lines: [line(1, { text })], payouts: [one], accounts })[0];
    expect(named(`to ${pool}`, shares)).toMatchObject({ state: 'likely', payoutId: 'p_ada' });
    expect(named(`to ${pool}`, stranger)).toMatchObject({ state: 'unmatched' });
    expect(named(`to ${pool} CUST-00041`, shares)).toMatchObject({ state: 'certain' });
    // Its numbers are not known: it may share this one.
    const unread = payout('p_bare', { account: 'va_3' });
    expect(named(`to ${pool}`, unread)).toMatchObject({ state: 'likely' });
    // What is named beside the shared number is another account's.
    expect(named(`to ${pool} ${ref}`, shares)).toMatchObject({ state: 'unmatched' });
  });

  it('of a bank that names a deposit account goes to no payout of an account without numbers', () => {
    const lines = [line(1, { text: 'to 900011' })];
    const state = (account: string | null) =>
      matched({ lines, payouts: [payout('p', { account })], accounts: ['900011'] })[0]?.state;
    expect(state('va_2')).toBe('unmatched');
    // Nothing says which account it has.
    expect(state(null)).toBe('likely');
  });

  it('of a chain is matched by transaction and wallet, and not with another wallet', () => {
    const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
    const to = wallet.toLowerCase();
    const [match] = matched({
      kind: 'chain',
      lines: [line(1, { transaction: '0xABC123', to })],
      payouts: [payout('p', { transaction: '0xabc123', wallet })],
    });
    expect(match).toMatchObject({ state: 'certain', payoutId: 'p' });
    expect(kinds(match)).toEqual(['transaction', 'wallet', 'time']);
    const other = matched({
      kind: 'chain',
      lines: [line(1, { to: '0x1' })],
      payouts: [payout('p', { wallet })],
    });
    expect(other[0]).toMatchObject({ state: 'unmatched', reason: 'no-fit', candidateCount: 0 });
  });

  it('of a chain is never matched with a payout of another transaction', () => {
    const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
    const of = (transaction: string) => ({ transaction, wallet });
    const state = (one: string, other: string) =>
      matched({
        kind: 'chain',
        lines: [line(1, { transaction: one, to: wallet, text: 'payout_abc123' })],
        payouts: [payout('payout_abc123', of(other))],
      })[0]?.state;
    const a = 'aa'.repeat(32);
    const b = 'bb'.repeat(32);
    expect(state(`0x${b}`, `0x${a}`)).toBe('unmatched');
    expect(state(a.toUpperCase(), `0x${a}`)).toBe('certain');
    // What is not a hash tells nothing.
    expect(state(`0x${b}`, 'tx_1')).toBe('certain');
    const [same] = matched({
      kind: 'chain',
      lines: [line(1, { transaction: a, at: day(9) })],
      payouts: [payout('p', { transaction: `0x${a}` })],
    });
    expect(kinds(same)).toEqual(['transaction', 'time']);
  });

  it('of a bank that names another payout too is only likely', () => {
    const account = { accounts: ['900011'] };
    const payouts = [
      payout('payout_a1', { ...account, reference: 'INV-10001' }),
      payout('payout_b1', { ...account, amount: '90', reference: 'INV-20001' }),
    ];
    const state = (...references: string[]) =>
      matched({ lines: [line(1, { ...account, references })], payouts })[0];
    expect(state('INV-20001')).toMatchObject({ state: 'likely', payoutId: 'payout_a1' });
    expect(state('INV-10001', 'INV-20001')).toMatchObject({ state: 'likely' });
    expect(state('INV-10001')).toMatchObject({ state: 'certain' });
    expect(state('INV-30001')).toMatchObject({ state: 'certain' });
  });

  it('is never matched with another amount or currency, and says which payout it names', () => {
    const lines = [line(1, { references: ['REF12345'] })];
    for (const other of [{ amount: '100.01' }, { currency: 'EUR' }, { amount: null }]) {
      const [match] = matched({
        lines,
        payouts: [payout('p', { reference: 'REF12345', ...other })],
      });
      expect(match).toMatchObject({ state: 'unmatched', reason: 'amount-differs', named: 'p' });
    }
    expect(matched({ lines: [line(1)], payouts: [] })[0]).toMatchObject({ reason: 'no-amount' });
    const exact = '0.100000000000000000000000001';
    expect(
      matched({
        lines: [line(1, { amount: exact })],
        payouts: [payout('p', { amount: '0.1' })],
      })[0],
    ).toMatchObject({ state: 'unmatched', reason: 'no-amount' });
  });

  it('out of the window is matched only where it names the payout alone', () => {
    const far = { at: moment(30) };
    const lines = [line(1, { references: ['REF12345'] })];
    expect(matched({ lines, payouts: [payout('p', far)] })[0]).toMatchObject({ reason: 'no-fit' });
    const named = payout('p', { ...far, reference: 'REF12345' });
    expect(matched({ lines, payouts: [named] })[0]).toMatchObject({ state: 'certain' });
    const shared = matched({
      lines,
      payouts: [named, payout('q', { ...far, reference: 'REF12345' })],
    });
    expect(shared[0]).toMatchObject({ state: 'unmatched', reason: 'no-fit' });
  });

  it('that names one deposit account is not matched with a payout of another', () => {
    const payouts = [payout('a', { accounts: ['111111'] }), payout('b', { accounts: ['222222'] })];
    const [match] = matched({ lines: [line(1, { text: 'acct 222222' })], payouts });
    expect(match).toMatchObject({ state: 'certain', payoutId: 'b', candidateCount: 1 });
  });

  it('is ambiguous where several fit alike, and the nearest in time is only likely', () => {
    const account = { accounts: ['111111'] };
    const twins = [payout('a', account), payout('b', account)];
    expect(matched({ lines: [line(1, account)], payouts: twins })[0]).toMatchObject({
      state: 'ambiguous',
      payoutId: null,
      candidateCount: 2,
    });
    const weekly = [0, 3].map((at) => payout(`p${at}`, { ...account, at: moment(at) }));
    const lines = [0, 3].map((at) => line(at + 1, { ...account, at: day(at) }));
    expect(
      matched({ lines, payouts: weekly }).map(({ state, payoutId }) => [state, payoutId]),
    ).toEqual([
      ['likely', 'p0'],
      ['likely', 'p3'],
    ]);
  });

  it('leaves a payout that is confirmed for another one', () => {
    const order = {
      lines: [line(1, { references: ['REF12345'] })],
      payouts: [payout('p', { reference: 'REF12345' })],
    };
    expect(matched({ ...order, taken: new Set(['p']) })[0]).toMatchObject({
      state: 'unmatched',
      reason: 'taken',
      named: 'p',
    });
    // Nothing names it: all payouts of this amount are other lines', which is not to have none.
    expect(matched({ ...order, lines: [line(1)], taken: new Set(['p']) })[0]).toMatchObject({
      state: 'unmatched',
      reason: 'all-taken',
      named: null,
    });
    const two = [line(1), line(2, { references: ['REF12345'] })];
    expect(matched({ ...order, lines: two })[0]).toMatchObject({
      state: 'unmatched',
      reason: 'contested',
    });
  });

  it('of an amount that too many share is matched only by what it names', () => {
    const lines = Array.from({ length: 600 }, (_, at) =>
      line(at + 1, at === 0 ? { text: 'payout_77' } : {}),
    );
    const payouts = Array.from({ length: 600 }, (_, at) => payout(`payout_${at}`));
    const all = matched({ lines, payouts });
    expect(all[0]).toMatchObject({ state: 'certain', payoutId: 'payout_77' });
    expect(all[1]).toMatchObject({ state: 'unmatched', reason: 'no-fit' });
  });
});

describe('any lines and payouts', () => {
  const amounts = fc.constantFrom('1', '1.00', '2.5', '2.50', '1000000.000000000000000001');
  const currencies = fc.constantFrom('USD', 'EUR');
  const words = fc.constantFrom(null, 'REF-A0001', 'REF-B0002', 'REF-C0003');
  const accounts = fc.constantFrom([], ['111111'], ['222222']);
  const at = fc.integer({ min: 0, max: 12 });
  const lines = fc
    .array(fc.tuple(amounts, currencies, words, accounts, at), { maxLength: 25 })
    .map((all) =>
      all.map(([amount, currency, word, own, number], index) =>
        line(index + 1, {
          amount,
          currency,
          references: word === null ? [] : [word],
          accounts: own,
          at: day(number),
        }),
      ),
    );
  const payouts = fc
    .array(fc.tuple(amounts, currencies, words, accounts, at), { maxLength: 25 })
    .map((all) =>
      all.map(([amount, currency, reference, own, number], index) =>
        payout(`payout_${index}`, {
          amount,
          currency,
          reference,
          accounts: own,
          at: moment(number),
        }),
      ),
    );
  const order = fc.record({
    lines,
    payouts,
    seed: fc.integer(),
    kind: fc.constantFrom('bank', 'chain'),
  });
  const shuffled = <Item>(items: readonly Item[], seed: number): Item[] =>
    items
      .map((item, index) => ({ item, key: Math.sin(seed + index * 7_919) }))
      .sort((one, other) => one.key - other.key)
      .map(({ item }) => item);
  const byRow = (all: readonly Match[]) => all.toSorted((one, other) => one.row - other.row);

  it('in any order give the same matches', () => {
    fc.assert(
      fc.property(order, (one) => {
        const again = matched({
          lines: shuffled(one.lines, one.seed),
          payouts: shuffled(one.payouts, one.seed + 1),
          kind: one.kind,
        });
        expect(byRow(again)).toEqual(matched(one));
      }),
      { numRuns: 300, seed: 20261124 },
    );
  });

  it('are matched one to one, exactly, and every line has one verdict', () => {
    fc.assert(
      fc.property(order, (one) => {
        const all = matched(one);
        expect(all.map(({ row }) => row)).toEqual(one.lines.map(({ row }) => row));
        const used = all.flatMap(({ payoutId }) => payoutId ?? []);
        expect(new Set(used).size).toBe(used.length);
        for (const [index, match] of all.entries()) {
          expect(match.payoutId !== null).toBe(['certain', 'likely'].includes(match.state));
          expect(match.reason !== null).toBe(match.state === 'unmatched');
          const found = one.payouts.find(({ id }) => id === match.payoutId);
          if (found === undefined) continue;
          expect(new Big(found.amount ?? 0).eq(one.lines[index]?.amount ?? 1)).toBe(true);
          expect(found.currency).toBe(one.lines[index]?.currency);
        }
        const sum = (some: readonly Match[]) =>
          some.reduce((total, { row }) => total.plus(one.lines[row - 1]?.amount ?? 0), new Big(0));
        const states = [...Map.groupBy(all, ({ state }) => state).values()].map(sum);
        expect(states.reduce((total, part) => total.plus(part), new Big(0)).eq(sum(all))).toBe(
          true,
        );
      }),
      { numRuns: 300, seed: 20261124 },
    );
  });
});
