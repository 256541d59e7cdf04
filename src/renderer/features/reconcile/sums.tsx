/** Totals by currency, and what is in none of them. */

import { groupedCount } from '../../../bridge/words.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import classes from './reconcile.module.css';
import { reconcileTexts } from './texts.ts';
import type { Sum } from './words.ts';

const texts = reconcileTexts.one;

export interface SumsProps {
  sums: readonly Sum[];
  count: (count: string) => string;
  withoutAmount?: number;
}

export function Sums({ sums, count, withoutAmount = 0 }: SumsProps) {
  if (sums.length === 0 && withoutAmount === 0) return null;
  return (
    <dl className={classes['sums']} aria-label={texts.totals}>
      {sums.map((sum) => (
        <div key={sum.currency}>
          <dt>{count(groupedCount(sum.count))}</dt>
          <dd>{asSeen(formatMoney(sum))}</dd>
        </div>
      ))}
      {withoutAmount > 0 && (
        <div className={classes['without']}>{texts.withoutAmount(groupedCount(withoutAmount))}</div>
      )}
    </dl>
  );
}
