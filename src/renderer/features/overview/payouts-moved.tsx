/** The money that moved in a period: what became of it, when, and the states that were reached. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PayoutsMoved as Moved, OutcomeTotals, PayoutSide } from '../../../bridge/payouts.ts';
import { counted } from '../../../bridge/words.ts';
import { outcomeSide, type PayoutOutcome } from '../../../contract/payout-outcomes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useNow } from '../../components/use-now.ts';
import { shortInstant } from '../../format/instants.ts';
import { formatState } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { SumLines, shownOutcomes } from '../payouts/payout-totals.tsx';
import { firstView, type PayoutsView, queryOf, viewOfOutcome } from '../payouts/payouts-view.ts';
import { payoutTexts } from '../payouts/texts.ts';
import { Columns, Figures } from './figures.tsx';
import classes from './overview.module.css';
import { endsOf, movedInput, type TimeBars } from './period.ts';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

export interface PayoutsMovedProps extends TimeBars {
  isTable: boolean;
}

const hrefOf = (narrowed: Partial<PayoutsView>): string =>
  `${payoutPaths.root}?${queryOf({ ...firstView, ...narrowed })}`;

/** Each by when it happened, but for what is in flight: that is all there is. */
function hrefOfOutcome(
  outcome: PayoutOutcome,
  { states }: Pick<Moved, 'states'>,
  range: Pick<TimeBars, 'from' | 'to'>,
): string {
  if (outcome === 'inFlight') return hrefOf(viewOfOutcome(outcome, []));
  // Without a deposit, a payout is in no period of them.
  if (outcome === 'received') return hrefOf({ by: 'receivedAt', ...range });
  return hrefOf({ ...viewOfOutcome(outcome, states), by: 'stateSince', ...range });
}

export function PayoutsMoved({ from, to, bars, unit, isTable }: PayoutsMovedProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const moved = useQuery(
    queries.overview.payoutsMoved.queryOptions({
      input: movedInput({ from, to, bars }, knownAt),
    }),
  );
  const { data } = moved;
  return (
    <div className={classes['payouts']}>
      <Title order={3} className={classes['figureTitle']}>
        {texts.payouts}
      </Title>
      <p className={classes['lead']}>{texts.payoutsLead}</p>
      <ReadFailure title={texts.payoutsFailed} query={moved} />
      {data !== undefined && (
        <>
          <MoneyMoved
            outcomes={data.outcomes}
            hrefOf={(outcome) => hrefOfOutcome(outcome, data, { from, to })}
          />
          <OverTime view={data} {...{ from, to, bars, unit, isTable }} />
          {data.states.length === 0 ? (
            <p className="dimmed">{texts.noPayouts}</p>
          ) : (
            <Figures
              caption={texts.states}
              heading={texts.state}
              number={texts.number}
              sums={[payoutTexts.columns.amountIn, payoutTexts.columns.amountOut]}
              figures={data.states.map(({ state, count, totals }) => ({
                key: state,
                label: formatState(state),
                count,
                href: hrefOf({ states: [state], by: 'stateSince', from, to }),
                sums: [totals.in, totals.out],
              }))}
              isTable={isTable}
            />
          )}
          {data.progress !== null && <p className="dimmed">{texts.stillReading}</p>}
          {data.unassigned > 0 && <p className="dimmed">{texts.unassigned(data.unassigned)}</p>}
        </>
      )}
    </div>
  );
}

const sideHeadings: Readonly<Record<PayoutSide, string>> = {
  in: payoutTexts.columns.amountIn,
  out: payoutTexts.columns.amountOut,
  fee: payoutTexts.columns.fee,
};

/** Deposits as they arrived, and payouts as they were paid out. */
function OverTime({ view, from, to, bars, unit, isTable }: PayoutsMovedProps & { view: Moved }) {
  const now = useNow();
  return (
    <div className={classes['opened']}>
      {(['received', 'paidOut'] as const).map((outcome) => {
        const label = texts.overTime[outcome];
        const figures = bars.map((at, index) => {
          const sums = view.bars[outcome][index];
          const until = bars[index + 1] ?? to;
          return {
            key: at,
            label: texts[unit](shortInstant(at, now)),
            count: sums?.count ?? 0,
            href: hrefOfOutcome(outcome, view, { from: at, to: until }),
            ...(sums === undefined ? {} : { sums: [sums] }),
          };
        });
        const { count } = view.outcomes[outcome];
        const href = hrefOfOutcome(outcome, view, { from, to });
        return isTable ? (
          <Figures
            key={outcome}
            isTable
            caption={label}
            heading={label}
            number={`${texts.number}: ${count}`}
            sums={[sideHeadings[outcomeSide[outcome]]]}
            figures={figures.filter((figure) => figure.count > 0)}
          />
        ) : (
          <Columns
            key={outcome}
            figure={{ key: outcome, label, count, href }}
            bars={figures}
            ends={endsOf({ unit, bars, from, to }, now)}
          />
        );
      })}
    </div>
  );
}

interface MoneyMovedProps {
  outcomes: OutcomeTotals;
  hrefOf: (outcome: PayoutOutcome) => string;
}

/** What became of the money of a period: each line a link to its payouts. */
function MoneyMoved({ outcomes, hrefOf }: MoneyMovedProps) {
  return (
    <table className={`${classes['table']} ${classes['money']}`}>
      <caption className="visually-hidden">{texts.money}</caption>
      <tbody>
        {shownOutcomes(outcomes).map((name) => (
          <tr key={name}>
            <th scope="row">
              <PageLink href={hrefOf(name)} title={payoutTexts.totals.hints[name]}>
                {payoutTexts.totals.outcomes[name]}
              </PageLink>
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
