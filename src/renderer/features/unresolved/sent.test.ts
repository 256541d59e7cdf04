import { expect, it } from 'vitest';
import { aboutSent } from './sent.ts';

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
