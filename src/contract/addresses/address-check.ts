/** What can be said of an address before anything is sent: codes, so that each reader has words of its own. */
import type { AddressFamily } from './families.ts';
import type { SecretKind } from './secrets.ts';

/**
 * What is wrong with the form of an address, by the rules of the network that was named. `nobody`: all
 * its bytes are zero, so it is nobody's; `coin`: the contract, mint or issuer of a coin itself; `burnt`:
 * where coins are burnt (coins.ts). What is paid to one of these is lost.
 */
export const addressProblems = [
  'evm-form',
  'evm-checksum',
  'solana-form',
  'tron-form',
  'tron-checksum',
  'stellar-form',
  'stellar-checksum',
  'stellar-muxed',
  'stellar-contract',
  'other-form',
  'nobody',
  'coin',
  'burnt',
] as const;
export type AddressProblem = (typeof addressProblems)[number];

/** Networks that an address is recognised as one of, though another was named. */
export type RecognisedFamily = AddressFamily | 'bitcoin';

/**
 * - `checksum`: well formed, and its checksum is right;
 * - `no-checksum`: well formed, and nothing in it tells a typing error: always asks again;
 * - `off-curve`: as `no-checksum`, and no key can sign for it (Solana: an account of a program);
 * - `unchecked`: nobody here knows the form of this network's addresses: always asks again;
 * - `wrong`: no address of this network; `other-network`: one of another; `secret`: no address at all.
 */
export type AddressRuleCheck =
  | { readonly kind: 'checksum' | 'no-checksum' | 'off-curve' | 'unchecked' }
  | { readonly kind: 'wrong'; readonly problem: AddressProblem }
  | { readonly kind: 'other-network'; readonly family: RecognisedFamily }
  | { readonly kind: 'secret'; readonly secret: SecretKind };

/** Whether all bytes of a key or an account are zero. */
export const isNobodys = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

export const wrong = (problem: AddressProblem): AddressRuleCheck => ({ kind: 'wrong', problem });

/** Whether it may be sent at all, once a person confirmed what has to be. */
export const isUsable = ({ kind }: AddressRuleCheck): boolean =>
  kind === 'checksum' || kind === 'no-checksum' || kind === 'off-curve' || kind === 'unchecked';

/** Whether a person has to compare it with its source: only a checksum tells a typing error. */
export const asksAgain = (verdict: AddressRuleCheck): boolean =>
  isUsable(verdict) && verdict.kind !== 'checksum';
