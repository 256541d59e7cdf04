import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestRecords, type TestRecords } from './testing/open-records.ts';
import type { NewObservation } from './types.ts';

let opened: TestRecords;
beforeEach(() => {
  opened = openTestRecords();
});
afterEach(() => opened.remove());

const at = '2026-11-20T12:00:00.000Z';
const observe = (kind: NewObservation['kind'], id: string, body: NewObservation['body']) =>
  opened.records.observe({ kind, id, body, source: 'read', observedAt: at });
const customer = (id: string, firstName: string, lastName: string, email = `${id}@example.com`) =>
  observe('customer', id, { email, personalInformation: { firstName, lastName } });

const find = (search: string, limit = 6, written: readonly string[] = []) =>
  opened.records.find({ search, limit, written: () => written }).map(({ id }) => id);

describe('records by words', () => {
  beforeEach(() => {
    customer('customer_1', 'Ada', 'Byron');
    customer('customer_2', 'Hedy', 'Lamarr', 'adamant@example.com');
    customer('customer_3', 'Åda', 'Møller');
    customer('customer_4', 'Bo', 'Li');
    observe('virtualAccount', 'virtualAccount_1', {
      customerId: 'customer_1',
      destination: { currency: 'USDC', network: 'base' },
    });
    observe('bankAccount', 'bankAccount_1', { customer: 'customer_1', bankName: 'Lloyds' });
    observe('webhook', 'webhook_1', { name: 'Ada' });
  });

  it('names that begin so come first, then the newest in which the words stand', () => {
    expect(find('ada')).toEqual([
      'customer_1',
      'customer_3',
      'bankAccount_1',
      'virtualAccount_1',
      'customer_2',
    ]);
  });

  it('an ID is found whole, and before what names it', () => {
    expect(find(' customer_1 ')[0]).toBe('customer_1');
    expect(find('customer_1')).toContain('virtualAccount_1');
    expect(find('lloyds')).toEqual(['bankAccount_1']);
  });

  it('every word has to stand in it, short ones too', () => {
    expect(find('byron ad')).toEqual(['bankAccount_1', 'virtualAccount_1', 'customer_1']);
    expect(find('byron xy')).toEqual([]);
    expect(find('a_a')).toEqual([]);
  });

  it('what is shorter than the index begins a name', () => {
    expect(find('bo')).toEqual(['customer_4']);
    expect(find('li')).toEqual([]);
    expect(find('bo li')).toEqual(['customer_4']);
  });

  it('what is written beside a record finds it, where it is known and of these kinds', () => {
    expect(find('nothing', 6, ['customer_2', 'webhook_1', 'customer_9'])).toEqual(['customer_2']);
  });

  it('a blank search finds nothing, and signs are no operators', () => {
    for (const search of ['', '  ', '"', '*', '" OR "', "'", '%%%', '___'])
      expect(find(search)).toEqual([]);
  });
});

it('of each kind no more than asked for, and of very many the newest', () => {
  for (let number = 0; number < 700; number++) {
    customer(`customer_n${number}`, 'X', `Person${number}`);
    observe('virtualAccount', `virtualAccount_n${number}`, { customerId: `customer_n${number}` });
  }
  const found = find('person', 3);
  expect(found).toHaveLength(6);
  expect(found).toEqual(expect.arrayContaining(['customer_n699', 'virtualAccount_n699']));
});
