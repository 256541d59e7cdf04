import { describe, expect, it } from 'vitest';
import { isMaskedNumber, maskedNumber, wholeNumbers, withMaskedNumbers } from './masked-numbers.ts';
import { readResource } from './resources.ts';

describe('a number of a bank account (Interface 2.5)', () => {
  it.each([
    '********6789',
    '••••1234',
    'XXXXXX1234', // A mask, as banks print it.
    'xxxx-xxxx-1234',
    '**** **** 1234',
    '…1234',
    '...1234',
    '1234',
    '',
    '****',
    '*****12345',
  ])('is masked as “%s”', (text) => {
    expect(isMaskedNumber(text)).toBe(true);
    expect(maskedNumber(text)).toBe(text);
  });

  it.each([
    ['900000012345', '••••2345'],
    ['DE89370400440532013000', '••••3000'],
    ['DE89 3704 0044 0532 0130 00', '••••0 00'],
    ['1234****', '••••****'],
    ['***1234567', '••••4567'],
    ['12345', '••••2345'],
    ['12**56', '••••**56'],
  ])('is whole as “%s”', (text, shown) => {
    expect(isMaskedNumber(text)).toBe(false);
    expect(maskedNumber(text)).toBe(shown);
  });

  it('is found and masked wherever it stands, as text or as a number', () => {
    const body = {
      id: 'bankAccount_a1',
      currency: 'usd',
      accountDetails: {
        accountNumber: 900000012345,
        routingNumber: '*****0021',
        accountType: 'checking',
      },
      iban: 'DE89370400440532013000',
      numbers: [{ value: '123456789' }],
    };
    expect(wholeNumbers(body)).toEqual([
      { field: 'accountDetails.accountNumber', value: '900000012345' },
      { field: 'iban', value: 'DE89370400440532013000' },
      { field: 'numbers.0.value', value: '123456789' },
    ]);
    expect(withMaskedNumbers(body)).toEqual({
      ...body,
      accountDetails: { ...body.accountDetails, accountNumber: '••••2345' },
      iban: '••••3000',
      numbers: [{ value: '••••6789' }],
    });
    expect(withMaskedNumbers('900000012345', ['accountDetails', 'accountNumber'])).toBe('••••2345');
    expect(withMaskedNumbers('Example Bank', ['bankName'])).toBe('Example Bank');
  });

  it('that is whole is a deviation of its bank account', () => {
    const read = readResource('bankAccount', {
      id: 'bankAccount_a1',
      status: 'active',
      bankName: 'Example Bank',
      currency: 'usd',
      accountHolderName: 'Ada Byron',
      accountName: 'Main',
      customer: 'customer_a1',
      accountDetails: {
        accountNumber: '900000012345',
        routingNumber: '*****0021',
        accountType: 'checking',
      },
    });
    expect(read?.deviations).toEqual([
      'accountDetails.accountNumber: must be masked, with only its last digits visible',
    ]);
  });
});
