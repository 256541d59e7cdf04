/** What is matched: lines and payouts, reduced to what they are compared by. */
import type { Evidence, LineReason, ReconcileKind } from '../../../../bridge/reconcile.ts';
import type { StatementLine } from '../reading/statement-line.ts';

/** Milliseconds since 1970, from one to the other. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export type MatchLine = Pick<
  StatementLine,
  'row' | 'references' | 'text' | 'accounts' | 'transaction' | 'to'
> & {
  readonly amount: string;
  readonly currency: string;
  /** null where the line has no date. */
  readonly at: Span | null;
};

export interface MatchPayout {
  readonly id: string;
  /** Amount on the side that is compared; null where it was not found. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly at: Span | null;
  readonly reference: string | null;
  readonly transaction: string | null;
  readonly wallet: string | null;
  /** ID of its deposit account (virtual account). */
  readonly account: string | null;
  /** Numbers and references of that account. */
  readonly accounts: readonly string[];
}

export interface MatchOrder {
  readonly kind: ReconcileKind;
  readonly windowDays: number;
  readonly lines: readonly MatchLine[];
  readonly payouts: readonly MatchPayout[];
  /** Numbers and references of deposit accounts, whether or not they have such a payout; shared ones repeat. */
  readonly accounts: readonly string[];
  /** Payouts that are confirmed for a line already: matched with no other. */
  readonly taken: ReadonlySet<string>;
}

export interface Candidate {
  readonly payoutId: string;
  readonly score: number;
  /** The score without time. */
  readonly weight: number;
  readonly evidence: readonly Evidence[];
}

export interface Match {
  readonly row: number;
  readonly state: 'certain' | 'likely' | 'ambiguous' | 'unmatched';
  /** The payout of `certain` and `likely`. */
  readonly payoutId: string | null;
  readonly reason: LineReason | null;
  readonly named: string | null;
  /** The best first. */
  readonly candidates: readonly Candidate[];
  readonly candidateCount: number;
}
