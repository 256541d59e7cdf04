/** Amounts and state of a payout, as rows and details show them. */
import type { PayoutAmount, PayoutRow } from '../../../bridge/payouts.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { moneyOf, notPaidOf, stateWords } from './payout-words.ts';
import classes from './payouts.module.css';
import { payoutTexts as texts } from './texts.ts';

export interface AmountProps {
  of: PayoutAmount;
  /** Why it was not paid; it stands back then. */
  not?: string | null;
}

export function Amount({ of, not = null }: AmountProps) {
  const money = moneyOf(of);
  if (money !== null) {
    return (
      <span
        className={`${classes['amount']} ${not === null ? '' : 'dimmed'}`}
        title={not === null ? money : `${money}, ${not}`}
      >
        {money}
      </span>
    );
  }
  return (
    <span className="dimmed" title={texts.noAmountHint}>
      {texts.noAmount}
    </span>
  );
}

/** That the amount out is only planned, or was never paid. */
export function NotPaid({ of }: { of: PayoutRow }) {
  const words = notPaidOf(of);
  return words === null ? null : <span className="dimmed">{texts.outIs(words)}</span>;
}

/** The state, and since when where more is to come. */
export function PayoutState({ of }: { of: PayoutRow }) {
  const { tone, words } = stateWords(of, useNow());
  return (
    <span title={of.isKnownState ? of.stateSince : texts.unknownState}>
      <StatusMark tone={tone}>{words}</StatusMark>
    </span>
  );
}
