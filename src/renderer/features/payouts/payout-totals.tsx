/** What became of the money: sums by currency, and how many payouts are in none of them. */
import { UnstyledButton } from '@mantine/core';
import type { OutcomeTotals, SideTotals } from '../../../bridge/payouts.ts';
import { type PayoutOutcome, payoutOutcomes } from '../../../contract/payout-outcomes.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './payouts.module.css';
import { payoutTexts } from './texts.ts';

const texts = payoutTexts.totals;

/** Said even of nothing; the others where there are any. */
const alwaysSaid: ReadonlySet<PayoutOutcome> = new Set(['received', 'paidOut', 'fees']);

export const shownOutcomes = (outcomes: OutcomeTotals): PayoutOutcome[] =>
  payoutOutcomes.filter((name) => alwaysSaid.has(name) || outcomes[name].count > 0);

export interface PayoutTotalsProps {
  outcomes: OutcomeTotals;
  /** Shows the payouts without an amount; left out where they are not listed. */
  onWithout?: (outcome: PayoutOutcome) => void;
}

export function PayoutTotalsLine({ outcomes, onWithout }: PayoutTotalsProps) {
  return (
    <dl className={classes['totals']} aria-label={texts.label}>
      {shownOutcomes(outcomes).map((name) => (
        <div key={name} className={classes['side']}>
          <dt title={texts.hints[name]}>{texts.outcomes[name]}</dt>
          <dd className={classes['side']}>
            <SumLines
              of={outcomes[name]}
              onWithout={onWithout === undefined ? undefined : () => onWithout(name)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface SumLinesProps {
  of: SideTotals & { readonly mock?: number };
  onWithout?: (() => void) | undefined;
}

export function SumLines({ of, onWithout }: SumLinesProps) {
  const { totals, withoutAmount, withoutCurrency, mock = 0 } = of;
  const isNone = totals.length + withoutAmount + withoutCurrency === 0;
  return (
    <>
      {isNone && <span className="dimmed">{texts.none}</span>}
      {totals.map(({ currency, amount, rows }) => (
        <span key={currency} className={classes['sum']} title={texts.rows(rows)} data-veiled>
          {asSeen(formatMoney({ amount, currency }))}
        </span>
      ))}
      {mock > 0 && (
        <span className={classes['without']} title={texts.mockHint}>
          {texts.mock(mock)}
        </span>
      )}
      {withoutAmount > 0 && (
        <span className={classes['without']} title={texts.inNoTotal}>
          {onWithout === undefined ? (
            texts.withoutAmount(withoutAmount)
          ) : (
            <UnstyledButton className={classes['withoutLink'] ?? ''} onClick={onWithout}>
              {texts.withoutAmount(withoutAmount)}
            </UnstyledButton>
          )}
        </span>
      )}
      {withoutCurrency > 0 && (
        <span className={classes['without']} title={texts.inNoTotal}>
          {texts.withoutCurrency(withoutCurrency)}
        </span>
      )}
    </>
  );
}
