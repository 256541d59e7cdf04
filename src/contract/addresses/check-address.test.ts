import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { asksAgain, isUsable } from './address-check.ts';
import {
  addressesOfCoins,
  checkAddress,
  checkSolana,
  checkStellar,
  checkTron,
} from './check-address.ts';
import { checkEvm } from './evm.ts';
import { addressFamilies, networksOf } from './families.ts';

/** All vectors of EIP-55. */
const eip55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
] as const;
const evmNetworks = ['ethereum', 'base', 'polygon', 'arbitrum', 'avalanche'];
const onTron = 'TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g';
const stellarAccount = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

describe('EVM networks', () => {
  it.each(eip55)('%s has a good checksum on each of them', (address) => {
    for (const network of evmNetworks) {
      expect(checkAddress(network, address)).toEqual({ kind: 'checksum' });
    }
  });

  it.each(eip55.slice(4))('%s in small or in large letters alone carries none', (address) => {
    const large = `0x${address.slice(2).toUpperCase()}`;
    for (const plain of [address.toLowerCase(), large]) {
      const verdict = checkAddress('polygon', plain);
      expect(verdict).toEqual({ kind: 'no-checksum' });
      expect(asksAgain(verdict)).toBe(true);
    }
  });

  it('figures alone carry no checksum', () => {
    expect(checkAddress('base', `0x${'12'.repeat(20)}`)).toEqual({ kind: 'no-checksum' });
  });

  it('a letter in the wrong case is caught', () => {
    expect(checkAddress('base', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
      kind: 'wrong',
      problem: 'evm-checksum',
    });
  });

  it.each(['0x5290', '52908400098527886E0F7030069857D2E4169EE7', '', '0xZZ', `${eip55[0]}0`])(
    '"%s" is no address',
    (address) => {
      const verdict = checkAddress('arbitrum', address);
      expect(verdict).toEqual({ kind: 'wrong', problem: 'evm-form' });
      expect(isUsable(verdict)).toBe(false);
    },
  );
});

/** All bytes zero, with a right checksum where there is one. */
it.each([
  ['ethereum', `0x${'0'.repeat(40)}`],
  ['solana', '1'.repeat(32)],
  ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['stellar', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
])('on %s, %s is nobody’s', (network, address) => {
  const verdict = checkAddress(network, address);
  expect(verdict).toEqual({ kind: 'wrong', problem: 'nobody' });
  expect(isUsable(verdict)).toBe(false);
});

describe('Solana', () => {
  /** Public keys of RFC 8032, 7.1, so points of the curve. */
  const keys = [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
  ].map((hex) => base58.encode(Uint8Array.from(Buffer.from(hex, 'hex'))));

  it.each(keys)('%s is a key, and carries no checksum', (address) => {
    expect(checkAddress('solana', address)).toEqual({ kind: 'no-checksum' });
    expect(checkAddress('sol', address)).toEqual({ kind: 'no-checksum' });
  });

  /** Program-derived addresses of Solana's own tests (createProgramAddress of web3.js). */
  it.each([
    '12rqwuEgBYiGhBrDJStCiqEtzQpTTiZbh7teNVLuYcFA',
    '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT',
    '7ytmC1nT1xY4RfxCV2ZgyA7UakC93do5ZdyhdF3EtPj7',
    'HwRVBufQ4haG5XSgpspwKtNd3PC9GM9m1196uJW36vds',
    'GUs5qLUfsEHkcMB9T38vjr18ypEhRuNWiePW2LoK4E3K',
  ])('%s belongs to a program: off the curve, named as such, asked again', (address) => {
    const verdict = checkAddress('solana', address);
    expect(verdict).toEqual({ kind: 'off-curve' });
    expect(asksAgain(verdict)).toBe(true);
  });

  it.each(['So11111111111111111111111111111111111111112'])(
    '%s, known on the chain, is well formed',
    (address) => {
      expect(isUsable(checkAddress('solana', address))).toBe(true);
    },
  );

  it.each([
    '1111111111111111111111111111111',
    '111111111111111111111111111111111',
    'So111111111111111111111111111111111111111122',
    'So1111111111111111111111111111111111111110l',
    `${'1'.repeat(5_000)}z`,
  ])('"%.50s" is no address', (address) => {
    expect(checkAddress('solana', address)).toEqual({ kind: 'wrong', problem: 'solana-form' });
  });
});

describe('Tron', () => {
  it.each([onTron, 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'])('%s has a good checksum', (address) => {
    expect(checkAddress('tron', address)).toEqual({ kind: 'checksum' });
  });

  it('a changed character is caught, and another form is none', () => {
    const changed = `${onTron.slice(0, -1)}u`;
    expect(checkAddress('tron', changed)).toEqual({ kind: 'wrong', problem: 'tron-checksum' });
    expect(checkAddress('tron', 'T123')).toEqual({ kind: 'wrong', problem: 'tron-form' });
  });
});

describe('Stellar', () => {
  it('the account of SEP-23 has a good checksum', () => {
    expect(checkAddress('stellar', stellarAccount)).toEqual({ kind: 'checksum' });
  });

  it('muxed accounts and contracts are named: nothing is said of them by the interface', () => {
    for (const muxed of [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    ]) {
      expect(checkAddress('stellar', muxed)).toEqual({ kind: 'wrong', problem: 'stellar-muxed' });
    }
    const contract = 'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA';
    expect(checkAddress('stellar', contract)).toEqual({
      kind: 'wrong',
      problem: 'stellar-contract',
    });
  });

  /** The invalid vectors of SEP-23, and its valid ones of other kinds. */
  it.each([
    'GAAAAAAAACGC6',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI',
    'G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
    'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
    'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TV',
    'BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA',
    'LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN',
    stellarAccount.toLowerCase(),
  ])('%s is refused', (text) => {
    expect(isUsable(checkAddress('stellar', text))).toBe(false);
  });
});

describe('what belongs elsewhere', () => {
  it.each([
    ['tron', eip55[0], 'evm'],
    ['ethereum', onTron, 'tron'],
    ['solana', onTron, 'tron'],
    ['solana', stellarAccount, 'stellar'],
    ['ethereum', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'solana'],
    ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin'],
    ['ethereum', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bitcoin'],
    ['solana', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin'],
  ])('on %s, %s is named as one of %s', (network, address, family) => {
    expect(checkAddress(network, address)).toEqual({ kind: 'other-network', family });
  });

  it('a network that nobody knows here is not judged, and what is no text of an address is refused', () => {
    expect(checkAddress('newchain', 'new1qqpp')).toEqual({ kind: 'unchecked' });
    expect(checkAddress('newchain', eip55[4])).toEqual({ kind: 'unchecked' });
    // A Cyrillic letter in the place of a Latin one.
    expect(checkAddress('newchain', 'new1qqр')).toEqual({ kind: 'wrong', problem: 'other-form' });
    expect(checkAddress('newchain', '')).toEqual({ kind: 'wrong', problem: 'other-form' });
    expect(checkAddress('constructor', 'new1qqpp')).toEqual({ kind: 'unchecked' });
  });

  it('a checksum that is carried counts on a network that nobody knows here, too', () => {
    const changed = eip55[4].replace('5aAe', '5AAe');
    const verdict = checkAddress('newchain', changed);
    expect(verdict).toEqual({ kind: 'wrong', problem: 'evm-checksum' });
    expect(checkAddress('newchain', `0x${'0'.repeat(40)}`)).toMatchObject({ problem: 'nobody' });
    expect(checkAddress('newchain', eip55[4].toLowerCase())).toEqual({ kind: 'unchecked' });
  });

  it('a secret is one on every network', () => {
    const key = `0x${'4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318'}`;
    for (const network of ['ethereum', 'solana', 'newchain']) {
      expect(checkAddress(network, key)).toEqual({ kind: 'secret', secret: 'evm-private-key' });
    }
  });
});

describe('what is no wallet', () => {
  const coins = addressFamilies.flatMap((family) =>
    addressesOfCoins[family].map((address) => [family, address] as const),
  );

  it.each(coins)('on %s, %s is the address of a coin itself', (family, address) => {
    for (const network of networksOf(family)) {
      const verdict = checkAddress(network, address);
      expect(verdict).toEqual({ kind: 'wrong', problem: 'coin' });
      expect(isUsable(verdict)).toBe(false);
    }
    expect(checkAddress('newchain', address)).toEqual({ kind: 'wrong', problem: 'coin' });
  });

  it('hex is known in any case of letters, and every one of them is written as its chain writes it', () => {
    for (const address of addressesOfCoins.evm) {
      expect(checkEvm(address)).toEqual({ kind: 'checksum' });
      expect(checkAddress('base', address.toLowerCase())).toMatchObject({ problem: 'coin' });
    }
    for (const address of addressesOfCoins.tron) expect(checkTron(address).kind).toBe('checksum');
    for (const address of addressesOfCoins.stellar) {
      expect(checkStellar(address).kind).toBe('checksum');
    }
    for (const address of addressesOfCoins.solana) {
      expect(isUsable(checkSolana(address))).toBe(true);
    }
  });

  it.each([
    ['ethereum', '0x000000000000000000000000000000000000dEaD'],
    ['polygon', '0x000000000000000000000000000000000000dead'],
    ['newchain', '0xdead000000000000000042069420694206942069'],
    ['solana', '1nc1nerator11111111111111111111111111111111'],
  ])('on %s, %s is where coins are burnt', (network, address) => {
    expect(checkAddress(network, address)).toEqual({ kind: 'wrong', problem: 'burnt' });
  });
});
