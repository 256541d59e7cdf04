/** Amounts and state of a payout, as rows and details show them. */
import type { PayoutAmount, PayoutRow } from '../../../bridge/payouts.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { moneyOf, stateWords } from './payout-words.ts';
import classes from './payouts.module.css';
import { payoutTexts as texts } from './texts.ts';

export function Amount({ of }: { of: PayoutAmount }) {
  const money = moneyOf(of);
  if (money !== null) {
    return (
      <span className={classes['amount']} title={money}>
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

/** The state, and since when where more is to come. */
export function PayoutState({ of }: { of: PayoutRow }) {
  const { tone, words } = stateWords(of, useNow());
  return (
    <span title={of.isKnownState ? of.stateSince : texts.unknownState}>
      <StatusMark tone={tone}>{words}</StatusMark>
    </span>
  );
}
