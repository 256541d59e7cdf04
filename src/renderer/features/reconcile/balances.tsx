/** Whether the entries of each statement lead from its opening to its closing balance. */
import type { BalanceView } from '../../../bridge/reconcile.ts';
import { StatusMark } from '../../components/status-mark.tsx';
import { keyed } from '../../format/keyed.ts';
import classes from './reconcile.module.css';
import { balanceWords } from './words.ts';

const tones = { fits: 'green', differs: 'red', unknown: 'grey' } as const;

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
