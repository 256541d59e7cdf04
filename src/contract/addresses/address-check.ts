/** What is known of an address before sending, as codes, so that each reader has its own text. */
import type { AddressFamily } from './families.ts';
import type { SecretKind } from './secrets.ts';

/**
 * What is wrong with an address, by the rules of the named network. `nobody`: all bytes are zero; `coin`: the
 * contract, mint or issuer of a coin; `burnt`: where coins are burnt (coins.ts). Funds sent to one of these
 * are lost.
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

/** Networks that an address belongs to, though another was named. */
export type RecognisedFamily = AddressFamily | 'bitcoin';

/**
 * - `checksum`: well formed, with a correct checksum;
 * - `no-checksum`: well formed, but nothing reveals a typing error: always asks again;
 * - `off-curve`: as `no-checksum`, and no key can sign for it (Solana: an account of a program);
 * - `unchecked`: the form of this network's addresses is unknown here: always asks again;
 * - `wrong`: not an address of this network; `other-network`: one of another; `secret`: not an address.
 */
export type AddressRuleCheck =
  | { readonly kind: 'checksum' | 'no-checksum' | 'off-curve' | 'unchecked' }
  | { readonly kind: 'wrong'; readonly problem: AddressProblem }
  | { readonly kind: 'other-network'; readonly family: RecognisedFamily }
  | { readonly kind: 'secret'; readonly secret: SecretKind };

/** Whether all bytes of a key or an account are zero. */
export const isNobodys = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

export const wrong = (problem: AddressProblem): AddressRuleCheck => ({ kind: 'wrong', problem });

/** Whether it may be sent once a person gave the confirmations. */
export const isUsable = ({ kind }: AddressRuleCheck): boolean =>
  kind === 'checksum' || kind === 'no-checksum' || kind === 'off-curve' || kind === 'unchecked';

/** Whether a person has to compare it with its source: only a checksum reveals a typing error. */
export const asksAgain = (verdict: AddressRuleCheck): boolean =>
  isUsable(verdict) && verdict.kind !== 'checksum';
