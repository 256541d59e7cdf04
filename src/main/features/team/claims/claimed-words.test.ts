import { expect, it } from 'vitest';
import { virtualAccountFingerprint } from '../../../core/creates/fingerprints.ts';
import { claimedWords } from './colleague-claims.ts';

const account = (walletAddress: string) => ({
  operation: 'createVirtualAccount',
  sameness: virtualAccountFingerprint({
    customerId: 'customer_1',
    sourceCurrency: 'EUR',
    destinationCurrency: 'USDC',
    network: 'ethereum',
    walletAddress,
  }),
});
const records = { customerNames: () => new Map([['customer_1', 'Carla Costa']]) };
const nobody = { customerNames: () => new Map<string, string>() };

it('names a virtual account by customer, currencies, network and wallet with its checksum', () => {
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
  expect(claimedWords(account(wallet.toLowerCase()), records)).toBe(
    `Carla Costa (customer_1) · EUR → USDC · ethereum · ${wallet}`,
  );
});

it('leaves a wallet of another form, an unknown customer and another request as they are', () => {
  const solana = 'So11111111111111111111111111111111111111112';
  expect(claimedWords(account(solana), nobody)).toBe(
    `customer_1 · EUR → USDC · ethereum · ${solana}`,
  );
  const customer = { operation: 'createCustomer', sameness: 'a|b|c|d|e@example.com' };
  expect(claimedWords(customer, records)).toBe('a|b|c|d|e@example.com');
  expect(claimedWords({ ...account('0x1'), sameness: 'a|b' }, records)).toBe('a|b');
});
