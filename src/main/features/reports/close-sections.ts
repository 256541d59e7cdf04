/** What a period close says, gathered from the features that know it. */
import { listChangesInput } from '../../../bridge/changes.ts';
import {
  type ListPayoutsInput,
  listPayoutsInput,
  type PayoutRow,
  payoutSummaryInput,
} from '../../../bridge/payouts.ts';
import type { ReportSection } from '../../../bridge/reports.ts';
import {
  listVirtualAccountsInput,
  type VirtualAccountRow,
} from '../../../bridge/virtual-accounts.ts';
import { writes } from '../../../contract/writes.ts';
import type { Audit } from '../../core/audit/types.ts';
import { wholeList } from '../../core/exports/whole-list.ts';
import { Failed, invalid } from '../../core/intents/failed.ts';
import type { Intents } from '../../core/intents/types.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { actionSection, auditedWithin, entrySection, signOffSection } from './close-audit.ts';
import { closeWords as texts } from './close-words.ts';
import { careSection } from './payout-lines.ts';
import { isBefore, isWithin, localMonth, type Moments } from './period.ts';
import { column } from './report-column.ts';
import { feeSection, outcomeSection, stateSection } from './sums.ts';
import { words } from './words.ts';

export interface CloseSources {
  readonly payouts: Pick<
    Payouts,
    'attributedSince' | 'each' | 'followed' | 'latest' | 'summary' | 'toldSince' | 'unassigned'
  >;
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
  /** ISO 8601 UTC: payouts are as they were known then; null: as they are known now. */
  readonly knownAt: string | null;
  /** Not ended for longer than so many hours at `knownAt`, or by now where that is earlier. */
  readonly stuckHours: number;
  /** Without who did what, which is of no use beside an earlier close. */
  readonly isWithoutEntries?: boolean;
}

const PAGE = 200;
const ended = ['successful', 'failed', 'cancelled', 'refunded'];

export async function gatherClose(
  sources: CloseSources,
  asked: Asked,
  signal: AbortSignal,
): Promise<Gathered> {
  const { from, to, timeZone, knownAt, stuckHours } = asked;
  await sources.payouts.followed();
  await sources.changes.followed();
  const period = { knownAt, from, to };
  const listed = (query: ListPayoutsInput) =>
    allOf(
      sources.payouts.each(
        listPayoutsInput.parse({ sort: 'created', direction: 'ascending', ...query, knownAt }),
        signal,
      ),
    );
  const summed = (by: 'created' | 'stateSince') =>
    sources.payouts.summary(payoutSummaryInput.parse({ ...period, by }), signal);
  const payouts = await listed(period);
  const created = await summed('created');
  const moved = await summed('stateSince');
  const since = { ...period, by: 'stateSince', sort: 'stateSince' } as const;
  const failed = await listed({ ...since, states: ended.filter((one) => one !== 'successful') });
  const lasting = await listed({ stuckHours });
  const accounts = await accountsUntil(sources, to, signal);
  const audited = await auditedWithin(sources.audit, asked, signal);
  return {
    payouts,
    sections: [
      openedSection(accounts.filter(({ created: at }) => isWithin(at, asked))),
      outcomeSection(
        created.outcomes,
        `${words.sum.created(payouts.length)} ${words.sum.notSummed}`,
      ),
      stateSection(created.states),
      feeSection(payouts, (instant) => localMonth(instant, timeZone)),
      {
        ...stateSection(moved.states.filter(({ state }) => ended.includes(state))),
        title: texts.ended,
        lead: `${texts.endedLead} ${words.sum.lead}`,
      },
      careSection(texts.failed, texts.failedLead, failed),
      careSection(
        texts.stuck,
        texts.stuckLead(texts.hours(stuckHours)),
        lasting.filter(({ created: at }) => at === null || isBefore(at, to)),
      ),
      careSection(texts.withoutTime, texts.withoutTimeLead, await listed({ without: 'time' })),
      await unassignedSection(sources.payouts, asked),
      await gapSection(sources.timeline, asked),
      unresolvedSection(sources.intents, to),
      mismatchSection(accounts.filter(({ hasMismatch }) => hasMismatch)),
      await openChangesSection(sources.changes, to),
      signOffSection(audited),
      ...(asked.isWithoutEntries === true ? [] : [actionSection(audited), entrySection(audited)]),
    ],
  };
}

async function allOf<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of pages) rows.push(...some);
  return rows;
}

/** Opened before the moment, or at a time that is not known. */
async function accountsUntil(
  { virtualAccounts }: CloseSources,
  to: string,
  signal: AbortSignal,
): Promise<VirtualAccountRow[]> {
  const query = { sort: 'created', direction: 'ascending' } as const;
  const rows = await wholeList(
    (offset, limit) =>
      virtualAccounts.list(listVirtualAccountsInput.parse({ ...query, offset, limit }), signal),
    moved,
  );
  return rows.filter(({ created }) => created === null || isBefore(created, to));
}

const moved = (): Failed =>
  invalid(
    'Accounts or changes kept changing while they were read. Try again in a moment.',
    'moved',
  );

const accountColumns = [
  column(words.customer),
  column(texts.currencies, 3),
  column(texts.opened, 3, 'moment'),
  column(words.payouts.virtualAccountId),
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

async function unassignedSection(
  payouts: CloseSources['payouts'],
  { knownAt, ...asked }: Asked,
): Promise<ReportSection> {
  const events = await payouts.unassigned(knownAt);
  return {
    title: texts.unassigned,
    lead: texts.unassignedLead,
    columns: [
      column(texts.eventId, 6),
      column(texts.event),
      column(texts.occurred, 3, 'moment'),
      column(texts.received, 3, 'moment'),
    ],
    rows: events
      .filter(({ occurredAt }) => occurredAt === null || isWithin(occurredAt, asked))
      .map(({ eventId, name, occurredAt, receivedAt }) => [
        eventId,
        name,
        occurredAt ?? '',
        receivedAt,
      ]),
  };
}

/** What the receiver can't tell is said, not left out. */
async function gapSection(timeline: TimelineApi, { from, to }: Moments): Promise<ReportSection> {
  const columns = [
    column(texts.gapFrom, 3, 'moment'),
    column(texts.gapTo, 3, 'moment'),
    column(texts.gapReason),
    column(texts.missed, 2, 'count'),
  ];
  try {
    const asked = { from, to, knownAt: null, most: Number.MAX_SAFE_INTEGER };
    const gaps = await timeline.demand().timeline.gaps(asked);
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
  const open = await wholeList(
    (offset, limit) => changes.list(listChangesInput.parse({ offset, limit })),
    moved,
  );
  return {
    title: texts.changes,
    lead: texts.changesLead,
    columns: [
      column(texts.reported, 3, 'moment'),
      column(texts.field, 5),
      column(texts.record),
      column(texts.recordId),
    ],
    rows: open
      .filter(({ is }) => isBefore(is.observedAt, to))
      .map(({ is, path, name, resourceId }) => [is.observedAt, path, name ?? '', resourceId]),
  };
}
