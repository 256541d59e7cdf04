/** Sums of cells (rows with the same state, network and currencies), put together for what is shown. */
import Big from 'big.js';
import type {
  OutcomeTotal,
  OutcomeTotals,
  PayoutSide,
  PayoutSummary,
  PayoutTotals,
  SideTotals,
} from '../../../bridge/payouts.ts';
import { hasOutcome, outcomeSide, type PayoutOutcome } from '../../../contract/payout-outcomes.ts';
import { flagBits, stateSortKey } from './payout-table.ts';

export interface Cell {
  readonly state: string;
  /** Empty where it was not found; so are the currencies. */
  readonly network: string;
  readonly isReceived: boolean;
  /** Bits of payout-table.ts. */
  readonly flags: number;
  readonly currencies: Readonly<Record<PayoutSide, string>>;
}

export interface SideSum {
  /** Rows with an amount. */
  readonly rows: number;
  readonly amount: Big;
}

export interface CellSum {
  readonly cell: Cell;
  readonly rows: number;
  readonly sides: Readonly<Record<PayoutSide, SideSum>>;
}

export const countOf = (sums: readonly CellSum[]): number =>
  sums.reduce((count, { rows }) => count + rows, 0);

function sideOf(sums: readonly CellSum[], side: PayoutSide): SideTotals {
  const byCurrency = Map.groupBy(sums, ({ cell }) => cell.currencies[side]);
  const rowsOf = (some: readonly CellSum[]) =>
    some.reduce((count, { sides }) => count + sides[side].rows, 0);
  const totals = [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      rows: rowsOf(some),
      amount: some.reduce((sum, { sides }) => sum.plus(sides[side].amount), new Big(0)).toFixed(),
    }))
    .filter(({ currency, rows }) => currency !== '' && rows > 0)
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  return {
    totals,
    withoutAmount: countOf(sums) - rowsOf(sums),
    withoutCurrency: rowsOf(byCurrency.get('') ?? []),
  };
}

const totalsOf = (sums: readonly CellSum[]): PayoutTotals => ({
  in: sideOf(sums, 'in'),
  out: sideOf(sums, 'out'),
  fee: sideOf(sums, 'fee'),
});

/** What lists, the overview, statements and closes say of the money: no sum goes over unlike states. */
export function outcomesOf(sums: readonly CellSum[]): OutcomeTotals {
  const outcome = (name: PayoutOutcome): OutcomeTotal => {
    const some = sums.filter(({ cell }) =>
      name === 'received' ? cell.isReceived : hasOutcome(name, cell.state),
    );
    const mock = some.filter(({ cell }) => (cell.flags & flagBits.mock) > 0);
    return { count: countOf(some), mock: countOf(mock), ...sideOf(some, outcomeSide[name]) };
  };
  return {
    received: outcome('received'),
    paidOut: outcome('paidOut'),
    fees: outcome('fees'),
    inFlight: outcome('inFlight'),
    failed: outcome('failed'),
    unknown: outcome('unknown'),
  };
}

/** By state, in the lifecycle's order. */
export function byState(sums: readonly CellSum[]): PayoutSummary['states'] {
  return [...Map.groupBy(sums, ({ cell }) => cell.state)]
    .map(([state, some]) => ({ state, count: countOf(some), totals: totalsOf(some) }))
    .sort((one, other) => (stateSortKey(one.state) < stateSortKey(other.state) ? -1 : 1));
}

export const stateCounts = (sums: readonly CellSum[]) =>
  byState(sums).map(({ state, count }) => ({ state, count }));

/** Currencies or networks that occur, sorted. */
export const occurring = (cells: readonly Cell[], of: (cell: Cell) => string): string[] =>
  [...new Set(cells.map(of))].filter((value) => value !== '').sort();

/** `sum` with an amount more of one side. */
export const plusAmount = (sum: CellSum, side: PayoutSide, amount: string): CellSum => {
  const { rows, amount: before } = sum.sides[side];
  const more = { rows: rows + 1, amount: before.plus(amount) };
  return { ...sum, sides: { ...sum.sides, [side]: more } };
};

/** What became of the money in each bar and in all of them, and their sums. */
export function* sumsOfBars(bars: readonly Generator<undefined, CellSum[]>[]) {
  const sums: CellSum[][] = [];
  for (const bar of bars) {
    sums.push(yield* bar);
    yield;
  }
  return { all: outcomesOf(sums.flat()), bars: sums.map(outcomesOf), sums: sums.flat() };
}
