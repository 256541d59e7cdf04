import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAsOf } from './as-of.ts';
import { openTestRecords, type TestRecords } from './testing/open-records.ts';
import type { NewObservation } from './types.ts';

let test: TestRecords;
beforeEach(() => {
  test = openTestRecords();
});
afterEach(() => test.remove());

const at = (minute: number) => `2026-11-23T12:0${minute}:00.000Z`;
const business: NewObservation = {
  kind: 'customer',
  id: 'customer_b',
  body: { id: 'customer_b', type: 'business', email: 'desk@harbour.example' },
  source: 'delivery',
  observedAt: at(0),
};
const account: NewObservation = {
  kind: 'virtualAccount',
  id: 'virtualAccount_b',
  body: { customerId: 'customer_b', depositInstructions: { currency: 'USD' } },
  source: 'create-answer',
  observedAt: at(0),
};
const names = () => ({
  customer: test.records.columns('customer', 'customer_b')?.name,
  account: test.records.columns('virtualAccount', 'virtualAccount_b')?.customerName,
  named: test.records.customerNames(['customer_b']).get('customer_b'),
});
const all = (name: string) => ({ customer: name, account: name, named: name });

it('a business is named by the desk wherever it is listed, also after a rebuild', () => {
  const { records } = test;
  records.observeAll([business]);
  records.observeAll([account]);
  expect(names()).toEqual(all('desk@harbour.example'));
  records.giveOwnName('customer_b', 'Harbour GmbH', at(1));
  expect(names()).toEqual(all('Harbour GmbH'));
  expect(records.columns('customer', 'customer_b')?.isOwnName).toBe(true);
  records.rebuild();
  expect(names()).toEqual(all('Harbour GmbH'));
  const found = { search: 'harb gmb', offset: 0, limit: 10 };
  expect(records.list('customer', found).total).toBe(1);
  expect(records.list('virtualAccount', found).total).toBe(1);
  records.giveOwnName('customer_b', null, at(2));
  expect(names()).toEqual(all('desk@harbour.example'));
  expect(records.columns('customer', 'customer_b')?.isOwnName).toBe(false);
});

it('a name that the service gives stands before it, and it is found by both', () => {
  const { records } = test;
  records.giveOwnName('customer_b', 'Harbour GmbH', at(1));
  const personalInformation = { firstName: 'Ada', lastName: 'Byron' };
  records.observeAll([{ ...business, body: { ...business.body, personalInformation } }]);
  expect(names().customer).toBe('Ada Byron');
  expect(records.columns('customer', 'customer_b')?.isOwnName).toBe(false);
  expect(records.ownName('customer_b')).toBe('Harbour GmbH');
  for (const search of ['byron', 'harbour']) {
    expect(records.list('customer', { search, offset: 0, limit: 10 }).total).toBe(1);
  }
});

it('an earlier moment knows the name that was given by then', async () => {
  const { records, sqlite } = test;
  records.observeAll([business]);
  records.giveOwnName('customer_b', 'Harbour', at(2));
  records.giveOwnName('customer_b', 'Harbour GmbH', at(4));
  const asOf = openAsOf({ sqlite, clock: { now: () => 0 } });
  const nameAt = (moment: string) =>
    asOf.read(moment, (reads) => reads.columns('customer', 'customer_b')?.name);
  expect(await nameAt(at(1))).toBe('desk@harbour.example');
  expect(await nameAt(at(3))).toBe('Harbour');
  expect(await nameAt(at(5))).toBe('Harbour GmbH');
  asOf.close();
});

it('no name that was given is ever changed or forgotten', () => {
  test.records.giveOwnName('customer_b', 'Harbour', at(2));
  expect(() => test.sqlite.exec('DELETE FROM customer_own_names')).toThrow('never deleted');
  expect(() => test.sqlite.exec("UPDATE customer_own_names SET name = ''")).toThrow(
    'never changes',
  );
});
