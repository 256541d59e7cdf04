/** Files as they are taken: what is known of them, and what is kept of what they say. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as testingPayouts from '../payouts/testing/open-test-payouts.ts';
import {
  failure,
  key,
  mapping,
  openTestReconcile,
  type TestReconcile,
} from './testing/open-test-reconcile.ts';
import { statement } from './testing/statements.ts';

let test: TestReconcile;
beforeEach(() => {
  test = openTestReconcile(testingPayouts);
});
afterEach(() => test.remove());

it('says that a file was taken before, and never confirms a payout twice', async () => {
  test.pay({ id: 'payout_named1' });
  const row = '2026-11-20,100,USD,Deposit payout_named1,';
  const first = await test.take([row]);
  await test.confirmCertain(first.id);
  const draft = await test.upload(`Date,Amount,Currency,Description,Reference\n${row}\n`);
  expect(draft.sameFile).toMatchObject({ id: first.id });
  // The columns are remembered by their headings.
  expect(draft.csv).toMatchObject({ ...mapping, isRemembered: true });
  const second = await test.take([row]);
  expect((await test.all(second.id))[0]).toMatchObject({
    state: 'unmatched',
    reason: 'taken',
    named: 'payout_named1',
  });
  // A chain's line may be of the same payout: it is the other side of it.
  test.api.undo({ ...key(first.id), row: 2 });
  const third = await test.take([row]);
  await test.api.confirm({ ...key(third.id), rows: [{ row: 2, payoutId: 'payout_named1' }] });
  // What another file was matched with is let go.
  expect((await test.all(first.id))[0]).toMatchObject({ state: 'unmatched', reason: 'taken' });
  expect(await test.api.remove(key(first.id))).toEqual({ removed: true });
  expect(test.api.list().map(({ id }) => id)).toEqual([third.id, second.id]);
});

it('remembers a column of directions, and takes it up in the first file in which it tells one', async () => {
  const head = 'Date,Type,Amount';
  const columns = {
    ...mapping,
    columns: ['date', 'direction', 'amount'] as const,
    currency: 'USD',
  };
  const debit = '2026-11-20,Debit,5';
  const wire = '2026-11-21,WIRE_INCOMING,9';
  await test.take([wire], { head, columns: { ...columns, columns: ['date', null, 'amount'] } });
  const none = await test.upload(`${head}\n${wire}\n2026-11-22,WIRE_OUT,-9\n`);
  expect(none.csv).toMatchObject({ isRemembered: true, columns: ['date', null, 'amount'] });
  const told = await test.upload(`${head}\n${debit}\n`);
  expect(told.csv).toMatchObject({ isRemembered: true, columns: columns.columns });
  await test.take([debit], { head, columns: { ...columns, columns: [...columns.columns] } });
  const others = await test.upload(`${head}\n${wire}\n`);
  expect(others.csv?.columns).toEqual(columns.columns);
});

it('matches a chain export by what was paid out', async () => {
  const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  test.pay({
    id: 'payout_chain',
    minute: -60,
    more: { destination: { amount: '99.5', currency: 'USDC', walletAddress: wallet } },
  });
  test.pay({
    id: 'payout_failed',
    state: 'failed',
    more: { destination: { amount: '1', currency: 'USDC', walletAddress: wallet } },
  });
  const draft = await test.upload(
    `Transaction Hash,DateTime (UTC),From,To,TokenValue,TokenSymbol\n0xaa,2026-11-20 12:00:00,0x1,${wallet.toLowerCase()},99.500000,USDC\n`,
  );
  expect(draft).toMatchObject({ kind: 'chain', format: 'csv' });
  const columns = { ...mapping, columns: draft.csv?.columns ?? [] };
  const { id } = await test.api.start({
    ...key(draft.id),
    kind: 'chain',
    mapping: columns,
    windowDays: 3,
  });
  await test.api.idle();
  expect(await test.all(id)).toMatchObject([{ state: 'certain', payout: { id: 'payout_chain' } }]);
  // Nothing of a failed payout is expected on the chain.
  expect(await test.api.payouts({ id, offset: 0, limit: 10 })).toMatchObject({ total: 0 });
});

it('keeps what a CAMT.053 file says, with its balances', async () => {
  test.pay({ id: 'payout_abc123', amount: '12500.75', currency: 'EUR', minute: -25_000 });
  const draft = await test.upload(statement('camt053.xml'), 'camt.xml');
  expect(draft).toMatchObject({
    format: 'camt053',
    csv: null,
    lines: 4,
    balances: [{ result: 'fits' }],
    first: [{ row: 1, amount: '12500.75', currency: 'EUR', party: 'Ada & Byron é' }, {}, {}, {}],
  });
  await test.api.start({ ...key(draft.id), kind: 'bank', mapping: null, windowDays: 5 });
  await test.api.idle();
  const [one] = test.api.list();
  expect(one).toMatchObject({ balances: [{ result: 'fits' }], firstDay: '2026-11-02' });
  expect((await test.all(one?.id ?? ''))[0]).toMatchObject({
    state: 'certain',
    payout: { id: 'payout_abc123' },
    party: 'Ada & Byron é',
  });
});

it('keeps no secret of a file, and refuses files that it can’t read', async () => {
  const secret = 'whatever-this-token-is-1234';
  test.secrets.push(secret);
  const one = await test.take([`2026-11-20,1,USD,paid with ${secret},`]);
  expect((await test.all(one.id))[0]?.text).toBe('paid with [secret removed]');
  expect(await failure(() => test.upload(':20:A\n:25:B\n:60F:C261101EUR1\n'))).toMatch(/^Line 3:/);
  expect(await failure(() => test.api.begin({ fileName: 'a.csv', bytes: 60_000_000 }))).toContain(
    '50 MB',
  );
  const draft = await test.upload('Date,Amount\n2026-11-20,1\n');
  const start = () =>
    test.api.start({
      ...key(draft.id),
      kind: 'bank',
      windowDays: 5,
      mapping: { ...mapping, columns: ['date', 'amount'] },
    });
  expect(await failure(start)).toBe('Choose a column for the currency.');
});
