import { describe, expect, it } from 'vitest';
import {
  likelyPointers,
  type PayoutNotion,
  payoutNotions,
} from '../../../../contract/payout-fields.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import { keysOf } from '../../../core/records/fold.ts';
import { type ChosenFields, kindOf, leavesUnder, readFields } from './read-fields.ts';

const none: ChosenFields = new Map();
const read = (body: JsonObject, chosen = none) => readFields(body, chosen);
/** Value and where it stands, of what was found. */
const found = (body: JsonObject) =>
  Object.fromEntries(
    Object.values(read(body)).flatMap(({ notion, value, pointer }) =>
      value === null ? [] : [[notion, [value, pointer]]],
    ),
  );

const samples: Partial<Record<PayoutNotion, string>> = {
  customerId: 'customer_a',
  virtualAccountId: 'virtualAccount_a',
};
const sampleOf = (notion: PayoutNotion): string =>
  samples[notion] ??
  { amount: '12.50', currency: 'USD', time: '2026-11-20T12:00:00.000Z', text: 'word', id: '' }[
    kindOf(notion)
  ];
const bodyWith = (pointer: string, value: unknown): JsonObject =>
  keysOf(pointer).reduceRight((inner: unknown, key) => ({ [key]: inner }), value) as JsonObject;

describe('fields of a payout', () => {
  it.each(
    payoutNotions.flatMap((notion) =>
      likelyPointers[notion].flat().map((pointer) => [notion, pointer] as const),
    ),
  )('%s is found at %s', (notion, pointer) => {
    const field = read(bodyWith(pointer, sampleOf(notion)))[notion];
    expect(field).toMatchObject({ status: 'found', pointer, value: sampleOf(notion) });
  });

  it('of a plain amount are of the side that its currency tells', () => {
    expect(found({ amount: '10', currency: 'eur' })).toEqual({
      amountIn: ['10', '/amount'],
      currencyIn: ['EUR', '/currency'],
    });
    expect(found({ amount: { value: 7.25, currency: 'USDT' } })).toEqual({
      amountOut: ['7.25', '/amount/value'],
      currencyOut: ['USDT', '/amount/currency'],
    });
    expect(found({ amount: '10', currency: 'GBP' })).toEqual({});
    expect(found({ amount: '10' })).toEqual({});
  });

  it.each([
    { bankAccount: 'bankAccount_a' },
    { bank_account_id: 'bankAccount_a' },
    { destination: { bankAccount: { id: 'bankAccount_a' } } },
    { to: 'bankAccount_a' },
  ])('of a plain amount are of neither side beside the bank account of %j', (beside) => {
    expect(found({ ...beside, amount: '10', currency: 'USD' })).toEqual({});
    expect(found({ ...beside, amount: '10', currency: 'USDC' })).toEqual({});
    expect(found({ ...beside, source: { amount: '10' } })).toEqual({
      amountIn: ['10', '/source/amount'],
    });
  });

  it('that contradict each other are ambiguous, and those that mean the same are not', () => {
    expect(read({ amountIn: '10', source: { amount: '10.00' } }).amountIn.value).toBe('10.00');
    expect(read({ amountIn: '10', source: { amount: '11' } }).amountIn).toEqual({
      notion: 'amountIn',
      status: 'ambiguous',
      value: null,
      pointer: null,
      scale: null,
      candidates: [
        { pointer: '/source/amount', value: '11' },
        { pointer: '/amountIn', value: '10' },
      ],
    });
    expect(read({ amount: '9', currency: 'USD', sourceAmount: '10' }).amountIn.status).toBe(
      'ambiguous',
    );
    // One that can't be read may be the one that is right.
    expect(read({ source: { amount: '1,000.00' }, amountIn: 100000 }).amountIn).toMatchObject({
      status: 'ambiguous',
      value: null,
      candidates: [{ value: '1,000.00' }, { value: '100000' }],
    });
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(
      read({ walletAddress: address, toAddress: address.toLowerCase() }).walletAddress.value,
    ).toBe(address);
    expect(read({ network: 'sol', destination: { network: 'solana' } }).network.status).toBe(
      'found',
    );
  });

  it('are looked for under less likely names only where nothing stands under likelier ones', () => {
    const transaction = { id: 'tx_1', hash: '0xabc' };
    expect(found({ transaction })).toEqual({ transaction: ['0xabc', '/transaction/hash'] });
    expect(found({ transaction: { id: 'tx_1' } })).toEqual({
      transaction: ['tx_1', '/transaction/id'],
    });
  });

  it('that are not what the notion is are unreadable, and an id of something else is nothing', () => {
    expect(read({ source: { amount: '1,000.00' } }).amountIn).toMatchObject({
      status: 'unreadable',
      value: null,
      pointer: '/source/amount',
      candidates: [{ pointer: '/source/amount', value: '1,000.00' }],
    });
    for (const amount of ['-5', -0.01, '-1e3']) {
      expect(read({ source: { amount } }).amountIn).toMatchObject({
        status: 'unreadable',
        value: null,
        candidates: [{ pointer: '/source/amount', value: String(amount) }],
      });
    }
    expect(read({ source: { amount: '-0.00' } }).amountIn.status).toBe('found');
    expect(read({ created: 'yesterday' }).created.status).toBe('unreadable');
    expect(read({ source: { id: 'bankAccount_a' } }).virtualAccountId.status).toBe('missing');
    expect(read({ amountIn: null, source: { amount: {} }, fee: [] }).amountIn.status).toBe(
      'missing',
    );
  });

  it('are read where a person said, and there alone', () => {
    const body = { source: { amount: '10' }, lines: [{ net: '9.5' }] };
    const chosen: ChosenFields = new Map([
      ['amountIn', { pointer: '/lines/0/net', decimals: null }],
    ]);
    expect(read(body, chosen).amountIn).toMatchObject({
      status: 'chosen',
      value: '9.5',
      pointer: '/lines/0/net',
    });
    expect(read({ source: { amount: '10' } }, chosen).amountIn.status).toBe('missing');
    expect(read({ ...body, lines: [{ net: 'x' }] }, chosen).amountIn.status).toBe('unreadable');
  });

  it.each([
    ['/destination/decimals', { destination: { amount: '12419500000', decimals: 6 } }, '12419.5'],
    ['/destination/precision', { destination: { amount: 12419500000, precision: '6' } }, '12419.5'],
    ['/destination/exponent', { destination: { value: '5', exponent: -2 } }, '0.05'],
    [
      '/to/asset/decimals',
      { to: { amount: '1', asset: { decimals: 18 } } },
      `0.${'0'.repeat(17)}1`,
    ],
    ['/amountOutDecimals', { amountOut: '100', amountOutDecimals: 2 }, '1'],
    ['/to_decimals', { to_amount: '7', to_decimals: 0 }, '7'],
    ['/scale', { amount: '150', currency: 'USDC', scale: 2 }, '1.5'],
  ])('of minor units are read by the decimals beside them: %s', (pointer, body, value) => {
    expect(read(body).amountOut).toMatchObject({ status: 'found', value, scale: { pointer } });
  });

  it.each([
    { amount: '12.50', decimals: 6 },
    { amount: '1250', decimals: 2, precision: 6 },
    { amount: '1250', decimals: 'two' },
    { amount: '1250', decimals: -2 },
    { amount: '1250', scale: {} },
  ])('whose decimals are not clear are unreadable: %j', (destination) => {
    expect(read({ destination }).amountOut).toMatchObject({ status: 'unreadable', value: null });
    expect(read({ destination }).amountOut.candidates.length).toBeGreaterThan(1);
    const said = { pointer: '/destination/amount', decimals: 0 };
    expect(read({ destination }, new Map([['amountOut', said]])).amountOut).toMatchObject({
      status: 'chosen',
      value: destination.amount,
      scale: null,
    });
  });

  it('of two sides are not scaled by decimals that do not say whose they are', () => {
    const { amountIn, amountOut } = read({ amountIn: '100', amountOut: '99', decimals: 2 });
    expect([amountIn.status, amountOut.status]).toEqual(['unreadable', 'unreadable']);
    expect(read({ amountIn: '100', decimals: null }).amountIn.value).toBe('100');
  });

  it('of times may be seconds or milliseconds since 1970', () => {
    expect(read({ createdAt: 1_763_640_000 }).created.value).toBe('2025-11-20T12:00:00.000Z');
  });

  it('of any depth are offered with their pointers', () => {
    const body = { 'a/b': { '~c': ['x', 2] }, empty: '', none: null, yes: true };
    expect([...leavesUnder(body)]).toEqual([
      ['/a~1b/~0c/0', 'x'],
      ['/a~1b/~0c/1', 2],
    ]);
  });
});
