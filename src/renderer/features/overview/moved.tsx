/** What moved in a period: the choice of it, payouts, what was opened, and stages of onboarding. */
import { Switch, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bridge } from '../../../bridge/contract.ts';
import { onboardingGroups } from '../../../bridge/onboarding-groups.ts';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useNow } from '../../components/use-now.ts';
import { shortInstant } from '../../format/instants.ts';
import { customerPaths } from '../customers/paths.ts';
import { onboardingPaths } from '../onboarding/paths.ts';
import { onboardingTexts } from '../onboarding/texts.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { Columns, type Figure, Figures } from './figures.tsx';
import { MovedHead } from './moved-head.tsx';
import classes from './overview.module.css';
import { overviewPaths, type Period } from './paths.ts';
import { PayoutsMoved } from './payouts-moved.tsx';
import { endsOf, periods, type TimeBars } from './period.ts';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

export type MovedView = Awaited<ReturnType<Bridge['overview']['moved']>>;

export interface MovedProps extends TimeBars {
  query: UseQueryResult<MovedView>;
  period: Period;
  lastVisitAt: string | null;
}

export function Moved({ query, period, lastVisitAt, ...range }: MovedProps) {
  const { data, error } = query;
  const { unit, bars, from, to } = range;
  const [isTable, setIsTable] = useState(false);
  const now = useNow();
  const offered = periods.filter((one) => one !== 'visit' || lastVisitAt !== null);
  return (
    <>
      <MovedHead>
        <Switch
          size="xs"
          label={texts.asTable}
          checked={isTable}
          onChange={({ currentTarget }) => setIsTable(currentTarget.checked)}
        />
      </MovedHead>
      <PartLinks
        label={texts.periods}
        current={overviewPaths.period(offered.includes(period) ? period : 'today')}
        parts={offered.map((one) => ({
          name: texts.period[one],
          href: overviewPaths.period(one),
        }))}
      />
      {period === 'visit' && lastVisitAt !== null && (
        <p className={classes['lead']}>{texts.sinceVisit(shortInstant(lastVisitAt, now))}</p>
      )}
      <ReadFailure title={texts.failed} query={query} />
      <PayoutsMoved {...{ from, to, bars, unit, isTable }} />
      {data === undefined && error === null && <SkeletonTable />}
      {data !== undefined && (
        <>
          <Opened view={data} {...{ unit, bars, from, to, isTable }} />
          <Title order={3} className={classes['figureTitle']}>
            {texts.stages}
          </Title>
          <p className={classes['lead']}>{texts.stagesLead}</p>
          <Figures
            caption={texts.stages}
            heading={texts.stage}
            number={texts.number}
            figures={stagesOf(data)}
            isTable={isTable}
          />
        </>
      )}
    </>
  );
}

const stagesOf = ({ stages }: MovedView): Figure[] =>
  onboardingGroups.map((group) => ({
    key: group,
    label: onboardingTexts.groups[group],
    count: stages[group],
    href: onboardingPaths.group(group),
  }));

interface OpenedProps extends TimeBars {
  view: MovedView;
  isTable: boolean;
}

/** Customers and virtual accounts, over the period. */
function Opened({ view, unit, bars, from, to, isTable }: OpenedProps) {
  const now = useNow();
  const opened = [
    { ...view.customers, label: texts.customers, hrefOf: customerPaths.made },
    { ...view.accounts, label: texts.accounts, hrefOf: virtualAccountPaths.made },
  ];
  return (
    <div className={classes['opened']}>
      {opened.map(({ label, hrefOf, total, bars: counts }) => {
        const figures = bars.map((at, index) => ({
          key: at,
          label: texts[unit](shortInstant(at, now)),
          count: counts[index] ?? 0,
          href: hrefOf(at, bars[index + 1] ?? to),
        }));
        return isTable ? (
          <Figures
            key={label}
            isTable
            caption={label}
            heading={label}
            number={`${texts.number}: ${total}`}
            figures={figures.filter(({ count }) => count > 0)}
          />
        ) : (
          <Columns
            key={label}
            figure={{ key: label, label, count: total, href: hrefOf(from, to) }}
            bars={figures}
            ends={endsOf({ unit, bars, from, to }, now)}
          />
        );
      })}
    </div>
  );
}
