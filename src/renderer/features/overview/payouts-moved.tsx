/** Payouts that moved in a period: what became of the money, and what is in each state. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasOutcome } from '../../../contract/payout-outcomes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { stateLabel } from '../payouts/payout-words.ts';
import { firstView, queryOf } from '../payouts/payouts-view.ts';
import { payoutTexts } from '../payouts/texts.ts';
import { Figures } from './figures.tsx';
import { MoneyMoved } from './money-moved.tsx';
import classes from './overview.module.css';
import type { TimeBars } from './period.ts';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

export interface PayoutsMovedProps extends Pick<TimeBars, 'from' | 'to'> {
  isTable: boolean;
}

export function PayoutsMoved({ from, to, isTable }: PayoutsMovedProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const range = { by: 'updated', from, to } as const;
  const summary = useQuery(queries.payouts.summary.queryOptions({ input: { ...range, knownAt } }));
  const { data, error } = summary;
  const hrefOf = (states: readonly string[]): string =>
    `${payoutPaths.root}?${queryOf({ ...firstView, ...range, states: [...states] })}`;
  return (
    <div className={classes['payouts']}>
      <Title order={3} className={classes['figureTitle']}>
        {texts.payouts}
      </Title>
      <p className={classes['lead']}>{texts.payoutsLead}</p>
      <ReadFailure
        title={texts.payoutsFailed}
        error={error}
        onReadAgain={() => void summary.refetch()}
      />
      {data !== undefined && (
        <>
          {data.count === 0 ? (
            <p className="dimmed">{texts.noPayouts}</p>
          ) : (
            <>
              <MoneyMoved
                outcomes={data.outcomes}
                hrefOf={(outcome) =>
                  hrefOf(
                    data.states
                      .map(({ state }) => state)
                      .filter((state) => hasOutcome(outcome, state)),
                  )
                }
              />
              <Figures
                caption={texts.payouts}
                heading={texts.state}
                number={texts.number}
                sums={[payoutTexts.columns.amountIn, payoutTexts.columns.amountOut]}
                figures={data.states.map(({ state, count, totals }) => ({
                  key: state,
                  label: stateLabel(state),
                  count,
                  href: hrefOf([state]),
                  sums: [totals.in, totals.out],
                }))}
                isTable={isTable}
              />
            </>
          )}
          {data.progress !== null && <p className="dimmed">{texts.stillReading}</p>}
          {data.unassigned > 0 && <p className="dimmed">{texts.unassigned(data.unassigned)}</p>}
          {data.withoutTime > 0 && <p className="dimmed">{texts.withoutTime(data.withoutTime)}</p>}
        </>
      )}
    </div>
  );
}
