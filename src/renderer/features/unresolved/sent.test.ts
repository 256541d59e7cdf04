import { expect, it } from 'vitest';
import { aboutSent, againConfirmations } from './sent.ts';

it.each([
  ['createCustomer', { personalInformation: { firstName: 'Ada' }, email: 'a@b.c' }, 'Ada'],
  ['createCustomer', { type: 'individual', email: 'a@b.c' }, 'a@b.c'],
  ['createCustomer', 'nonsense', null],
  [
    'createVirtualAccount',
    { sourceCurrency: 'USD', destinationCurrency: 'USDC', walletAddress: '0x1' },
    'USD → USDC · 0x1',
  ],
  ['createWebhook', { name: 'Desk', url: 'https://a.example' }, 'Desk'],
  ['createWebhook', { url: 'https://a.example' }, 'https://a.example'],
] as const)('%s of %j is about %s', (_operation, input, about) => {
  expect(aboutSent({ input })).toBe(about);
});

it('an account is about its customer first', () => {
  expect(aboutSent({ input: { walletAddress: '0x1' } }, 'Ada Byron')).toBe('Ada Byron · 0x1');
});

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const kinds = (address: string, fee?: string) =>
  againConfirmations({ network: 'ethereum', address, fee }, []).map(({ key }) => key.split(':')[0]);

it('the address is always read, and what a new account asks is asked as well', () => {
  expect(kinds(wallet)).toEqual(['read']);
  expect(kinds(wallet.toLowerCase(), '501')).toEqual(['read', 'compared', 'fee']);
});
