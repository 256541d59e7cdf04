/** What a period close says, gathered from the features that know it. */
import { listChangesInput, type ReportedChangeView } from '../../../bridge/changes.ts';
import { listPayoutsInput, type PayoutRow, payoutSummaryInput } from '../../../bridge/payouts.ts';
import type { ReportSection } from '../../../bridge/reports.ts';
import {
  listVirtualAccountsInput,
  type VirtualAccountRow,
} from '../../../bridge/virtual-accounts.ts';
import { writes } from '../../../contract/writes.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Audit, AuditEntry } from '../../core/audit/types.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Intents } from '../../core/intents/types.ts';
import { instantOf } from '../../core/records/order.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { closeWords as texts } from './close-words.ts';
import { careSection } from './payout-lines.ts';
import { localMonth, type Moments } from './period.ts';
import { feeSection, outcomeSection, stateSection } from './sums.ts';
import { words } from './words.ts';

export interface CloseSources {
  readonly payouts: Pick<Payouts, 'each' | 'followed' | 'summary'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'list'>;
  readonly timeline: TimelineApi;
  readonly changes: Pick<ReportedChanges, 'list' | 'followed'>;
  readonly intents: Pick<Intents, 'list'>;
  readonly audit: Pick<Audit, 'list'>;
}

export interface Gathered {
  readonly sections: readonly ReportSection[];
  /** Created in the period. */
  readonly payouts: readonly PayoutRow[];
}

export interface Asked extends Moments {
  readonly timeZone: string;
  /** ISO 8601 UTC: payouts are as they were known then. */
  readonly knownAt: string;
}

const PAGE = 200;
/** Not ended for longer than so many hours at the close. */
const STUCK_HOURS = 24;
const unsuccessful: ReadonlySet<string> = new Set(['failed', 'refunded']);

export async function gatherClose(
  sources: CloseSources,
  asked: Asked,
  signal: AbortSignal,
): Promise<Gathered> {
  const { from, to, timeZone, knownAt } = asked;
  await sources.payouts.followed();
  await sources.changes.followed();
  const query = listPayoutsInput.parse({ knownAt, sort: 'created', direction: 'ascending' });
  const payouts = await allOf(sources.payouts.each({ ...query, from, to }, signal));
  const { outcomes, states } = await sources.payouts.summary(
    payoutSummaryInput.parse({ knownAt, from, to }),
    signal,
  );
  const lasting = await allOf(sources.payouts.each({ ...query, stuckHours: STUCK_HOURS }, signal));
  const accounts = await accountsUntil(sources, to, signal);
  const audited = await auditedWithin(sources.audit, asked, signal);
  return {
    payouts,
    sections: [
      openedSection(accounts.filter(({ created }) => isWithin(created, asked))),
      outcomeSection(outcomes, `${words.sum.count(payouts.length)} ${words.sum.notSummed}`),
      stateSection(states),
      feeSection(payouts, (instant) => localMonth(instant, timeZone)),
      careSection(
        texts.failed,
        texts.failedLead,
        payouts.filter(({ state }) => unsuccessful.has(state)),
      ),
      careSection(
        texts.stuck,
        texts.stuckLead(STUCK_HOURS),
        lasting.filter(({ created }) => created === null || isBefore(created, to)),
      ),
      await gapSection(sources.timeline, asked),
      unresolvedSection(sources.intents, to),
      mismatchSection(accounts.filter(({ hasMismatch }) => hasMismatch)),
      await openChangesSection(sources.changes, to),
      signOffSection(audited),
      actionSection(audited),
    ],
  };
}

async function allOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of pages) rows.push(...some);
  return rows;
}

const isBefore = (instant: string, moment: string): boolean => {
  const at = instantOf(instant);
  return at !== null && at < Date.parse(moment);
};
const isWithin = (instant: string | null, { from, to }: Moments): boolean =>
  instant !== null && isBefore(instant, to) && !isBefore(instant, from);

/** Opened before the moment, or at a time that is not known. */
async function accountsUntil(
  { virtualAccounts }: CloseSources,
  to: string,
  signal: AbortSignal,
): Promise<VirtualAccountRow[]> {
  const rows = new Map<string, VirtualAccountRow>();
  for (let offset = 0; ; offset += PAGE) {
    const query = { offset, limit: PAGE, sort: 'created', direction: 'ascending' } as const;
    const page = await virtualAccounts.list(listVirtualAccountsInput.parse(query), signal);
    for (const row of page.rows) rows.set(row.id, row);
    if (offset + PAGE >= page.total) break;
    await nextTurn();
  }
  return [...rows.values()].filter(({ created }) => created === null || isBefore(created, to));
}

const column = (
  label: string,
  share = 4,
  kind: 'text' | 'moment' | 'count' | 'action' = 'text',
) => ({
  ...{ label, kind, share },
});

const accountColumns = [
  ...[column(words.customer), column(texts.currencies, 3)],
  ...[column(texts.opened, 3, 'moment'), column(words.payouts.virtualAccountId)],
];
const accountCells = (row: VirtualAccountRow): string[] => [
  row.customerName ?? row.customerId ?? '',
  `${row.sourceCurrency ?? '?'} → ${row.destinationCurrency ?? '?'}`,
  row.created ?? '',
  row.id,
];

const openedSection = (rows: readonly VirtualAccountRow[]): ReportSection => ({
  title: texts.openedAccounts,
  lead: rows.length === 0 ? '' : texts.count(rows.length),
  columns: accountColumns,
  rows: rows.map(accountCells),
});

const mismatchSection = (rows: readonly VirtualAccountRow[]): ReportSection => ({
  title: texts.mismatches,
  lead: texts.mismatchesLead,
  columns: accountColumns,
  rows: rows.map(accountCells),
});

/** What the receiver can't tell is said, not left out. */
async function gapSection(timeline: TimelineApi, { from, to }: Moments): Promise<ReportSection> {
  const columns = [
    ...[column(texts.gapFrom, 3, 'moment'), column(texts.gapTo, 3, 'moment')],
    ...[column(texts.gapReason), column(texts.missed, 2, 'count')],
  ];
  try {
    const gaps = await timeline.demand().timeline.gaps({ from, to, knownAt: null });
    return {
      title: texts.gaps,
      lead: texts.gapsLead,
      columns,
      rows: gaps
        .toReversed()
        .map((gap) => [
          gap.from,
          gap.to ?? '',
          texts.reasons[gap.reason],
          String(gap.missed.length),
        ]),
    };
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return { title: texts.gaps, lead: '', columns, rows: [['', '', texts.gapsNotKnown, '']] };
  }
}

function unresolvedSection(intents: CloseSources['intents'], to: string): ReportSection {
  const rows: string[][] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = intents.list({ state: 'unknown', offset, limit: PAGE });
    for (const { journalledAt, operation, key } of page.rows) {
      if (isBefore(journalledAt, to))
        rows.push([journalledAt, texts.create(writes[operation].noun), key]);
    }
    if (offset + PAGE >= page.total) break;
  }
  return {
    title: texts.unresolved,
    lead: texts.unresolvedLead,
    columns: [
      column(texts.stored, 3, 'moment'),
      column(texts.request),
      column(texts.requestKey, 6),
    ],
    rows: rows.toReversed(),
  };
}

async function openChangesSection(
  changes: CloseSources['changes'],
  to: string,
): Promise<ReportSection> {
  const open: ReportedChangeView[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const page = await changes.list(listChangesInput.parse({ offset, limit: PAGE }));
    open.push(...page.rows);
    if (offset + PAGE >= page.total) break;
  }
  return {
    title: texts.changes,
    lead: texts.changesLead,
    columns: [
      ...[column(texts.reported, 3, 'moment'), column(texts.field, 5), column(texts.record)],
      column(texts.recordId),
    ],
    rows: open
      .filter(({ is }) => isBefore(is.observedAt, to))
      .map(({ is, path, name, resourceId }) => [is.observedAt, path, name ?? '', resourceId]),
  };
}

/** Oldest first. */
async function auditedWithin(
  audit: CloseSources['audit'],
  { from, to }: Moments,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const entries = new Map<number, AuditEntry>();
  for (let offset = 0; ; offset += PAGE) {
    signal.throwIfAborted();
    const { rows, total } = audit.list({ offset, limit: PAGE });
    for (const entry of rows)
      if (isWithin(entry.at, { from, to })) entries.set(entry.sequence, entry);
    const last = rows.at(-1);
    if (last === undefined || isBefore(last.at, from) || offset + PAGE >= total) break;
    await nextTurn();
  }
  return [...entries.values()].sort((one, other) => one.sequence - other.sequence);
}

const factOf = ({ facts }: AuditEntry, name: string): string => {
  const value = facts[name];
  return typeof value === 'string' ? value : '';
};

const signOffSection = (audited: readonly AuditEntry[]): ReportSection => ({
  title: texts.signOffs,
  lead: texts.signOffsLead,
  columns: [
    ...[column(texts.at, 3, 'moment'), column(texts.what, 3), column(texts.recordId)],
    column(words.note, 6),
  ],
  rows: audited.flatMap((entry) => {
    const { action, at } = entry;
    const note = factOf(entry, 'note');
    if (action === 'virtual-account.mismatch.cleared') {
      return [[at, texts.mismatch, factOf(entry, 'virtualAccountId'), note]];
    }
    if (action !== 'drift.signed-off') return [];
    return [[at, texts.changeOf(factOf(entry, 'path')), factOf(entry, 'resourceId'), note]];
  }),
});

/** Entries name a person where the action asks who decides; others are of whoever was at the computer. */
function actionSection(audited: readonly AuditEntry[]): ReportSection {
  const counts = Map.groupBy(audited, (entry) =>
    JSON.stringify([entry.action, factOf(entry, 'by')]),
  );
  return {
    title: texts.actions,
    lead: texts.actionsLead,
    columns: [
      ...[
        column(texts.action, 6, 'action'),
        column(texts.person),
        column(texts.entries, 2, 'count'),
      ],
    ],
    rows: [...counts.values()]
      .flatMap((some) => {
        const [first] = some;
        if (first === undefined) return [];
        return [[first.action, factOf(first, 'by') || words.noPerson, String(some.length)]];
      })
      .sort((one, other) => (one.join('\n') < other.join('\n') ? -1 : 1)),
  };
}
