/** What stands for payouts and deposit accounts, and what of it stands in a line. */
import Big from 'big.js';
import { inParts } from '../../../../platform/slices.ts';
import { canonicalAddress } from '../../../core/creates/same-value.ts';
import type { ReadLine, ReadPayout } from './score.ts';
import { bareHash, tokenOf, tokensIn } from './tokens.ts';
import type { MatchLine, MatchOrder, MatchPayout } from './types.ts';

/** Payouts that are gone through in one step. */
export const STEP = 200;

export const keyOf = (amount: string, currency: string): string =>
  `${currency.toUpperCase()} ${new Big(amount).toFixed()}`;

interface Named {
  readonly id: string;
  readonly key: string | null;
}

/** Tokens that stand for payouts and deposit accounts. */
export interface Known {
  readonly accounts: ReadonlySet<string>;
  /** Those of `accounts` that several deposit accounts share: they name none of these. */
  readonly pooled: ReadonlySet<string>;
  /** Payouts by ID, transaction and reference. A token of several payouts stands for none of them. */
  readonly payouts: ReadonlyMap<string, Named | null>;
}

function* accountTokens(texts: readonly string[]) {
  const accounts = new Set<string>();
  const pooled = new Set<string>();
  for (const part of inParts(texts, STEP)) {
    for (const token of tokensOf(part)) (accounts.has(token) ? pooled : accounts).add(token);
    yield;
  }
  return { accounts, pooled };
}

export function* knownTokens(order: MatchOrder): Generator<undefined, Known> {
  const { accounts, pooled } = yield* accountTokens(order.accounts);
  const named = new Map<string, Named | null>();
  for (const [at, payout] of order.payouts.entries()) {
    for (const token of tokensOf(payout.accounts)) accounts.add(token);
    const key = payoutKey(payout);
    for (const token of tokensOf([payout.id, payout.reference, ...hashForms(payout.transaction)])) {
      const isOfOne = (named.get(token) ?? payout).id === payout.id && named.get(token) !== null;
      named.set(token, isOfOne ? { id: payout.id, key } : null);
    }
    if (at % STEP === 0) yield;
  }
  return { accounts, pooled, payouts: named };
}

const tokensOf = (texts: readonly (string | null)[]): string[] =>
  texts.flatMap((text) => tokenOf(text) ?? []);

const hashForms = (hash: string | null): readonly string[] =>
  hash === null ? [] : [hash, bareHash(hash)];

/** null where an amount or currency was not found. */
export const payoutKey = ({ amount, currency }: MatchPayout): string | null =>
  amount === null || currency === null ? null : keyOf(amount, currency);

export function readLine(line: MatchLine, known: Known): ReadLine {
  const tokens = new Set<string>();
  const deposits = new Set<string>();
  const pooled = new Set<string>();
  const isKnown = (token: string) => known.payouts.has(token) || known.accounts.has(token);
  const whole = tokensOf([...line.references, ...line.accounts, ...hashForms(line.transaction)]);
  const inText = [line.text, ...line.references, ...line.accounts].flatMap((text) => [
    ...tokensIn(text, isKnown),
  ]);
  for (const token of [...whole, ...inText]) {
    if (known.payouts.has(token)) tokens.add(token);
    if (known.accounts.has(token)) (known.pooled.has(token) ? pooled : deposits).add(token);
  }
  return {
    at: line.at,
    tokens,
    deposits,
    pooled,
    transaction: line.transaction === null ? null : canonicalHash(line.transaction),
    wallet: line.to === null ? null : canonicalAddress(line.to.trim()),
  };
}

/** Hex in one case; signatures of other chains as they are. */
const canonicalHash = (hash: string): string =>
  /^(?:0x)?[0-9a-f]+$/i.test(hash.trim()) ? hash.trim().toLowerCase() : hash.trim();

export const readPayout = (
  payout: MatchPayout,
  known: Known,
  reference: string | null,
): ReadPayout => ({
  id: payout.id,
  at: payout.at,
  idToken: tokenOf(payout.id),
  reference,
  isShared: reference !== null && known.payouts.get(reference) === null,
  transaction: payout.transaction === null ? null : canonicalHash(payout.transaction),
  wallet: payout.wallet === null ? null : canonicalAddress(payout.wallet),
  account: payout.account,
  accounts: tokensOf(payout.accounts),
});
