/** Rows of a CSV file as lines of a statement, by what a person said that its columns are. */
import type { ColumnUse, CsvMapping, ReconcileKind } from '../../../../bridge/reconcile.ts';
import type { Table, TableRow } from '../../bulk/reading/table.ts';
import {
  blankLine,
  joined,
  type Statement,
  type StatementLine,
  UnreadableStatement,
} from './statement-line.ts';
import { amountIn, bookedDay, dateIn, directionOf } from './values.ts';

interface Reading extends CsvMapping {
  readonly kind: ReconcileKind;
  /** Whether the sign alone tells money out, as far as all rows tell. */
  readonly isSigned: boolean;
  /** The direction of an amount without a mark or sign; null where rows are marked as either. */
  readonly unmarked: 'in' | 'out' | null;
}

/** Throws UnreadableStatement for a mapping that reads no amount, date or currency. */
export function csvLines(table: Table, mapping: CsvMapping, kind: ReconcileKind): Statement {
  requireColumns(mapping);
  const reading = {
    ...mapping,
    kind,
    isSigned: hasSigns(table, mapping),
    unmarked: unmarkedSide(table, mapping),
  };
  const lines = table.rows.map((row) => lineOf(row, reading));
  return { lines, balances: [], notes: [...table.notes] };
}

function requireColumns({ columns, currency }: CsvMapping): void {
  const has = (use: ColumnUse) => columns.includes(use);
  const lacks = [
    ...(has('amount') || has('credit') || has('debit') ? [] : ['the amount']),
    ...(has('date') || has('valueDate') ? [] : ['the date']),
    ...(has('currency') || currency !== null ? [] : ['the currency']),
  ];
  if (lacks.length > 0) {
    throw new UnreadableStatement(`Choose a column for ${lacks.join(' and ')}.`);
  }
  const single = columns.filter((use) => use !== null && use !== 'reference' && use !== 'text');
  const twice = single.find((use, index) => single.indexOf(use) !== index);
  if (twice !== undefined) {
    throw new UnreadableStatement('Two columns have the same use. Leave one of them out.');
  }
  if (has('amount') && (has('credit') || has('debit'))) {
    throw new UnreadableStatement(
      'Choose one column for the amount, or one for money in and one for money out.',
    );
  }
}

/**
 * Some amount has a minus for its own sake, and none is money out by its word without one. A credit with a
 * minus is a reversal, and says nothing of the others. Asked where words stand beside.
 */
function hasSigns({ rows }: Pick<Table, 'rows'>, { columns, decimal }: CsvMapping): boolean {
  const amount = columns.indexOf('amount');
  const mark = columns.indexOf('direction');
  if (mark === -1) return false;
  let isSigned = false;
  for (const { cells } of rows) {
    const read = amountIn(cells[amount] ?? '', decimal);
    if (!/[1-9]/.test(read ?? '')) continue;
    const told = directionOf(cells[mark] ?? '');
    if (read?.startsWith('-') !== true && told === 'out') return false;
    if (read?.startsWith('-') === true && told !== 'in') isSigned = true;
  }
  return isSigned;
}

/** Some banks mark their credits alone: what has no mark is a debit then. */
function unmarkedSide({ rows }: Pick<Table, 'rows'>, { columns }: CsvMapping): Reading['unmarked'] {
  const mark = columns.indexOf('direction');
  const marked = new Set(rows.map(({ cells }) => directionOf(cells[mark] ?? '')));
  if (!marked.has('in')) return 'in';
  return marked.has('out') ? null : 'out';
}

type Cells = (use: ColumnUse) => string[];

function lineOf(
  { row, cells, problem }: TableRow,
  { columns, decimal, dates, currency, ...directions }: Reading,
): StatementLine {
  const of: Cells = (use) =>
    columns.flatMap((column, index) =>
      column === use && (cells[index] ?? '') !== '' ? [cells[index] ?? ''] : [],
    );
  const one = (use: ColumnUse): string | null => of(use)[0] ?? null;
  const { kind } = directions;
  const money = moneyOf(of, (text) => amountIn(text, decimal), directions);
  const day = (use: 'date' | 'valueDate'): string | null => {
    const text = one(use) ?? '';
    // A bank books on a day of its own zone: the day stands as it is written, whatever the zone.
    return kind === 'bank' ? bookedDay(text, dates) : dateIn(text, dates);
  };
  const booked = day('date') ?? day('valueDate');
  const valued = day('valueDate');
  const named = (one('currency') ?? currency)?.trim().toUpperCase() ?? null;
  const code = /^[A-Z][A-Z0-9.]{1,11}$/.test(named ?? '') ? named : null;
  const problems = [
    ...(problem === undefined ? [] : [problem]),
    ...('problem' in money ? [money.problem] : []),
    ...(booked === null
      ? [`The date “${short(one('date') ?? one('valueDate'))}” can’t be read.`]
      : []),
    ...(code === null ? [`The currency “${short(named)}” can’t be read.`] : []),
  ];
  const isUnreadable = problems.length > 0;
  return {
    ...blankLine,
    row,
    ...('problem' in money || problem !== undefined ? { direction: null, amount: null } : money),
    // A line without one says that a payout of any currency may be on it: one that can be read stays.
    currency: problem === undefined ? code : null,
    booked,
    valued,
    references: of('reference'),
    text: joined(...of('text')),
    party: one('party'),
    accounts: of('account'),
    transaction: one('transaction'),
    from: one('from'),
    to: one('to'),
    problem: isUnreadable ? problems.join(' ') : null,
  };
}

type Money =
  | { readonly amount: string; readonly direction: StatementLine['direction'] }
  | { readonly problem: string };

const unreadable = (text: string | null): Money => ({
  problem: `The amount “${short(text)}” can’t be read.`,
});

function moneyOf(
  of: Cells,
  read: (text: string) => string | null,
  { kind, isSigned, unmarked }: Pick<Reading, 'kind' | 'isSigned' | 'unmarked'>,
): Money {
  const [whole, credit, debit, mark] = (['amount', 'credit', 'debit', 'direction'] as const).map(
    (use) => of(use)[0] ?? null,
  );
  if (whole === null || whole === undefined) return sided(credit ?? null, debit ?? null, read);
  const amount = read(whole);
  if (amount === null) return unreadable(whole);
  // A negative credit is a debit. A debit has a sign where the bank gives all of them one.
  if (amount.startsWith('-')) return { amount: amount.slice(1), direction: 'out' };
  const told = directionOf(mark ?? '');
  if (told !== null || kind === 'chain') return { amount, direction: told };
  if (isSigned || /^\s*\+|\+\s*$/.test(whole)) return { amount, direction: 'in' };
  return withoutDirection(amount, mark ?? null, unmarked);
}

/** An amount whose direction neither a word nor a sign tells. */
function withoutDirection(
  amount: string,
  mark: string | null,
  unmarked: Reading['unmarked'],
): Money {
  if (mark !== null) {
    return {
      problem: `The direction “${short(mark)}” is neither a word for money in nor one for money out, and the amount has no sign.`,
    };
  }
  if (unmarked === null) return { problem: 'The direction is empty, and the amount has no sign.' };
  return { amount, direction: unmarked };
}

/** Reads a column for money in and one for money out: one of them is filled, or the other is zero. */
function sided(
  credit: string | null,
  debit: string | null,
  read: (text: string) => string | null,
): Money {
  const amounts = [credit, debit].map((text) => (text === null ? '0' : read(text)));
  const [paidIn, paidOut] = amounts.map((amount) => amount?.replace(/^-/, '') ?? null);
  const isFilled = (amount: string | null | undefined) => /[1-9]/.test(amount ?? '');
  if (amounts.includes(null) || isFilled(paidIn) === isFilled(paidOut)) {
    return unreadable(joined(credit, debit));
  }
  // A negative credit is a debit. A debit has a sign where the bank gives all of them one.
  const isIn = isFilled(paidIn) && !amounts[0]?.startsWith('-');
  return { amount: (isFilled(paidIn) ? paidIn : paidOut) ?? '', direction: isIn ? 'in' : 'out' };
}

const short = (text: string | null): string => (text ?? '').slice(0, 40);
