import { expect, it } from 'vitest';
import { addressFacts, comparedWith, fieldsOf } from './request-text.ts';

const one = '0x52908400098527886E0F7030069857D2E4169EE7';
const other = '0x52908400098527886E0F7030069857D2E4160EE7';

it('every field is shown, the wallet in groups', () => {
  const input = {
    customerId: 'customer_a',
    network: 'ethereum',
    walletAddress: one,
    events: ['a', 'b'],
    personalInformation: { firstName: 'Ada' },
    odd: null,
  };
  expect(fieldsOf(input)).toEqual([
    ['First name', 'Ada'],
    ['Customer', 'customer_a'],
    ['Network', 'ethereum'],
    ['Wallet address', '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7'],
    ['Events', 'a, b'],
    ['odd', 'null'],
  ]);
});

it('fields stand as in templates, whatever order they come in', () => {
  const input = {
    customerId: 'customer_a',
    destinationCurrency: 'USDC',
    integratorBpsFee: '40',
    network: 'ethereum',
    odd: 1,
    sourceCurrency: 'USD',
    walletAddress: 'a',
  };
  expect(fieldsOf(input).map(([name]) => name)).toEqual([
    'Customer',
    'Source currency',
    'Destination currency',
    'Network',
    'Wallet address',
    'Integrator fee (bps)',
    'odd',
  ]);
});

it('addresses are compared character by character', () => {
  expect(comparedWith(one, one)).toBe('The same, character by character');
  expect(comparedWith(one, other)).toBe('1 of 42 characters differs: 39 (“9”, not “0”)');
  expect(comparedWith('ab', 'abcd')).toContain('3 (“nothing”, not “c”)');
  expect(comparedWith('a'.repeat(20), 'b'.repeat(20))).toContain(', and 8 more');
});

it('says what the address book knows, and warns of a look-alike', () => {
  const row = {
    id: 1,
    address: other,
    networks: ['ethereum'],
    label: 'Payroll',
    uses: 3,
    customers: 1,
    firstUse: null,
    lastUse: null,
  };
  const asked = { network: 'ethereum', address: one };
  const found = addressFacts({ ...asked, known: null, lookAlikes: [row] }, false, []);
  expect(found.facts[0]).toEqual([
    'In the address book',
    'No: no virtual account known to Causeway pays into this wallet',
  ]);
  expect(found.facts[2]).toEqual([
    'Look-alike “Payroll”: compared',
    '1 of 42 characters differs: 39 (“9”, not “0”)',
  ]);
  expect(found.warnings[0]).toContain('Compare every character');
  const on = [
    { network: 'base', accounts: 2 },
    { network: 'ethereum', accounts: 1 },
  ];
  const inBook = [
    'In the address book',
    'Yes, as “Payroll”: used by 2 virtual accounts on base and 1 virtual account on ethereum',
  ];
  const plain = addressFacts({ ...asked, known: row, lookAlikes: [] }, true, on);
  expect(plain.facts).toEqual([inBook, ['Look-alikes', 'None known to Causeway']]);
  // A label, or an import, is one person's word.
  const labelled = addressFacts({ ...asked, known: row, lookAlikes: [] }, false, []);
  expect(labelled.facts.slice(0, 2)).toEqual([
    [inBook[0], 'Yes, as “Payroll”: used by no virtual account known to Causeway'],
    [
      'New here',
      'Yes: the service reported no virtual account that pays into this wallet on ethereum',
    ],
  ]);
});

it('says to an approver what the maker was asked of an address off the curve', () => {
  const address = '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA';
  const found = addressFacts(
    { network: 'solana', address, known: null, lookAlikes: [] },
    false,
    [],
  );
  expect(found.warnings).toEqual([
    'The address is off the curve: it belongs to a program, and no key can sign for it.',
  ]);
});
