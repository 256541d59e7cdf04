/** Payouts that moved in a period: sums by currency, and how many are in each state. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ReadFailure } from '../../components/read-failure.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { PayoutTotalsLine } from '../payouts/payout-totals.tsx';
import { stateLabel } from '../payouts/payout-words.ts';
import { firstView, queryOf } from '../payouts/payouts-view.ts';
import { Figures } from './figures.tsx';
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
  const hrefOf = (state: string): string =>
    `${payoutPaths.root}?${queryOf({ ...firstView, ...range, states: [state] })}`;
  return (
    <div className={classes['payouts']}>
      <Title order={3} className={classes['figureTitle']}>
        {texts.payouts}
      </Title>
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
              <PayoutTotalsLine totals={data.totals} />
              <Figures
                caption={texts.payouts}
                heading={texts.state}
                number={texts.number}
                figures={data.states.map(({ state, count }) => ({
                  key: state,
                  label: stateLabel(state),
                  count,
                  href: hrefOf(state),
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
