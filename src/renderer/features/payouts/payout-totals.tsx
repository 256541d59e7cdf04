/** Sums by currency, and how many payouts are in none of them. */
import { UnstyledButton } from '@mantine/core';
import type { PayoutSide, PayoutTotals } from '../../../bridge/payouts.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './payouts.module.css';
import { sides } from './payouts-view.ts';
import { payoutTexts } from './texts.ts';

const texts = payoutTexts.totals;

export interface PayoutTotalsProps {
  totals: PayoutTotals;
  /** Shows the payouts without an amount; left out where they are not listed. */
  onWithout?: (side: PayoutSide) => void;
}

export function PayoutTotalsLine({ totals, onWithout }: PayoutTotalsProps) {
  return (
    <dl className={classes['totals']} aria-label={texts.label}>
      {sides.map((side) => (
        <Side key={side} side={side} of={totals[side]} onWithout={onWithout} />
      ))}
    </dl>
  );
}

interface SideProps {
  side: PayoutSide;
  of: PayoutTotals[PayoutSide];
  onWithout: ((side: PayoutSide) => void) | undefined;
}

function Side({ side, of, onWithout }: SideProps) {
  const { totals, withoutAmount, withoutCurrency } = of;
  return (
    <div className={classes['side']}>
      <dt>{texts[side]}</dt>
      {totals.length === 0 && <dd className="dimmed">{texts.none}</dd>}
      {totals.map(({ currency, amount, rows }) => (
        <dd key={currency} className={classes['sum']} title={texts.rows(rows)}>
          {asSeen(formatMoney({ amount, currency }))}
        </dd>
      ))}
      {withoutAmount > 0 && (
        <dd className={classes['without']} title={texts.inNoTotal}>
          {onWithout === undefined ? (
            texts.withoutAmount(withoutAmount)
          ) : (
            <UnstyledButton
              className={classes['withoutLink'] ?? ''}
              onClick={() => onWithout(side)}
            >
              {texts.withoutAmount(withoutAmount)}
            </UnstyledButton>
          )}
        </dd>
      )}
      {withoutCurrency > 0 && (
        <dd className={classes['without']} title={texts.inNoTotal}>
          {texts.withoutCurrency(withoutCurrency)}
        </dd>
      )}
    </div>
  );
}
