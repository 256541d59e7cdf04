/** Checks a wallet address by the rules of its network, before anything is sent (decisions 13). */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base32nopad, base58, bech32, bech32m, createBase58check } from '@scure/base';
import {
  type AddressRuleCheck,
  isNobodys,
  isUsable,
  type RecognisedFamily,
  wrong,
} from './address-check.ts';
import { checkEvm, isEvmForm } from './evm.ts';
import { type AddressFamily, familyOf } from './families.ts';
import { type SecretKind, secretIn } from './secrets.ts';

/** An account: `G`, and 56 characters in all. */
const accountForm = /^G[A-Z2-7]{55}$/;
/** An account with the receiver's number: a memo inside the address. */
const muxedForm = /^M[A-Z2-7]{68}$/;
const contractForm = /^C[A-Z2-7]{55}$/;

const accountVersion = 6 << 3;

/** Only accounts are accepted: Interface 4.2 does not mention muxed accounts, contracts or memos. */
export function checkStellar(address: string): AddressRuleCheck {
  if (muxedForm.test(address)) return wrong('stellar-muxed');
  if (contractForm.test(address)) return wrong('stellar-contract');
  if (!accountForm.test(address)) return wrong('stellar-form');
  const bytes = decoded(() => base32nopad.decode(address));
  if (bytes === null || bytes[0] !== accountVersion || !hasGoodChecksum(bytes)) {
    return wrong('stellar-checksum');
  }
  return isNobodys(bytes.subarray(1, -2)) ? wrong('nobody') : { kind: 'checksum' };
}

function hasGoodChecksum(bytes: Uint8Array): boolean {
  const end = bytes.length - 2;
  return crc16(bytes.subarray(0, end)) === ((bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8));
}

/** CRC16-XModem. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      crc &= 0xffff;
    }
  }
  return crc;
}

/** USDC and USDT, bridged ones included, as their issuers publish them. */
const coins: Readonly<Record<AddressFamily, readonly string[]>> = {
  // A contract of one of these chains is not a wallet on the others.
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

/** Hex addresses are the same in any case. */
const plain = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address;

const coinAddresses: ReadonlySet<string> = new Set(Object.values(coins).flat().map(plain));
const burntAt: ReadonlySet<string> = new Set(burnt.map(plain));

/** Every coin's addresses, by network family. */
export const addressesOfCoins = coins;

/** The known kind of address; null for any other. */
function noWallet(address: string): 'coin' | 'burnt' | null {
  const written = plain(address);
  if (coinAddresses.has(written)) return 'coin';
  return burntAt.has(written) ? 'burnt' : null;
}

const base58check = createBase58check(sha256);

/** Whether it is an address of Bitcoin's main or test network, with its checksum: none of this service's, but pasted by mistake. */
function isBitcoin(text: string): boolean {
  if (/^(?:bc|tb)1[02-9ac-hj-np-z]{11,71}$/i.test(text)) {
    return [bech32, bech32m].some(
      (coder) =>
        decoded(() => Uint8Array.from(coder.decode(text as `${string}1${string}`).words)) !== null,
    );
  }
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)) return false;
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && [0x00, 0x05, 0x6f, 0xc4].includes(bytes[0] ?? -1);
}

type Recognised =
  | { readonly kind: 'secret'; readonly secret: SecretKind }
  | { readonly kind: 'address'; readonly family: RecognisedFamily }
  | { readonly kind: 'nothing' };

/** Requires the checksum where the form has one; hex is EVM in any case. */
export function recognise(text: string): Recognised {
  const secret = secretIn(text);
  if (secret !== null) return { kind: 'secret', secret };
  const family = familyOfText(text);
  return family === null ? { kind: 'nothing' } : { kind: 'address', family };
}

function familyOfText(text: string): RecognisedFamily | null {
  if (isEvmForm(text)) return 'evm';
  if (checkTron(text).kind === 'checksum') return 'tron';
  if (checkStellar(text).kind === 'checksum') return 'stellar';
  if (isBitcoin(text)) return 'bitcoin';
  return solanaBytes(text) === null ? null : 'solana';
}

const checks: Readonly<Record<AddressFamily, (address: string) => AddressRuleCheck>> = {
  evm: checkEvm,
  solana: checkSolana,
  tron: checkTron,
  stellar: checkStellar,
};

/**
 * What is known of the address on that network; `address` is trimmed (clean.ts). A secret is reported on any
 * network, and an address of another network as such.
 */
export function checkAddress(network: string, address: string): AddressRuleCheck {
  const recognised = recognise(address);
  if (recognised.kind === 'secret') return { kind: 'secret', secret: recognised.secret };
  const family = familyOf(network);
  const verdict = family === null ? checkUnlisted(address) : checks[family](address);
  if (isUsable(verdict)) return unlessNoWallet(address, verdict);
  if (family === null || recognised.kind !== 'address' || recognised.family === family) {
    return verdict;
  }
  return { kind: 'other-network', family: recognised.family };
}

/** For networks of unknown form; 20 bytes of hex are still checked by their checksum. */
function checkUnlisted(address: string): AddressRuleCheck {
  if (!isPlain(address)) return wrong('other-form');
  const asEvm = isEvmForm(address) ? checkEvm(address) : null;
  return asEvm !== null && !isUsable(asEvm) ? asEvm : { kind: 'unchecked' };
}

function unlessNoWallet(address: string, verdict: AddressRuleCheck): AddressRuleCheck {
  const known = noWallet(address);
  return known === null ? verdict : wrong(known);
}

/** No address contains letters of other scripts that look like Latin ones. */
const isPlain = (address: string): boolean => /^[\x21-\x7e]{1,256}$/.test(address);

/** The 32 bytes; null for anything else. */
function solanaBytes(text: string): Uint8Array | null {
  // Longer texts are not decoded: base58 takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  const bytes = decoded(() => base58.decode(text));
  return bytes?.length === 32 ? bytes : null;
}

/** An address off the curve has no private key: it belongs to a program (PDA, token account). */
export function checkSolana(address: string): AddressRuleCheck {
  const bytes = solanaBytes(address);
  if (bytes === null) return wrong('solana-form');
  // The system program.
  if (isNobodys(bytes)) return wrong('nobody');
  return { kind: isOnCurve(bytes) ? 'no-checksum' : 'off-curve' };
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // As Solana decompresses: non-canonical encodings are accepted (ZIP 215).
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

const tronForm = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Base58Check of the byte 0x41 and 20 bytes. */
export function checkTron(address: string): AddressRuleCheck {
  if (!tronForm.test(address)) return wrong('tron-form');
  const bytes = decoded(() => base58check.decode(address));
  if (bytes?.length !== 21 || bytes[0] !== 0x41) return wrong('tron-checksum');
  return isNobodys(bytes.subarray(1)) ? wrong('nobody') : { kind: 'checksum' };
}

/** The bytes, or null for text of another encoding, on which decoders throw. */
function decoded(decode: () => Uint8Array): Uint8Array | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
