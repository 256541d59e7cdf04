/** The hash chain: what an entry's hash covers. */
import { canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';

export interface ChainedFacts {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  /** Canonical JSON, as it is stored. */
  readonly facts: string;
}

/** What the first entry is chained to. */
export const GENESIS = '0'.repeat(64);

/** SHA-256 over the hash before it and the canonical JSON of the entry, as 64 hex digits. */
export const chainHash = (hashBefore: string, entry: ChainedFacts): string => {
  const { sequence, at, action, facts } = entry;
  return sha256Hex(hashBefore + canonicalJsonWith({ sequence, at, action }, { facts }));
};
