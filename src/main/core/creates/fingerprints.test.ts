import { describe, expect, it } from 'vitest';
import { customerFingerprint, virtualAccountFingerprint } from './fingerprints.ts';

const parts = {
  customerId: 'customer_a',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'solana',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
};

describe('the fingerprint of a virtual account', () => {
  it('is the form that the journals already hold', () => {
    expect(virtualAccountFingerprint(parts)).toBe(
      'customer_a|USD|USDC|solana|0x52908400098527886e0f7030069857d2e4169ee7',
    );
  });

  it.each([
    { network: 'sol' },
    { network: 'Solana' },
    { sourceCurrency: 'usd' },
    { walletAddress: parts.walletAddress.toLowerCase() },
  ])('is the same for %o', (other) => {
    expect(virtualAccountFingerprint({ ...parts, ...other })).toBe(
      virtualAccountFingerprint(parts),
    );
  });

  it.each([
    { customerId: 'customer_b' },
    { sourceCurrency: 'EUR' },
    { destinationCurrency: 'USDT' },
    { network: 'base' },
    { walletAddress: '0x52908400098527886E0F7030069857D2E4169EE8' },
  ])('is another for %o', (other) => {
    expect(virtualAccountFingerprint({ ...parts, ...other })).not.toBe(
      virtualAccountFingerprint(parts),
    );
  });
});

describe('the fingerprint of a customer', () => {
  it('is the email without case and blanks', () => {
    expect(customerFingerprint({ email: ' Ada@Example.com ' })).toBe('ada@example.com');
  });

  it('is the same for a letter and its accent apart', () => {
    expect(customerFingerprint({ email: 'rene\u0301@example.com' })).toBe('ren\u00e9@example.com');
  });

  it('is nothing without an email, so that nobody is taken for another', () => {
    expect(customerFingerprint({})).toBeNull();
  });
});
