import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestRecords, type TestRecords } from '../records/testing/open-records.ts';
import type { NewObservation, Records } from '../records/types.ts';
import { mismatchesAmong, mismatchesOfOne } from './reported-mismatches.ts';
import { digestOf } from './sign-offs/sign-offs.ts';

const id = 'virtualAccount_1';
const sent = {
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'base',
  walletAddress: '0xaa',
  integratorBpsFee: '40',
};
const answer = (walletAddress: string, updated: string, integrator = '40') => ({
  id,
  updated,
  depositInstructions: { currency: 'USD' },
  destination: { currency: 'USDC', network: 'base', walletAddress },
  fees: {
    totalBpsRate: String(Number(integrator) + 25),
    integratorFee: { bpsRate: integrator },
    platformFee: { bpsRate: '25' },
  },
});
const [early, late, last] = ['2026-11-20', '2026-11-21', '2026-11-22'].map(
  (day) => `${day}T12:00:00.000Z`,
) as [string, string, string];

let opened: TestRecords;
let records: Records;
beforeEach(() => {
  opened = openTestRecords();
  records = opened.records;
});
afterEach(() => opened.remove());

const observe = (source: NewObservation['source'], body: object, observedAt = early) =>
  records.observe({ kind: 'virtualAccount', id, source, observedAt, body: { ...body } });
const found = () => {
  const record = records.get('virtualAccount', id);
  if (record === null) throw new Error('Nothing is known.');
  return mismatchesOfOne(records, record);
};
const received = () => found().map((one) => [one.field, one.received]);
const wallet = 'destination.walletAddress';

it('a person who brings the account as it was sent does not end a stop', () => {
  observe('entered', sent);
  observe('create-answer', answer('0xbb', early));
  const stop = found();
  expect(received()).toEqual([[wallet, '0xbb']]);
  observe('import', answer('0xaa', last), last);
  expect(found()).toEqual(stop);
});

it('nor does the service when it says so later, and a clearance of the answer goes on holding', () => {
  observe('entered', sent);
  observe('create-answer', answer('0xbb', early, '41'));
  const stop = digestOf(found());
  expect(received()).toEqual([
    [wallet, '0xbb'],
    ['fees.integratorFee.bpsRate', '41'],
  ]);
  observe('delivery', answer('0xbb', late), late);
  expect(digestOf(found())).toBe(stop);
  observe('delivery', answer('0xaa', last), last);
  expect(digestOf(found())).toBe(stop);
});

it('what the service says otherwise than before is told as it says it now', () => {
  observe('entered', sent);
  observe('create-answer', answer('0xbb', early));
  observe('delivery', answer('0xcc', late), late);
  expect(received()).toEqual([[wallet, '0xcc']]);
});

it('a person who brings another address than was sent is no less a departure', () => {
  observe('entered', sent);
  observe('create-answer', answer('0xaa', early));
  observe('import', answer('0xcc', late), late);
  expect(received()).toEqual([[wallet, '0xcc']]);
});

it('what the service never said is judged by what a person brought', () => {
  observe('entered', sent);
  observe('import', answer('0xcc', early));
  observe('import', { ...answer('0xcc', late), note: 'again' }, late);
  expect(received()).toEqual([[wallet, '0xcc']]);
  observe('delivery', { id, destination: { walletAddress: '0xaa' } }, last);
  expect(received()).toEqual([]);
});

it('many are judged together', () => {
  observe('entered', sent);
  observe('create-answer', answer('0xbb', early));
  const other = { kind: 'virtualAccount', id: 'virtualAccount_2', observedAt: early } as const;
  records.observe({ ...other, source: 'entered', body: sent });
  records.observe({ ...other, source: 'create-answer', body: answer('0xaa', early) });
  const found = mismatchesAmong(records, [id, other.id]);
  const lengths = [...found].map(([one, list]) => [one, list.length]).sort();
  expect(lengths).toEqual([
    [id, 1],
    [other.id, 0],
  ]);
});

it('what an import leaves out departs from nothing, until the service leaves it out too', () => {
  observe('import', { id });
  expect(received()).toEqual([]);
  // As a list that was exported names it: the total alone.
  observe('import', { id, fees: { totalBpsRate: '65' } }, late);
  expect(received()).toEqual([]);
  const wrong = { totalBpsRate: '64', integratorFee: { bpsRate: '40' } };
  observe('delivery', { id, fees: wrong }, last);
  expect(received()).toEqual([['fees.totalBpsRate', '64']]);
});

it('fees of an import that do not add up depart, whoever named them', () => {
  const body = answer('0xaa', early);
  observe('import', { ...body, fees: { ...body.fees, totalBpsRate: '64' } });
  expect(received()).toEqual([['fees.totalBpsRate', '64']]);
});

it('a lost request that a person found by an ID alone departs from nothing', () => {
  observe('entered', sent);
  expect(received()).toEqual([]);
  observe('import', { id, destination: { walletAddress: '0xcc' } }, late);
  expect(received()).toEqual([[wallet, '0xcc']]);
});

it('an account that answers the requests of two customers is a departure, of one it is none', () => {
  const create = (intentKey: string, customerId: string, observedAt: string) => {
    const facts = { kind: 'virtualAccount', id, observedAt, intentKey } as const;
    records.observe({ ...facts, source: 'entered', body: { ...sent, customerId } });
    records.observe({ ...facts, source: 'create-answer', body: answer('0xaa', observedAt) });
  };
  create('one', 'customer_a', early);
  create('again', 'customer_a', late);
  expect(found()).toEqual([]);
  create('other', 'customer_b', last);
  expect(found()).toEqual([
    {
      field: 'customerId',
      sent: 'customer_a, customer_b',
      received: null,
      sentence:
        'The service returned this account for the requests of customer_a and customer_b. An account has one customer.',
    },
  ]);
  const [among = []] = mismatchesAmong(records, [id]).values();
  expect(among).toEqual(found());
});
