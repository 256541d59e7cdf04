/** Payouts one a line. */
import { type PayoutRow, payoutSides } from '../../../bridge/payouts.ts';
import type { ReportSection } from '../../../bridge/reports.ts';
import { words } from './words.ts';

const { payouts: texts } = words;

/** Millions with their cents and currency in one line, on paper. */
const amountShares = { in: 9, out: 9, fee: 7 } as const;

/** Columns of payouts in a statement on paper. */
export const payoutColumns = [
  { label: texts.created, kind: 'moment', share: 6 },
  { label: texts.state, kind: 'state', share: 5 },
  ...payoutSides.flatMap((side) => [
    { label: words.amounts[side], kind: 'amount' as const, share: amountShares[side] },
    { label: `${words.amounts[side]}: currency`, kind: 'currency' as const, share: 1 },
  ]),
  { label: texts.reference, kind: 'text', share: 6 },
  { label: texts.id, kind: 'text', share: 8 },
] satisfies ReportSection['columns'];

const amountsOf = (row: PayoutRow): string[] =>
  payoutSides.flatMap((side) => [row[side].amount ?? '', row[side].currency ?? '']);

export const payoutCells = (row: PayoutRow): string[] => [
  row.created ?? '',
  row.state,
  ...amountsOf(row),
  row.reference ?? '',
  row.id,
];

/** What a CSV of a statement has beside that. */
export const moreLabels = [
  texts.network,
  texts.walletAddress,
  texts.transaction,
  texts.since,
  words.customer,
  words.customerId,
  texts.virtualAccountId,
  texts.missing,
  texts.ambiguous,
];
export const moreCells = (row: PayoutRow, gone: readonly string[]): string[] => [
  row.network ?? '',
  row.walletAddress ?? '',
  row.transaction ?? '',
  row.stateSince,
  row.customerName ?? '',
  row.customerId ?? '',
  row.virtualAccountId ?? '',
  row.notFound.filter((one) => !gone.includes(one)).join(' '),
  row.ambiguous.join(' '),
];

/** Payouts of a period close that somebody looks after. */
export const careSection = (
  title: string,
  lead: string,
  rows: readonly PayoutRow[],
): ReportSection => ({
  title,
  lead,
  columns: [
    { label: texts.state, kind: 'state', share: 5 },
    { label: texts.since, kind: 'moment', share: 6 },
    { label: words.customer, kind: 'text', share: 7 },
    ...payoutSides.flatMap((side) => [
      { label: words.amounts[side], kind: 'amount' as const, share: amountShares[side] },
      { label: `${words.amounts[side]}: currency`, kind: 'currency' as const, share: 1 },
    ]),
    { label: texts.id, kind: 'text', share: 7 },
  ],
  rows: rows.map((row) => [
    row.state,
    row.stateSince,
    row.customerName ?? row.customerId ?? '',
    ...amountsOf(row),
    row.id,
  ]),
});
