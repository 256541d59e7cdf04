import { describe, expect, it } from 'vitest';
import { lookupProblems, pairOf } from './bank-account-stores.ts';

describe('the form that looks up a bank account', () => {
  it.each(['bankAccount_1a', ' bankAccount_1a\n', '"bankAccount_1a".', '<bankAccount_1a>'])(
    'takes %j',
    (bankAccountId) => {
      expect(lookupProblems.bankAccountId(bankAccountId)).toBeNull();
      const customer = { customerId: ' customer_1 ', customerName: 'Ada' };
      expect(pairOf({ ...customer, bankAccountId })).toEqual({
        customerId: 'customer_1',
        bankAccountId: 'bankAccount_1a',
      });
    },
  );

  it.each([
    '',
    'bankAccount_',
    'bankaccount_1',
    'bankAccount_A b',
    'customer_1',
    'bankAccount_1/../2',
  ])('says what is wrong with %j', (id) => {
    expect(lookupProblems.bankAccountId(id)).toBe(
      'Enter a bank account ID: bankAccount_ followed by letters and digits.',
    );
  });

  it.each(['', 'Ada Byron', 'customer_', 'Customer_a', 'bankAccount_1'])(
    'takes %j for no customer',
    (id) => {
      expect(lookupProblems.customerId(id)).toContain('Select a customer');
    },
  );
});
