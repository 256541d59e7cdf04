import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bulkKind } from '../../../../bridge/bulk.ts';
import { fieldsOf } from './fields.ts';
import { missingFields, proposeColumns, resembledBy } from './propose-columns.ts';

describe('columns', () => {
  it.each([
    ['customerId', 'customerId'],
    ['Customer ID', 'customerId'],
    ['CUSTOMER_ID', 'customerId'],
    ['Client', 'customerId'],
    ['Wallet', 'walletAddress'],
    ['Chain', 'network'],
    ['Fee (bps)', 'integratorBpsFee'],
    ['something else', null],
    ['', null],
  ])('%j is read as %s', (heading, field) => {
    expect(proposeColumns('virtualAccount', [heading])).toEqual([field]);
  });

  it('an address is the wallet of an account, and the street of a customer', () => {
    expect(proposeColumns('virtualAccount', ['Address'])).toEqual(['walletAddress']);
    expect(proposeColumns('customer', ['Address'])).toEqual(['address.line1']);
  });

  it('with the name of the field come before others that mean the same', () => {
    expect(proposeColumns('virtualAccount', ['Wallet', 'walletAddress'])).toEqual([
      null,
      'walletAddress',
    ]);
  });

  it.each([
    [['Wallet address', 'walletAddress', 'Wallet']],
    [['wallet\u200b address', 'Wallet Address']],
    [['Address', 'Recipient']],
  ])('of which several mean the same are left to a person: %j', (headings) => {
    const proposed = proposeColumns('virtualAccount', [...headings, 'Network']);
    expect(proposed).toEqual([...headings.map(() => null), 'network']);
    expect(missingFields('virtualAccount', proposed)).toContain('walletAddress');
  });

  it('that are hidden in the file are left to a person', () => {
    const headings = ['walletAddress', 'Wallet', 'Network'];
    expect(proposeColumns('virtualAccount', headings, [0, 2])).toEqual([
      null,
      'walletAddress',
      null,
    ]);
  });

  it('that are missing are named', () => {
    const columns = proposeColumns('virtualAccount', ['customer', 'network']);
    expect(missingFields('virtualAccount', columns)).toEqual([
      'sourceCurrency',
      'destinationCurrency',
      'walletAddress',
    ]);
  });

  it.each(bulkKind.options)('of the template of a %s are all recognised', (kind) => {
    const names = fieldsOf(kind).map(({ field }) => field);
    expect(proposeColumns(kind, names)).toEqual(names);
  });

  it('are never read as one field twice, whatever they are called', () => {
    const known = bulkKind.options.flatMap((kind) =>
      fieldsOf(kind).flatMap(({ field, synonyms }) => [field, ...synonyms]),
    );
    const headings = fc.array(fc.oneof(fc.constantFrom(...known), fc.string()), { maxLength: 30 });
    fc.assert(
      fc.property(headings, fc.constantFrom(...bulkKind.options), (given, kind) => {
        const proposed = proposeColumns(kind, given);
        const used = proposed.filter((field) => field !== null);
        expect(proposed).toHaveLength(given.length);
        expect(new Set(used).size).toBe(used.length);
      }),
    );
  });
});

it.each([
  ['First', 'personalInformation.firstName'],
  ['Last', 'personalInformation.lastName'],
  ['Name', 'personalInformation.firstName'],
  ['Contact email', 'email'],
  ['Mobile no.', 'phone'],
  ['Tax', 'personalInformation.taxIdentificationNumber'],
  ['ID', null],
  ['Notes', null],
  ['', null],
])('the heading %j of customers looks like %s', (heading, field) => {
  expect(resembledBy('customer', heading, [])).toBe(field);
});

it('a field that a column is read as is resembled by no other', () => {
  expect(resembledBy('customer', 'First', ['personalInformation.firstName'])).toBeNull();
  expect(resembledBy('virtualAccount', 'Wallet (new)', [])).toBe('walletAddress');
  expect(resembledBy('virtualAccount', 'Wallet (new)', ['walletAddress'])).toBeNull();
});
