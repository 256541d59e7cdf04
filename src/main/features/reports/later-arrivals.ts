/** What is otherwise now than at a close. */
import type { PayoutRow, PayoutSide } from '../../../bridge/payouts.ts';
import type { LaterArrivals, ReportSection, ShownSection } from '../../../bridge/reports.ts';
import { stateLabel } from '../../../bridge/state-label.ts';
import type { Gathered } from './close-sections.ts';
import { closeWords as texts } from './close-words.ts';
import type { CloseContent, Snapshot } from './closes-table.ts';
import type { LateEvent } from './late-events.ts';
import { groupedAmount } from './on-paper.ts';
import { column } from './report-column.ts';
import { words } from './words.ts';

/** Most payouts, events and rows of each section on the page. */
const MOST_NAMED = 100;

const sideOf = (row: PayoutRow, side: PayoutSide): string => {
  const { amount, currency } = row[side];
  if (amount === null) return words.notFound;
  return `${groupedAmount(amount)} ${currency ?? words.noCurrency}`;
};

/** `successful`, `Amount in 1,250.00 USD`, `Fee not found`: whatever a report or a list says of it. */
function inWords(row: PayoutRow): string[] {
  const { payouts } = words;
  const texts: readonly (readonly [string, string | null])[] = [
    [words.amounts.in, sideOf(row, 'in')],
    [words.amounts.out, sideOf(row, 'out')],
    [words.amounts.fee, sideOf(row, 'fee')],
    [words.customerId, row.customerId],
    [payouts.virtualAccountId, row.virtualAccountId],
    [payouts.created, row.created],
    [payouts.since, row.stateSince],
    [payouts.network, row.network],
    [payouts.walletAddress, row.walletAddress],
    [payouts.transaction, row.transaction],
    [payouts.reference, row.reference],
  ];
  return [row.state, ...texts.map(([label, value]) => `${label} ${value ?? words.notFound}`)];
}

const isCustomer = (text = ''): boolean => text.startsWith(`${words.customerId} `);

/** As closes of form 1 have it: `successful: Paid in 1,250.00 USD, Paid out not found, Fee not found`. */
const inOnePiece = (row: PayoutRow): string[] => {
  const sides = (['in', 'out', 'fee'] as const).map(
    (side) => `${words.sides[side]} ${sideOf(row, side)}`,
  );
  return [`${row.state}: ${sides.join(', ')}`];
};

export const snapshotOf = (rows: readonly PayoutRow[]): Snapshot =>
  new Map(rows.map((row) => [row.id, inWords(row)]));

/** What is said of a payout; with its state, that is first, as the service has it. */
interface Side {
  readonly texts: readonly string[];
  readonly hasState: boolean;
}
type ShownPayout = LaterArrivals['payouts']['rows'][number];
interface LaterPayout extends Omit<ShownPayout, 'before' | 'now'> {
  readonly before: Side | null;
  readonly now: Side | null;
}

export interface Later {
  readonly payouts: readonly LaterPayout[];
  readonly events: readonly LateEvent[];
  readonly others: readonly ReportSection[];
}

/** What differs now from a close. The sections are those that are compared (`comparedIn`). */
export const laterOf = (
  { form, sections }: CloseContent,
  snapshot: Snapshot,
  now: Gathered & {
    /** Payouts of which events came since. */
    readonly told: ReadonlySet<string>;
    /** Payouts of whose virtual account something came since, which may say whose they are. */
    readonly attributed: ReadonlySet<string>;
  },
  events: readonly LateEvent[],
): Later => ({
  payouts: payoutsSince(now, snapshot, form === 1 ? inOnePiece : inWords),
  events,
  others: sections.flatMap((then) => {
    const section = now.sections.find(({ title }) => title === then.title);
    return section === undefined ? [] : rowsSince(then, section);
  }),
});

/** State and amounts: the payout itself says the rest. */
const inShort = (texts: readonly string[]): Side => ({ texts: texts.slice(0, 4), hasState: true });

/** Payouts that are new, changed or gone. A changed one without new data is merely read otherwise, and left out. */
function payoutsSince(
  { payouts, told, attributed }: Parameters<typeof laterOf>[2],
  snapshot: Snapshot,
  wordsOf: (row: PayoutRow) => string[],
): LaterPayout[] {
  const gone = new Map(snapshot);
  const rows: LaterPayout[] = [];
  for (const row of payouts) {
    const then = snapshot.get(row.id);
    const { id, customerName } = row;
    const now = wordsOf(row);
    gone.delete(id);
    if (then === undefined) {
      rows.push({ id, customerName, change: 'new', before: null, now: inShort(now) });
      continue;
    }
    const differing = [...now.keys()].filter((at) => now[at] !== then[at]);
    const isAttributed = attributed.has(id) && differing.some((at) => isCustomer(now[at]));
    if (differing.length === 0 || !(told.has(id) || isAttributed)) continue;
    const said = (texts: readonly string[]): Side => ({
      texts: differing.map((at) => texts[at] ?? ''),
      hasState: differing[0] === 0,
    });
    rows.push({ id, customerName, change: 'changed', before: said(then), now: said(now) });
  }
  for (const [id, before] of gone) {
    rows.push({ id, customerName: null, change: 'gone', before: inShort(before), now: null });
  }
  return rows;
}

/** Sections whose rows stand for something that comes, ends or is resolved. Sums follow from payouts. */
const comparedTitles: ReadonlySet<string> = new Set([
  texts.openedAccounts,
  texts.failed,
  texts.stuck,
  texts.withoutTime,
  texts.unassigned,
  texts.gaps,
  texts.unresolved,
  texts.mismatches,
  texts.changes,
  texts.signOffs,
]);

export const comparedIn = <Of extends { readonly sections: readonly ReportSection[] }>(
  of: Of,
): Of => ({
  ...of,
  sections: of.sections.filter(({ title }) => comparedTitles.has(title)),
});

/** Nothing where a section was laid out otherwise then, or is not known now. */
function rowsSince(then: ReportSection, now: ReportSection): ReportSection[] {
  const labels = ({ columns }: ReportSection) => columns.map(({ label }) => label).join('\n');
  if (labels(then) !== labels(now)) return [];
  const isUnknown = ({ rows }: ReportSection) =>
    rows.some((row) => row.includes(texts.gapsNotKnown));
  if (isUnknown(then) || isUnknown(now)) return [];
  const key = (row: readonly string[]) => JSON.stringify(row);
  const [before, after] = [then, now].map(({ rows }) => new Set(rows.map(key)));
  const rows = [
    ...now.rows.filter((row) => !before?.has(key(row))).map((row) => [texts.new, ...row]),
    ...then.rows.filter((row) => !after?.has(key(row))).map((row) => [texts.gone, ...row]),
  ];
  if (rows.length === 0) return [];
  return [{ title: then.title, lead: '', columns: [column(texts.change), ...then.columns], rows }];
}

export const shownOf = ({ rows, ...section }: ReportSection, most: number): ShownSection => ({
  ...section,
  rows: rows.slice(0, most),
  total: rows.length,
});

const inFile = (side: Side | null): string => side?.texts.join(', ') ?? '';

/** The state as lists show it: what a file has is compared with others, what the page has is read. */
const onPage = (side: Side | null): string | null => {
  if (side === null || !side.hasState) return side && inFile(side);
  const [first = '', ...others] = side.texts;
  return [first.replace(/^[^:]*/u, stateLabel), ...others].join(', ');
};

export const shownLater = ({ payouts, events, others }: Later): LaterArrivals => ({
  payouts: {
    total: payouts.length,
    rows: payouts
      .slice(0, MOST_NAMED)
      .map((row) => ({ ...row, before: onPage(row.before), now: onPage(row.now) })),
  },
  events: { total: events.length, rows: events.slice(0, MOST_NAMED) },
  others: others.map((section) => shownOf(section, MOST_NAMED)),
});

/** All later arrivals as sections, none left out. */
export const laterSections = ({ payouts, events, others }: Later): ReportSection[] => [
  {
    title: words.payouts.title,
    lead: '',
    columns: [
      column(texts.change),
      column(words.payouts.id),
      column(words.customer),
      column(texts.atClose, 6),
      column(texts.now, 6),
    ],
    rows: payouts.map(({ id, customerName, change, before, now }) => [
      texts[change],
      id,
      customerName ?? '',
      inFile(before),
      inFile(now),
    ]),
  },
  {
    title: texts.lateEvents,
    lead: '',
    columns: [
      column(texts.eventId, 6),
      column(texts.event),
      column(texts.occurred, 3, 'moment'),
      column(texts.received, 3, 'moment'),
    ],
    rows: events.map(({ id, name, occurredAt, receivedAt }) => [id, name, occurredAt, receivedAt]),
  },
  ...others,
];
