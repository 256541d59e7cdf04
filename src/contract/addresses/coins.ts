/**
 * Addresses that are no wallet, though they are well formed: the contracts, mints and issuers of the
 * coins themselves, which are copied by mistake from where a coin is described, and addresses that
 * coins are burnt at. What is paid to one of them is lost.
 */
import type { AddressFamily } from './families.ts';

/** USDC and USDT, also those that bridges issue, as their issuers publish them. */
const coins: Readonly<Record<AddressFamily, readonly string[]>> = {
  // A contract of one of these chains is nobody's wallet on the others.
  evm: [
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
    '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    '0xc7198437980c041c805A1EDcbA50c1Ce5db95118',
    '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
  ],
  solana: [
    'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  ],
  tron: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  stellar: ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
};

const burnt: readonly string[] = [
  '0x000000000000000000000000000000000000dEaD',
  '0xdEAD000000000000000042069420694206942069',
  '1nc1nerator11111111111111111111111111111111',
];

/** Addresses of hex are the same in any case of letters. */
const plain = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address;

const coinAddresses: ReadonlySet<string> = new Set(Object.values(coins).flat().map(plain));
const burntAt: ReadonlySet<string> = new Set(burnt.map(plain));

/** Of every coin, by the family of its network. */
export const addressesOfCoins = coins;

/** What the address is known as; null for any other. */
export function noWallet(address: string): 'coin' | 'burnt' | null {
  const written = plain(address);
  if (coinAddresses.has(written)) return 'coin';
  return burntAt.has(written) ? 'burnt' : null;
}
