/**
 * Look-alike addresses: people compare the ends, so an attacker makes an address with the same ends and
 * waits for it to be copied. And the common form of two spellings of one address.
 */
import { canonicalNetwork } from '../currencies.ts';
import { isEvmForm } from './evm.ts';
import { type AddressFamily, familyOf } from './families.ts';

/** Equal characters at each end that make two addresses look-alikes. */
export const similarEnds = 4;

/** The identity of an address: the same for every spelling, and for every network that shares it. */
export interface AddressIdentity {
  /** The family, or the name of a network without one. */
  readonly group: string;
  readonly canonical: string;
}

/**
 * EVM addresses are their bytes, so case has no meaning; all others are unchanged. Anything in that form is
 * one, whatever the network's name: there are more EVM chains than listed here.
 */
export function identityOf(network: string, address: string): AddressIdentity {
  const family = isEvmForm(address) ? 'evm' : familyOf(network);
  const canonical = family === 'evm' ? address.toLowerCase() : address;
  return { group: family ?? canonicalNetwork(network.trim()), canonical };
}

/** The prefix of every address of a family. */
const constantPrefix: Readonly<Record<AddressFamily, string>> = {
  evm: '0x',
  solana: '',
  tron: 'T',
  stellar: 'G',
};

/** The ends to match, in lower case, as people compare them. */
export interface AddressEnds {
  readonly head: string;
  readonly tail: string;
}

/** null for text too short to have two ends. */
export function endsOf({ group, canonical }: AddressIdentity): AddressEnds | null {
  const prefix = Object.hasOwn(constantPrefix, group) ? constantPrefix[group as AddressFamily] : '';
  const own = (
    canonical.startsWith(prefix) ? canonical.slice(prefix.length) : canonical
  ).toLowerCase();
  if (own.length < 2 * similarEnds) return null;
  return { head: own.slice(0, similarEnds), tail: own.slice(-similarEnds) };
}

/** The same ends on another address. */
export function isLookAlike(one: AddressIdentity, other: AddressIdentity): boolean {
  if (one.group !== other.group || one.canonical === other.canonical) return false;
  const ends = endsOf(one);
  const others = endsOf(other);
  return ends !== null && others !== null && ends.head === others.head && ends.tail === others.tail;
}

/**
 * Which characters of two addresses differ: position by position, or, where one is longer, all between the
 * shared beginning and end. Give both in one spelling.
 */
export function differingPlaces(address: string, other: string): boolean[] {
  const characters = Array.from(address);
  const others = Array.from(other);
  if (characters.length === others.length) {
    return characters.map((character, index) => character !== others[index]);
  }
  const shorter = Math.min(characters.length, others.length);
  let head = 0;
  while (head < shorter && characters[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && characters.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  return characters.map((_, index) => index >= head && index < characters.length - tail);
}
