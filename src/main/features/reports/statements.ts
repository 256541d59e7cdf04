/** Statements: the payouts of one customer or virtual account that were created in a period. */
import type { ExportFile } from '../../../bridge/exports.ts';
import {
  listPayoutsInput,
  type PayoutRow,
  type PayoutSummary,
  payoutSummaryInput,
} from '../../../bridge/payouts.ts';
import type { InputOf } from '../../../bridge/procedure.ts';
import type { ReportSection, reportsContract } from '../../../bridge/reports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Audit } from '../../core/audit/types.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import type { ExportFiles } from '../../core/exports/export-files.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import { invalid } from '../../core/intents/failed.ts';
import { formatDate, formatMoment } from '../../core/pdf/moments.ts';
import type { PrintReport } from '../../core/pdf/report/print-report.ts';
import type { Report } from '../../core/pdf/report/report.ts';
import type { ErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { goneOfPayout } from '../../core/records/erased/gone-of-payout.ts';
import type { Customers } from '../customers/feature.ts';
import type { Companies } from '../deposit-sheets/company/company.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { onPaper } from './on-paper.ts';
import { moreCells, moreLabels, payoutCells, payoutColumns } from './payout-lines.ts';
import { type Moments, momentsOf, type Period } from './period.ts';
import { csvTable, mediaTypes, reportFileName, writeWhole } from './report-files.ts';
import { outcomeSection, stateSection } from './sums.ts';
import { words } from './words.ts';

type StatementInput = InputOf<typeof reportsContract.statement>;

export interface StatementParts {
  readonly payouts: Pick<Payouts, 'each' | 'summary' | 'followed' | 'latest'>;
  /** Resolves when deliveries acknowledged before are records. Rejects with Failed where they can't be. */
  readonly takeIn: () => Promise<void>;
  readonly customers: Pick<Customers, 'get'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'get'>;
  readonly company: Pick<Companies, 'get'>;
  readonly records: { readonly erased: Pick<ErasedSubjects, 'isKnown'> };
  readonly files: Pick<ExportFiles, 'start'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
  readonly print: PrintReport;
  readonly isTest: boolean;
  /** Secrets that are cut out of every file. */
  readonly known: { values(): readonly string[] };
  readonly onChange: (what: 'exports' | 'audit') => void;
}

/** Rows of a PDF: some 250 pages. */
const MAX_PRINTED = 10_000;

/** Whose statement it is, in words. */
interface Subject {
  readonly name: string;
  readonly facts: Report['facts'];
}

/** Rejects with Failed NOT_FOUND, and INVALID for a period or a moment that can't be one. */
export async function startStatement(
  parts: StatementParts,
  input: StatementInput,
): Promise<ExportFile> {
  const { of, format } = input;
  const moments = momentsOf(input);
  const latest = await latestMoment(parts);
  if (input.knownAt !== null) requirePast({ now: () => Date.parse(latest) }, input.knownAt);
  // As of one moment, by which the same statement can be made again, also where it is later than now: a clock
  // ahead of this one observed events.
  const knownAt = new Date(input.knownAt ?? latest).toISOString();
  // Records are known as of no later moment than now.
  const isAhead = Date.parse(knownAt) > parts.clock.now();
  const subject = await subjectOf(parts, of, isAhead ? null : input.knownAt);
  return parts.files.start({
    fileName: reportFileName(
      ['statement', of.id, input.from, ...(input.to === input.from ? [] : [input.to])],
      format,
    ),
    type: mediaTypes[format],
    write: (writing) =>
      writeWhole(writing, async () => {
        const asked = {
          ...input,
          knownAt,
          hasEnded: Date.parse(knownAt) >= Date.parse(moments.to),
        };
        const read = await payoutsOf(parts, asked, moments, writing.signal);
        const bytes =
          format === 'csv'
            ? statementCsv(parts, asked, read)
            : await parts.print(
                withoutKnown(statementReport(parts, asked, subject, read), parts.known.values()),
                writing.signal,
              );
        return { bytes, rows: read.rows.length };
      }),
    onChange: () => parts.onChange('exports'),
    onSettled({ id, status, done, fileSha256 }) {
      const { from, to, timeZone } = input;
      parts.audit.append({
        action: `statement.export.${status}`,
        facts: {
          exportId: id,
          kind: of.kind,
          id: of.id,
          from,
          to,
          timeZone,
          format,
          knownAt,
          rows: status === 'done' ? done : 0,
          fileSha256,
        },
      });
      parts.onChange('audit');
    },
  });
}

/**
 * Now, or when the newest event was observed by a clock ahead of this one. Deliveries acknowledged by then are in: those
 * of before it is read, and those of meanwhile.
 */
export async function latestMoment({
  payouts,
  takeIn,
}: Pick<StatementParts, 'takeIn'> & {
  readonly payouts: Pick<Payouts, 'latest'>;
}): Promise<string> {
  await takeIn();
  const latest = await payouts.latest();
  await takeIn();
  return latest;
}

async function subjectOf(
  { customers, virtualAccounts }: StatementParts,
  { kind, id }: StatementInput['of'],
  knownAt: string | null,
): Promise<Subject> {
  if (kind === 'customer') {
    const { name } = await customers.get(id, { knownAt });
    return { name: name ?? id, facts: [[words.customerId, id]] };
  }
  const account = await virtualAccounts.get(id, { knownAt });
  const { customerName, customerId, sourceCurrency, destinationCurrency } = account;
  return {
    name: customerName ?? customerId ?? id,
    facts: [
      [words.virtualAccount, `${sourceCurrency ?? '?'} → ${destinationCurrency ?? '?'}`],
      [words.payouts.virtualAccountId, id],
    ],
  };
}

/** What is asked for, as of one moment. */
interface Asked extends StatementInput {
  readonly knownAt: string;
  /** Whether the period was over by then. */
  readonly hasEnded: boolean;
}

const noneOf = ({ hasEnded, knownAt, timeZone }: Asked): string =>
  hasEnded ? words.payouts.none : words.payouts.noneYet(formatMoment(knownAt, timeZone));

interface Read {
  /** Oldest first. */
  readonly rows: readonly PayoutRow[];
  readonly summary: PayoutSummary;
}

async function payoutsOf(
  { payouts }: StatementParts,
  { of, knownAt, format }: Asked,
  { from, to }: Moments,
  signal: AbortSignal,
): Promise<Read> {
  await payouts.followed();
  const subject = of.kind === 'customer' ? { customerId: of.id } : { virtualAccountId: of.id };
  const query = { ...subject, by: 'created', from, to, knownAt } as const;
  const summary = await payouts.summary(payoutSummaryInput.parse(query), signal);
  if (format === 'pdf' && summary.count > MAX_PRINTED)
    throw invalid(words.tooManyRows(summary.count, MAX_PRINTED), 'too-many');
  const rows: PayoutRow[] = [];
  const ordered = listPayoutsInput.parse({ ...query, sort: 'created', direction: 'ascending' });
  for await (const some of payouts.each(ordered, signal)) rows.push(...some);
  return { rows, summary };
}

const statementCsv = (
  { isTest, known, records }: StatementParts,
  asked: Asked,
  { rows, summary }: Read,
): string => {
  const columns: ReportSection['columns'] = [
    ...payoutColumns,
    ...moreLabels.map((label) => ({ label, kind: 'text' as const, share: 1 })),
  ];
  const gone = rows.map((row) => goneOfPayout(row, records.erased));
  const cells = rows.map((row, at) => [...payoutCells(row), ...moreCells(row, gone[at] ?? [])]);
  // What is in no row is said beside every row, so a statement without rows has one that says so.
  const lines = cells.length === 0 ? [[noneOf(asked)]] : cells;
  return csvTable(withoutKnown({ columns, rows: lines }, known.values()), {
    labels: [
      words.payouts.withoutTime,
      words.payouts.unassigned,
      words.knownAt,
      words.test.label,
      words.ended.label,
      words.firstDay,
      words.lastDay,
      words.timeZone,
      words.payouts.gone,
    ],
    cells: (row) => [
      String(summary.withoutTime),
      String(summary.unassigned),
      asked.knownAt,
      isTest ? words.test.value : '',
      asked.hasEnded ? words.ended.yes : words.ended.no,
      asked.from,
      asked.to,
      asked.timeZone,
      gone[row]?.join(' ') ?? '',
    ],
  });
};

function statementReport(
  { company, isTest }: StatementParts,
  asked: Asked,
  subject: Subject,
  { rows, summary }: Read,
): Report {
  const { of, timeZone, knownAt, hasEnded, ...period } = asked;
  const shownMoment = formatMoment(knownAt, timeZone);
  const { withoutTime, unassigned } = summary;
  const { letterhead, paper } = company.get();
  const leads = [
    words.sum.count(rows.length),
    words.sum.notSummed,
    ...(withoutTime > 0 ? [words.sum.withoutTime(withoutTime)] : []),
    ...(unassigned > 0 ? [words.sum.unassigned(unassigned)] : []),
  ];
  const sections: ReportSection[] = [
    outcomeSection(summary.outcomes, leads.join(' ')),
    stateSection(summary.states),
    {
      title: words.payouts.title,
      lead: rows.length === 0 ? noneOf(asked) : words.payouts.lead,
      columns: [...payoutColumns],
      rows: rows.map(payoutCells),
    },
  ];
  return {
    letterhead,
    paper,
    isTest,
    createdAt: knownAt,
    title: words.statement,
    subtitle: subject.name,
    facts: [
      ...subject.facts,
      [words.period, daysInWords({ ...period, timeZone })],
      ...(hasEnded ? [] : [[words.ended.label, words.notEnded(shownMoment)] as const]),
      [words.timeZone, timeZone],
      [words.knownAt, shownMoment],
    ],
    sections: sections.map((section) => onPaper(section, timeZone)),
    foot: `${words.statement} · ${of.id} · ${period.from} – ${period.to}`,
  };
}

/** `1 November 2026 – 30 November 2026`; a day by itself. */
export function daysInWords({ from, to }: Period): string {
  const day = (date: string) => formatDate(`${date}T12:00:00Z`, 'UTC');
  return from === to ? day(from) : `${day(from)} – ${day(to)}`;
}
