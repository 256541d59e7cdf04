/** Exact sums of payouts, and the sections that tell them. */
import Big from 'big.js';
import {
  type OutcomeTotals,
  type PayoutRow,
  type PayoutSide,
  type PayoutSummary,
  payoutSides,
  type SideTotals,
} from '../../../bridge/payouts.ts';
import type { ReportSection } from '../../../bridge/reports.ts';
import { type PayoutOutcome, payoutOutcomes } from '../../../contract/payout-outcomes.ts';
import { words } from './words.ts';

/** Currencies in the order of the alphabet. What has no amount or no currency is counted and in no sum. */
export function sumsOf(rows: readonly PayoutRow[], side: PayoutSide): SideTotals {
  const sums = new Map<string, { amount: Big; rows: number }>();
  let withoutAmount = 0;
  let withoutCurrency = 0;
  for (const row of rows) {
    const { amount, currency } = row[side];
    if (amount === null) withoutAmount += 1;
    else if (currency === null) withoutCurrency += 1;
    else {
      const sum = sums.get(currency) ?? { amount: new Big(0), rows: 0 };
      sums.set(currency, { amount: sum.amount.plus(amount), rows: sum.rows + 1 });
    }
  }
  const totals = [...sums]
    .map(([currency, sum]) => ({ currency, rows: sum.rows, amount: sum.amount.toFixed() }))
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  return { totals, withoutAmount, withoutCurrency };
}

const sumColumns = [
  { label: words.sum.payouts, kind: 'count', share: 2 },
  { label: words.sum.total, kind: 'amount', share: 4 },
  { label: words.sum.currency, kind: 'currency', share: 1 },
  { label: words.sum.withoutAmount, kind: 'count', share: 2 },
  { label: words.sum.withoutCurrency, kind: 'count', share: 2 },
] as const;

/** One line a currency, and one for those in no sum: beside a sum they would be read as of its currency. */
function sumCells({ totals, withoutAmount, withoutCurrency }: SideTotals): string[][] {
  const missing = [String(withoutAmount), String(withoutCurrency)];
  const isWhole = withoutAmount + withoutCurrency === 0;
  const sums = totals.map(({ rows, amount, currency }, at) => [
    String(rows),
    amount,
    currency,
    ...(isWhole && at === 0 ? missing : ['', '']),
  ]);
  return isWhole && totals.length > 0 ? sums : [...sums, ['0', '', '', ...missing]];
}

/** What became of the money; what is in flight, came back or is of no known state where there is any. */
export const outcomeSection = (outcomes: OutcomeTotals, lead: string): ReportSection => ({
  title: words.outcomes.title,
  lead: [
    lead,
    words.outcomes.lead,
    ...(payoutOutcomes.some((name) => outcomes[name].mock > 0) ? [words.outcomes.mock] : []),
  ].join(' '),
  columns: [{ label: words.outcomes.what, kind: 'text', share: 4 }, ...sumColumns],
  rows: payoutOutcomes
    .filter((name) => alwaysSaid.has(name) || outcomes[name].count > 0)
    .flatMap((name) => sumCells(outcomes[name]).map((cells) => [words.outcomes[name], ...cells])),
});

const alwaysSaid: ReadonlySet<PayoutOutcome> = new Set(['received', 'paidOut', 'fees']);

/** In the order of `states`; nothing is summed over states. */
export const stateSection = (states: PayoutSummary['states']): ReportSection => ({
  title: words.sum.title,
  lead: words.sum.lead,
  columns: [
    { label: words.sum.state, kind: 'state', share: 3 },
    { label: words.sum.side, kind: 'text', share: 2 },
    ...sumColumns,
  ],
  rows: states.flatMap(({ state, totals }) =>
    payoutSides.flatMap((side) =>
      sumCells(totals[side]).map((cells) => [state, words.amounts[side], ...cells]),
    ),
  ),
});

/** Fees of successful payouts by month of creation and customer. */
export function feeSection(
  rows: readonly PayoutRow[],
  monthOf: (instant: string) => string,
): ReportSection {
  const successful = rows.filter(({ state }) => state === 'successful');
  const groups = Map.groupBy(successful, ({ created, customerId }) =>
    JSON.stringify([created === null ? '' : monthOf(created), customerId]),
  );
  const named = [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const month = first.created === null ? '' : monthOf(first.created);
    const { customerName, customerId } = first;
    return [{ month, name: customerName ?? '', id: customerId ?? '', some }];
  });
  const key = ({ month, name, id }: (typeof named)[number]) => JSON.stringify([month, name, id]);
  return {
    title: words.fees.title,
    lead: words.fees.lead,
    columns: [
      { label: words.fees.month, kind: 'month', share: 2 },
      { label: words.customer, kind: 'text', share: 4 },
      { label: words.customerId, kind: 'text', share: 4 },
      ...sumColumns,
    ],
    rows: named
      .sort((one, other) => (key(one) < key(other) ? -1 : 1))
      .flatMap(({ month, name, id, some }) =>
        sumCells(sumsOf(some, 'fee')).map((cells) => [month, name, id, ...cells]),
      ),
  };
}
