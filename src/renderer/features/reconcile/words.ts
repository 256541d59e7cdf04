/** Lines and matches in words. */
import type {
  Evidence,
  LineState,
  ReconcileLine,
  Reconciliation,
  TellingLine,
} from '../../../bridge/reconcile.ts';
import { duplicateWords, lineReasonWords } from '../../../bridge/reconcile-words.ts';
import { formatMoney, formatNumber } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { evidenceWords, reconcileTexts } from './texts.ts';

const texts = reconcileTexts.line;

/** Parts of the lines that a person looks at one after another. */
export const parts = ['matched', 'ambiguous', 'unmatched', 'decided', 'rest', 'all'] as const;
export type LinesPart = (typeof parts)[number];

export const statesOf: Readonly<Record<LinesPart, readonly LineState[]>> = {
  matched: ['certain', 'likely'],
  ambiguous: ['ambiguous'],
  unmatched: ['unmatched'],
  decided: ['confirmed', 'none'],
  rest: ['other', 'unreadable'],
  all: [],
};

export const countIn = ({ states, lines }: Reconciliation, part: LinesPart): number =>
  part === 'all'
    ? lines
    : states
        .filter(({ state }) => statesOf[part].includes(state))
        .reduce((sum, { count }) => sum + count, 0);

/** The first part in which something waits for a person. */
export const firstPart = (one: Reconciliation): LinesPart =>
  parts.find((part) => part !== 'all' && countIn(one, part) > 0) ?? 'all';

/** `−12.00 USD` of money out. */
export function lineMoney({ amount, currency, direction }: TellingLine): string | null {
  if (amount === null) return null;
  const money = asSeen(formatMoney({ amount, currency }));
  return direction === 'out' ? `−${money}` : money;
}

/** Hours as people say them. A line that names a day alone is compared by the day. */
export function apart(hours: string, { booked }: Pick<ReconcileLine, 'booked'>): string {
  const count = Number(hours);
  if (count === 0) return booked?.includes('T') ? texts.sameHour : texts.sameDay;
  return count < 48 ? texts.hours(hours) : texts.days(String(Math.round(count / 24)));
}

/** One piece of evidence, with what stands in both. */
export const evidenceLine = (
  { kind, value }: Evidence,
  line: Pick<ReconcileLine, 'booked'>,
): string => `${evidenceWords[kind]}: ${kind === 'time' ? apart(value, line) : asSeen(value)}`;

/** By how much a line and a payout of one currency differ; null where they don't or can't be compared. */
export function differenceOf(
  line: Pick<ReconcileLine, 'amount' | 'currency'>,
  payout: Pick<ReconcileLine, 'amount' | 'currency'>,
): string | null {
  if (line.amount === null || payout.amount === null || line.currency !== payout.currency)
    return null;
  const difference = plus(
    line.amount,
    payout.amount.startsWith('-') ? payout.amount.slice(1) : `-${payout.amount}`,
  );
  if (isSameMoney(line, payout)) return null;
  const amount = difference.replace('-', '');
  return texts.differsBy(asSeen(formatMoney({ amount, currency: line.currency })));
}

/** What the line says of itself: who and what for, else its references. */
export const summaryOf = ({ party, text, references, transaction }: TellingLine): string =>
  asSeen(
    [party, text, ...references, transaction]
      .filter((one) => one !== null && one !== '')
      .slice(0, 2)
      .join(' · '),
  );

/** Why a line is where it is, in a few words. */
export function whyOf(line: ReconcileLine): string {
  if (line.problem !== null) return asSeen(line.problem);
  if (line.duplicateOf !== null) return asSeen(duplicateWords(line.duplicateOf));
  if (line.reason !== null) return lineReasonWords[line.reason];
  if (line.note !== '') return asSeen(line.note);
  const [strongest] = line.evidence.filter(({ kind }) => kind !== 'time');
  const time = line.evidence.find(({ kind }) => kind === 'time');
  if (strongest !== undefined) return evidenceWords[strongest.kind];
  return time === undefined ? '' : `${texts.amountSame}, ${apart(time.value, line)}`;
}

export interface Sum {
  readonly currency: string;
  readonly amount: string;
  readonly count: number;
}

/** Exact sums by currency over several states: digits are added as integers of the finest place. */
export function sumsOf(one: Reconciliation, part: LinesPart): Sum[] {
  const wanted = one.states.filter(({ state }) => part === 'all' || statesOf[part].includes(state));
  const byCurrency = Map.groupBy(
    wanted.flatMap(({ totals }) => totals),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      amount: some.reduce((sum, { amount }) => plus(sum, amount), '0'),
      count: some.reduce((sum, { count }) => sum + count, 0),
    }))
    .sort((first, second) => (first.currency < second.currency ? -1 : 1));
}

/** Exact sum of two amounts. */
export function plus(first: string, second: string): string {
  const places = Math.max(...[first, second].map((text) => text.split('.')[1]?.length ?? 0));
  const scaled = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
    const size = BigInt(whole + fraction.padEnd(places, '0'));
    return text.startsWith('-') ? -size : size;
  };
  const sum = scaled(first) + scaled(second);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const size = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return sum < 0n ? `-${size}` : size;
}

export const balanceWords = ({
  account,
  currency,
  result,
  difference,
}: Reconciliation['balances'][number]): string => {
  const { balances } = reconcileTexts;
  const name = asSeen(account ?? balances.account);
  if (result === 'fits') return balances.fits(name);
  if (result === 'unknown') return balances.unknown(name);
  return balances.differs(
    name,
    `${formatNumber(difference ?? '')} ${asSeen(currency ?? '')}`.trim(),
  );
};

/** Whether both are exactly the same amount of the same currency; zeros at the ends don't count. */
export const isSameMoney = (
  one: Pick<ReconcileLine, 'amount' | 'currency'>,
  other: Pick<ReconcileLine, 'amount' | 'currency'>,
): boolean =>
  one.amount !== null &&
  other.amount !== null &&
  one.currency === other.currency &&
  bare(one.amount) === bare(other.amount);

const bare = (amount: string): string => {
  const whole = amount.replace(/^0+(?=\d)/, '');
  return whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole;
};
