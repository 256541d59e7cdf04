/** What rows and details say of a payout, in words. */
import type { PayoutAmount, PayoutRow } from '../../../bridge/payouts.ts';
import { hasOutcome } from '../../../contract/payout-outcomes.ts';
import type { Tone } from '../../components/status-mark.tsx';
import { formatMoney } from '../../format/amounts.ts';
import { formatWait } from '../../format/durations.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { toneOfState } from '../../format/status-tone.ts';
import { formatCriterion } from '../../format/words.ts';
import { payoutTexts as texts } from './texts.ts';

/** `12,500.75 USD`; null where the amount was not found. */
export const moneyOf = ({ amount, currency }: PayoutAmount): string | null =>
  amount === null ? null : asSeen(formatMoney({ amount, currency }));

/** `12,500.75 USD → 12,419.50 USDC`; what was not found is said. */
export function titleOf(row: Pick<PayoutRow, 'in' | 'out'>): string {
  const paidIn = moneyOf(row.in);
  const paidOut = moneyOf(row.out);
  if (paidIn === null && paidOut === null) return texts.one;
  return `${paidIn ?? texts.noAmount} → ${paidOut ?? texts.noAmount}`;
}

/**
 * What stands beside the amount out: it is only paid once the payout is successful. null where it was paid, is
 * not known, or the state is none that the specification names.
 */
export function notPaidOf({
  out,
  state,
  isKnownState,
}: Pick<PayoutRow, 'out' | 'state' | 'isKnownState'>): string | null {
  if (out.amount === null || !isKnownState || hasOutcome('paidOut', state)) return null;
  return hasOutcome('failed', state) ? texts.notPaid.never : texts.notPaid.planned;
}

/** Name, else the end of the id; null where no customer was found. */
export function partyOf(row: Pick<PayoutRow, 'customerId' | 'customerName'>): string | null {
  if (row.customerName !== null) return asSeen(row.customerName);
  return row.customerId === null ? null : asSeen(shortId(row.customerId));
}

/** States that end a payout, as the list counts them (`stuckHours`): nothing is waited for. */
const over: readonly string[] = ['successful', 'failed', 'cancelled', 'refunded'];

type Standing = Pick<PayoutRow, 'state' | 'stateSince' | 'isKnownState'>;

/** `Processing for 26 h` while more is to come, else `Successful`. A word that is not known stays as it came. */
export function stateWords(row: Standing, now: number): { tone: Tone; words: string } {
  const { state, isKnownState, stateSince } = row;
  const words = isKnownState ? formatCriterion(state) : asSeen(state);
  const tone = isKnownState ? toneOfState(state) : 'grey';
  const since = Date.parse(stateSince);
  if (over.includes(state) || Number.isNaN(since)) return { tone, words };
  return { tone, words: texts.waiting(words, formatWait(now - since)) };
}

export interface PayoutFlag {
  readonly key: string;
  readonly text: string;
  readonly hint: string;
}

export function flagsOf(row: PayoutRow): PayoutFlag[] {
  const { flags } = texts;
  const { unusualMoves, missingStates, ambiguous, isMock } = row;
  const found: (PayoutFlag | null)[] = [
    isMock ? { key: 'mock', text: flags.mock, hint: flags.mockHint } : null,
    unusualMoves === 0 ? null : { key: 'unusual', text: flags.unusual, hint: flags.unusualHint },
    missingStates.length === 0
      ? null
      : {
          key: 'missing',
          text: flags.missing(missingStates.length),
          hint: flags.missingHint(missingStates.map(formatCriterion).join(', ')),
        },
    ambiguous.length === 0
      ? null
      : { key: 'ambiguous', text: flags.ambiguous, hint: ambiguous.join(', ') },
  ];
  return found.filter((flag) => flag !== null);
}
