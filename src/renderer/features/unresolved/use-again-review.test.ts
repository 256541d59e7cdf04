import { expect, it } from 'vitest';
import { againConfirmations } from './use-again-review.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const kinds = (address: string, fee?: string) =>
  againConfirmations({ network: 'ethereum', address, fee }, []).map(({ key }) => key.split(':')[0]);

it('the address is always read, and what a new account asks is asked as well', () => {
  expect(kinds(wallet)).toEqual(['read']);
  expect(kinds(wallet.toLowerCase(), '501')).toEqual(['read', 'compared', 'fee']);
});
