/** What became of the money of a period: each line a link to its payouts. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { OutcomeTotals } from '../../../bridge/payouts.ts';
import type { PayoutOutcome } from '../../../contract/payout-outcomes.ts';
import { counted } from '../../format/words.ts';
import { SumLines, saidOutcomes } from '../payouts/payout-totals.tsx';
import { payoutTexts } from '../payouts/texts.ts';
import classes from './overview.module.css';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

export interface MoneyMovedProps {
  outcomes: OutcomeTotals;
  hrefOf: (outcome: PayoutOutcome) => string;
}

export function MoneyMoved({ outcomes, hrefOf }: MoneyMovedProps) {
  return (
    <table className={`${classes['table']} ${classes['money']}`}>
      <caption className="visually-hidden">{texts.money}</caption>
      <tbody>
        {saidOutcomes(outcomes).map((name) => (
          <tr key={name}>
            <th scope="row">
              <Anchor component={Link} href={hrefOf(name)} title={payoutTexts.totals.hints[name]}>
                {payoutTexts.totals.outcomes[name]}
              </Anchor>
            </th>
            <td className={classes['sums']}>
              <SumLines of={outcomes[name]} />
            </td>
            <td className={classes['counted']}>
              {name === 'received'
                ? counted(outcomes[name].count, 'deposit', 'deposits')
                : counted(outcomes[name].count, 'payout', 'payouts')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
