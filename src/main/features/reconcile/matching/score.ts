/**
 * Why a line and a payout of the same amount and currency belong together (docs/reconciliation.md):
 *
 *     transaction hash 1000 · payout ID 1000 · reference 500 · deposit account or wallet 200
 *     time: 100 at no distance, down to 1 at the end of the window
 */
import type { Evidence, EvidenceKind, ReconcileKind } from '../../../../bridge/reconcile.ts';
import { bareHash } from './tokens.ts';
import type { Candidate, Span } from './types.ts';

const points: Readonly<Record<Exclude<EvidenceKind, 'time'>, number>> = {
  transaction: 1_000,
  payoutId: 1_000,
  reference: 500,
  depositAccount: 200,
  wallet: 200,
};
const MOST_TIME = 100;
export const HOUR_MS = 3_600_000;

/** A line as it is compared. */
export interface ReadLine {
  readonly at: Span | null;
  /** Those known tokens (tokens.ts) that stand in it. */
  readonly tokens: ReadonlySet<string>;
  readonly transaction: string | null;
  readonly wallet: string | null;
  /** Deposit accounts that it names, of those that are known. */
  readonly deposits: ReadonlySet<string>;
  /** Numbers in it that several deposit accounts share. */
  readonly pooled: ReadonlySet<string>;
}

export interface ReadPayout {
  readonly id: string;
  readonly at: Span | null;
  readonly idToken: string | null;
  readonly reference: string | null;
  /** Whether several payouts have the reference: then it tells one of them only together with the time. */
  readonly isShared: boolean;
  readonly transaction: string | null;
  readonly wallet: string | null;
  /** ID of its deposit account. */
  readonly account: string | null;
  readonly accounts: readonly string[];
}

const millis = ({ from, to }: Span, other: Span): number =>
  Math.max(0, from - other.to, other.from - to);

/** Hours between, rounded up; null where one has no time. */
const hoursBetween = (one: Span | null, other: Span | null): number | null =>
  one === null || other === null ? null : Math.ceil(millis(one, other) / HOUR_MS);

interface Found {
  readonly kind: Exclude<EvidenceKind, 'time'>;
  readonly value: string;
}

/** What names this very payout. */
function namesOf(line: ReadLine, payout: ReadPayout, isInTime: boolean): Found[] {
  const { transaction, idToken, reference, isShared } = payout;
  const found: Found[] = [];
  const own = line.transaction;
  if (transaction !== null && own !== null && bareHash(own) === bareHash(transaction)) {
    found.push({ kind: 'transaction', value: transaction });
  }
  if (idToken !== null && line.tokens.has(idToken)) {
    found.push({ kind: 'payoutId', value: payout.id });
  }
  if (reference !== null && line.tokens.has(reference) && (isInTime || !isShared)) {
    found.push({ kind: 'reference', value: reference });
  }
  return found;
}

/** The deposit account or wallet that both name; `other` where the line names another one. */
function placeOf(line: ReadLine, payout: ReadPayout, kind: ReconcileKind): Found | 'other' | null {
  if (kind === 'bank') {
    const value = payout.accounts.find((account) => line.deposits.has(account));
    if (value !== undefined) return { kind: 'depositAccount', value };
    // An account whose numbers are not known is none of those that are named, and may share what several share.
    if (line.deposits.size === 0 && payout.accounts.length === 0) return null;
    const named = line.deposits.size > 0 ? line.deposits : line.pooled;
    const isOther = named.size > 0 && !payout.accounts.some((account) => named.has(account));
    return isOther && payout.account !== null ? 'other' : null;
  }
  if (line.wallet === null || payout.wallet === null) return null;
  return line.wallet === payout.wallet ? { kind: 'wallet', value: payout.wallet } : 'other';
}

/** A hash of 32 bytes in hex or a signature of Solana; an ID of the service's own is none. */
const isHash = (text: string | null): text is string =>
  text !== null && /^(?:(?:0x)?[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/.test(text);

/** Two transfers: a hash stands for one alone. */
const hasOtherHash = ({ transaction: one }: ReadLine, { transaction: other }: ReadPayout) =>
  isHash(one) && isHash(other) && bareHash(one) !== bareHash(other);

/**
 * null where nothing but the amount speaks for it, or something against it: a line that names another
 * deposit account or wallet is of another payout, unless it names this one by its ID, hash or reference.
 * A line of a chain with another hash is another transfer, whatever else fits.
 */
export function compare(
  line: ReadLine,
  payout: ReadPayout,
  kind: ReconcileKind,
  windowHours: number,
): Candidate | null {
  if (kind === 'chain' && hasOtherHash(line, payout)) return null;
  const hours = hoursBetween(line.at, payout.at);
  const isInTime = hours !== null && hours <= windowHours;
  const names = namesOf(line, payout, isInTime);
  const place = placeOf(line, payout, kind);
  if (names.length === 0 && (place === 'other' || !isInTime)) return null;
  const found = place === null || place === 'other' ? names : [...names, place];
  const weight = found.reduce((sum, one) => sum + points[one.kind], 0);
  const time = isInTime
    ? Math.max(1, MOST_TIME - Math.floor((MOST_TIME * hours) / windowHours))
    : 0;
  const evidence: Evidence[] = [...found];
  if (hours !== null) evidence.push({ kind: 'time', value: String(hours) });
  return { payoutId: payout.id, score: weight + time, weight, evidence };
}
