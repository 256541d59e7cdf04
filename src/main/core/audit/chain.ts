/** The hash chain: what an entry's hash covers. */
import { canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';

/** An entry as it is stored; its hash stands beside it. */
export interface ChainedEntry {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  /** Canonical JSON. */
  readonly facts: string;
}

/** What the first entry is chained to. */
export const GENESIS = '0'.repeat(64);

/** SHA-256 over the hash before it and the canonical JSON of the entry, as 64 hex digits. */
export const chainHash = (hashBefore: string, entry: ChainedEntry): string => {
  const { sequence, at, action, facts } = entry;
  return sha256Hex(hashBefore + canonicalJsonWith({ sequence, at, action }, { facts }));
};

/** An entry of the chain: its number, and the hash that covers everything up to it. */
export interface Link {
  readonly sequence: number;
  readonly hash: string;
}
export const START: Link = { sequence: 0, hash: GENESIS };

/**
 * Goes along the chain as long as every entry fits. Facts that are not a JSON object fit nothing, so that
 * no two entries are written alike.
 */
export function followChain(
  from: Link,
  entries: Iterable<ChainedEntry & { readonly hash: string }>,
): { readonly last: Link; readonly brokenAt: number | null } {
  let last = from;
  for (const entry of entries) {
    const expected = last.sequence + 1;
    const isNext = entry.sequence === expected && isObjectText(entry.facts);
    if (!isNext || entry.hash !== chainHash(last.hash, entry)) return { last, brokenAt: expected };
    last = { sequence: expected, hash: entry.hash };
  }
  return { last, brokenAt: null };
}

function isObjectText(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
