import { expect, it } from 'vitest';
import { customerTitle } from './customer-values.ts';

it('a customer’s page is titled by the customer, never by the list', () => {
  expect(customerTitle({ name: 'Ada Byron' })).toBe('Ada Byron');
  expect(customerTitle({ name: null })).toBe('Customer without a name');
  expect(customerTitle(undefined)).toBe('Customer');
});
