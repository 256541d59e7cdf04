/** Amounts and state of a payout, as rows and details show them. */
import { useQuery } from '@tanstack/react-query';
import type { PayoutAmount, PayoutRow } from '../../../bridge/payouts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { PageLink } from '../../components/page-link.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useShownMoment } from '../../components/use-now.ts';
import { payoutPaths } from './paths.ts';
import { moneyOf, notPaidOf, stateWords, titleOf } from './payout-words.ts';
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
  const { tone, words } = stateWords(of, useShownMoment());
  return (
    <span title={of.isKnownState ? of.stateSince : texts.unknownState}>
      <StatusMark tone={tone}>{words}</StatusMark>
    </span>
  );
}

/** The payout of an event, by its amounts. */
export function PayoutLink({ id, knownAt }: { id: string; knownAt: string | null }) {
  const { queries } = useBridge();
  const payout = useQuery(queries.payouts.get.queryOptions({ input: { id, knownAt } }));
  return (
    <PageLink href={payoutPaths.one(id)}>
      {payout.data === undefined ? texts.one : titleOf(payout.data)}
    </PageLink>
  );
}
