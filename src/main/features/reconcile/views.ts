/** Reconciliations and their lines as screens show them. */
import type { PayoutRow } from '../../../bridge/payouts.ts';
import type {
  LineDetail,
  MatchedPayout,
  ReconcileKind,
  ReconcileLine,
  Reconciliation,
} from '../../../bridge/reconcile.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { LinesTable, StoredLine } from './lines-table.ts';
import { sideOf } from './match-payouts.ts';
import type { ReconciliationsTable, StoredReconciliation } from './reconciliations-table.ts';

export const payoutView = (row: PayoutRow, kind: ReconcileKind): MatchedPayout => ({
  id: row.id,
  ...row[sideOf(kind)],
  customerName: row.customerName,
  state: row.state,
  isKnownState: row.isKnownState,
  created: row.created,
  reference: row.reference,
});

/** A payout that is no longer known by its events. */
const unknownPayout = (id: string): MatchedPayout => ({
  id,
  amount: null,
  currency: null,
  customerName: null,
  state: '',
  isKnownState: false,
  created: null,
  reference: null,
});

export function reconciliationView(
  { number, ...one }: StoredReconciliation,
  table: Pick<ReconciliationsTable, 'states'>,
): Reconciliation {
  return { ...one, states: table.states(number) };
}

type Known = ReadonlyMap<string, PayoutRow>;

const shownPayout = (id: string, known: Known, kind: ReconcileKind): MatchedPayout => {
  const row = known.get(id);
  return row === undefined ? unknownPayout(id) : payoutView(row, kind);
};

interface Sources {
  readonly payouts: Pick<Payouts, 'rows'>;
  readonly lines: Pick<LinesTable, 'findDuplicate'>;
}
type Of = Pick<StoredReconciliation, 'number' | 'kind'>;

function lineView(
  stored: StoredLine,
  known: Known,
  { lines }: Pick<Sources, 'lines'>,
  { number, kind }: Of,
): ReconcileLine {
  const { line, match, payout, state } = stored;
  const candidate = match?.candidates.find(({ payoutId }) => payoutId === payout);
  return {
    ...line,
    references: [...line.references],
    accounts: [...line.accounts],
    state,
    payout: payout === null ? null : shownPayout(payout, known, kind),
    evidence: [...(candidate?.evidence ?? [])],
    reason: state === 'unmatched' ? (match?.reason ?? null) : null,
    named: state === 'unmatched' ? (match?.named ?? null) : null,
    // Looked up, because the other line may be undone.
    duplicateOf:
      stored.decidedAt === null && match !== null ? lines.findDuplicate(number, kind, line) : null,
    decidedAt: stored.decidedAt,
    decidedBy: stored.decidedBy,
    isChosen: stored.isChosen,
    note: stored.note,
  };
}

export function lineViews(
  stored: readonly StoredLine[],
  sources: Sources,
  of: Of,
): ReconcileLine[] {
  const known = sources.payouts.rows(stored.flatMap(({ payout }) => payout ?? []));
  return stored.map((one) => lineView(one, known, sources, of));
}

export function lineDetail(stored: StoredLine, sources: Sources, of: Of): LineDetail {
  const candidates = stored.match?.candidates ?? [];
  const named = stored.state === 'unmatched' ? (stored.match?.named ?? null) : null;
  const known = sources.payouts.rows([
    ...candidates.map(({ payoutId }) => payoutId),
    ...[stored.payout, named].filter((id) => id !== null),
  ]);
  return {
    ...lineView(stored, known, sources, of),
    namedPayout: named === null ? null : shownPayout(named, known, of.kind),
    candidates: candidates.map(({ payoutId, score, evidence }) => ({
      payout: shownPayout(payoutId, known, of.kind),
      score,
      evidence: [...evidence],
    })),
    candidateCount: stored.match?.candidateCount ?? 0,
  };
}
