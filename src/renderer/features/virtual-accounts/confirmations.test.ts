import { expect, it } from 'vitest';
import type { AddressRow } from '../../../bridge/address-book.ts';
import { neededConfirmations, openConfirmations } from './confirmations.ts';

const withChecksum = '0x52908400098527886E0F7030069857D2E4169EE7';
const small = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const known = (id: number): AddressRow => ({
  id,
  address: withChecksum,
  networks: ['ethereum'],
  label: null,
  uses: 1,
  customers: 1,
  firstUse: null,
  lastUse: null,
});

const kindsOf = (
  network: string,
  walletAddress: string,
  fee?: string,
  lookAlikes: AddressRow[] = [],
): (string | undefined)[] => {
  const input = { network, walletAddress, ...(fee === undefined ? {} : { integratorBpsFee: fee }) };
  return neededConfirmations(input, lookAlikes).map(({ key }) => key.split(':')[0]);
};

it('nothing is asked where a checksum tells errors and the fee is usual', () => {
  expect(kindsOf('ethereum', withChecksum)).toEqual([]);
  expect(kindsOf('ethereum', withChecksum, '500')).toEqual([]);
});

it.each([
  ['ethereum', small, 'compared'],
  ['solana', '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA', 'off-curve'],
  ['newchain', 'new1abc', 'unchecked'],
])('on %s, %s is compared with its source', (network, address, kind) => {
  expect(kindsOf(network, address)).toEqual([kind]);
});

it('a look-alike and a fee over 500 bps each ask by themselves', () => {
  expect(kindsOf('ethereum', small, '501', [known(1)])).toEqual(['compared', 'look-alike', 'fee']);
});

it('a confirmation holds for that very thing alone', () => {
  const input = { network: 'ethereum', walletAddress: small, integratorBpsFee: '600' };
  const confirmed = neededConfirmations(input, [known(2), known(1)]).map(({ key }) => key);
  const openAfter = (change: object, lookAlikes = [known(1), known(2)]) =>
    openConfirmations(neededConfirmations({ ...input, ...change }, lookAlikes), confirmed).length;
  expect(openAfter({})).toBe(0);
  expect(openAfter({ integratorBpsFee: '601' })).toBe(1);
  expect(openAfter({ network: 'base' })).toBe(2);
  expect(openAfter({ walletAddress: small.replace('5aae', '5aaf') })).toBe(2);
  expect(openAfter({}, [known(1), known(2), known(3)])).toBe(1);
});
