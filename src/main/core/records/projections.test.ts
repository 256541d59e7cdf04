import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColumns, searchedTexts } from '../../../contract/fields.ts';
import { projectCustomer } from './projections.ts';
import type { KnownRecord } from './types.ts';

const record = (body: object, entered: object = {}): KnownRecord => ({
  kind: 'customer',
  id: 'customer_a',
  body: body as KnownRecord['body'],
  entered: entered as KnownRecord['entered'],
  provenance: {},
  enteredProvenance: {},
  firstLearnedAt: '',
  lastLearnedAt: '',
  observations: 1,
});
const person = (firstName?: string, lastName?: string) => ({
  personalInformation: { firstName, lastName },
});

describe('a customer', () => {
  it.each([
    ['the service’s name before ours', person('Ada', 'B'), person('Eve', 'C'), 'Ada B', false],
    ['ours where the service says none', {}, person('Ada', 'Byron'), 'Ada Byron', true],
    ['one name alone', {}, person(undefined, 'Byron'), 'Byron', true],
    ['the email where there is no name', {}, { email: 'a@b.c' }, 'a@b.c', true],
    ['no name where nothing is known', {}, {}, null, false],
    ['no name of blanks', {}, person(' ', ''), null, false],
    ['confirmed by its email alone', { email: 'a@b.c' }, person('Ada'), 'Ada', false],
  ])('has %s', (_rule, body, entered, name, isUnconfirmed) => {
    expect(projectCustomer(record(body, entered))).toMatchObject({ name, isUnconfirmed });
  });

  it('counts each criterion once over all profiles, and reads odd shapes as far as it can', () => {
    const verificationProfiles = [
      { name: 'one', status: 'incomplete', criteria: { required: ['a', 'b', 7] } },
      { name: 'two', criteria: { required: ['b', 'c'] } },
      { status: 'approved', criteria: 'none' },
      { criteria: { required: ['never seen'] } },
      null,
      'text',
    ];
    expect(projectCustomer(record({ verificationProfiles }))).toMatchObject({
      requiredCriteria: 3,
      profiles: [
        { name: 'one', status: 'incomplete' },
        { name: 'two', status: '' },
        { name: '', status: 'approved' },
      ],
    });
  });
});

describe('a virtual account', () => {
  it('shows the answer before what was entered, but for the customer', () => {
    const body = {
      active: false,
      destination: { network: 'solana', currency: 'USDC', walletAddress: 'w' },
      depositInstructions: { currency: 'USD', bankAccountNumber: '0001' },
      fees: { totalBpsRate: '65' },
      created: '2026-11-20T12:00:00.000Z',
    };
    const entered = { customerId: 'customer_a', network: 'sol', sourceCurrency: 'EUR' };
    expect(readColumns('virtualAccount', record(body, entered))).toEqual({
      customerId: 'customer_a',
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'solana',
      walletAddress: 'w',
      totalBpsRate: '65',
      active: false,
      created: '2026-11-20T12:00:00.000Z',
    });
    expect(searchedTexts('virtualAccount', record(body))).toContain('0001');
  });

  it('shows what was entered where the answer is silent', () => {
    const entered = { sourceCurrency: 'EUR', destinationCurrency: 'USDT', network: 'tron' };
    expect(readColumns('virtualAccount', record({}, entered))).toMatchObject({
      ...entered,
      active: null,
      totalBpsRate: null,
    });
  });
});

it('a number where the interface has a string is the text that a person reads', () => {
  const account = record({
    fees: { totalBpsRate: 65 },
    depositInstructions: { bankAccountNumber: 900000012345 },
  });
  expect(readColumns('virtualAccount', account).totalBpsRate).toBe('65');
  expect(searchedTexts('virtualAccount', account)).toContain('900000012345');
  const bank = record({ bankName: 1822, accountDetails: { accountNumber: 900000012345 } });
  expect(readColumns('bankAccount', bank)).toMatchObject({
    bankName: '1822',
    accountNumber: '900000012345',
  });
});

it('never throws, whatever the shape of a body', () => {
  const key = fc.constantFrom(
    'verificationProfiles',
    'personalInformation',
    'destination',
    'fees',
    'criteria',
    'required',
    'firstName',
    'name',
    '__proto__',
  );
  // The names that are read, at each depth: random ones are seldom looked at, and take a hundred times as long.
  const { body } = fc.letrec<{ value: unknown; body: Record<string, unknown> }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
      tie('body'),
      fc.array(tie('body'), { maxLength: 4 }),
    ),
    body: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  }));
  fc.assert(
    fc.property(body, body, (said, entered) => {
      projectCustomer(record(said, entered));
      readColumns('virtualAccount', record(said, entered));
      searchedTexts('virtualAccount', record(said));
    }),
    { seed: 8, numRuns: 1_000 },
  );
});
