import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import { mismatchesOf } from './mismatches.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const entered = {
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'sol',
  walletAddress: wallet,
  integratorBpsFee: '40',
};
const fees = (total: unknown, integrator: unknown, platform: unknown) => ({
  totalBpsRate: total,
  integratorFee: { bpsRate: integrator },
  platformFee: { bpsRate: platform },
});
const body = {
  depositInstructions: { currency: 'usd' },
  destination: { currency: 'usdc', network: 'solana', walletAddress: wallet.toLowerCase() },
  fees: fees('65', '40.0', '25'),
};
const fieldsOf = (record: { body: JsonObject; entered: JsonObject }) =>
  mismatchesOf(record).map(({ field }) => field);

describe('an answer and what was sent', () => {
  it('match when they mean the same', () => {
    expect(mismatchesOf({ body, entered })).toEqual([]);
    const named = { ...body, customerId: 'customer_a', customer: { id: 'customer_a' } };
    expect(mismatchesOf({ body: named, entered })).toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['depositInstructions.currency', { ...body, depositInstructions: { currency: 'EUR' } }],
    ['customerId', { ...body, customerId: 'customer_b' }],
    ['customer', { ...body, customer: 'customer_b' }],
    ['customer.id', { ...body, customer: { id: 'customer_b' } }],
    ['destination.currency', { ...body, destination: { ...body.destination, currency: 'USDT' } }],
    ['destination.network', { ...body, destination: { ...body.destination, network: 'base' } }],
    [
      'destination.walletAddress',
      { ...body, destination: { ...body.destination, walletAddress: `${wallet.slice(0, -1)}8` } },
    ],
    ['fees.integratorFee.bpsRate', { ...body, fees: fees('66', '41', '25') }],
  ])('differ in %s, and both values are told whole', (field, changed) => {
    const [mismatch, ...others] = mismatchesOf({ body: changed, entered });
    expect(others).toEqual([]);
    expect(mismatch?.field).toBe(field);
    expect(mismatch?.sentence).toContain(mismatch?.sent);
    expect(mismatch?.sentence).toContain(mismatch?.received);
  });

  it('differ where the answer leaves out what matters', () => {
    const { destination: _, ...without } = body;
    expect(fieldsOf({ body: without, entered })).toEqual([
      'destination.currency',
      'destination.network',
      'destination.walletAddress',
    ]);
  });

  it('take no fee for a fee of zero', () => {
    const { integratorBpsFee: _, ...withoutFee } = entered;
    const none = { ...body, fees: fees('25', '0', '25') };
    expect(mismatchesOf({ body: none, entered: withoutFee })).toEqual([]);
    expect(fieldsOf({ body, entered: withoutFee })).toEqual(['fees.integratorFee.bpsRate']);
  });

  it('are not compared when nothing is known of what was sent', () => {
    expect(mismatchesOf({ body, entered: {} })).toEqual([]);
  });
});

describe('the fees of an answer', () => {
  it('must add up', () => {
    const wrong = { ...body, fees: fees('64', '40', '25') };
    expect(mismatchesOf({ body: wrong, entered })).toMatchObject([
      { field: 'fees.totalBpsRate', received: '64', sentence: expect.stringContaining('make 65') },
    ]);
  });

  it('add up exactly, where floating point would not', () => {
    const exact = { ...body, fees: fees('0.3', '0.1', '0.2') };
    expect(fieldsOf({ body: exact, entered: { ...entered, integratorBpsFee: '0.1' } })).toEqual([]);
  });

  it.each([
    ['are missing', undefined],
    ['are no numbers', fees('65', '40', 'twenty-five')],
    ['are of another type', 'sixty-five'],
  ])('are said not to be checked when they %s', (_words, broken) => {
    const found = mismatchesOf({ body: { ...body, fees: broken }, entered: {} });
    expect(found).toMatchObject([{ sentence: expect.stringContaining('can’t check') }]);
  });
});
