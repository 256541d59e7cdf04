import { expect, it } from 'vitest';
import { resembledBy } from './resembled-by.ts';

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
