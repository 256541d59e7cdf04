/** Totals by currency, and whether balances fit the entries. */

import type { BalanceView } from '../../../bridge/reconcile.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { keyed } from '../../format/keyed.ts';
import classes from './reconcile.module.css';
import { reconcileTexts } from './texts.ts';
import { balanceWords, type Sum } from './words.ts';

const tones = { fits: 'green', differs: 'red', unknown: 'grey' } as const;

/** Whether the entries of each statement lead from its opening to its closing balance. */
export function Balances({ balances }: { balances: readonly BalanceView[] }) {
  if (balances.length === 0) return null;
  return (
    <ul className={classes['balances']}>
      {keyed(balances, balanceWords).map(({ key, item }) => (
        <li key={key}>
          <StatusMark tone={tones[item.result]} wraps>
            <span data-veiled>{balanceWords(item)}</span>
          </StatusMark>
        </li>
      ))}
    </ul>
  );
}

const texts = reconcileTexts.one;

export interface SumsProps {
  sums: readonly Sum[];
  count: (count: string) => string;
  withoutAmount?: number;
}

/** Totals by currency, and what is in none of them. */
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
