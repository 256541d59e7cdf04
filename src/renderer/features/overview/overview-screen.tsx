/** The start screen: what needs a person, and what moved. */
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { partFile } from '../../components/part-file.tsx';
import { useNow } from '../../components/use-now.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import stepsClasses from './first-steps.module.css';
import { MovedPart, movedFile } from './moved-part.tsx';
import { NeedsPart, needLinesFile } from './needs-part.tsx';
import classes from './overview.module.css';
import type { Period } from './paths.ts';
import { barsOf, movedInput, periodAt } from './period.ts';
import { overviewTexts } from './texts.ts';
import { useLastVisit } from './use-last-visit.ts';

const firstStepsFile = partFile(async () => (await import('./first-steps.tsx')).FirstSteps);

/** What changes with time alone is asked again so often, in milliseconds. */
const askingMs = 60_000;

export function OverviewScreen({ part }: { part: string | null }) {
  const period = periodAt(part);
  useEffect(bringParts, []);
  return (
    <>
      <PageHeader title={overviewTexts.title} />
      <div className={classes['page']}>
        <OfMoment>
          <Overview period={period} />
        </OfMoment>
      </div>
    </>
  );
}

function Overview({ period }: { period: Period }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const now = useNow();
  const lastVisitAt = useLastVisit();
  const time = barsOf(period, knownAt === null ? now : Date.parse(knownAt), lastVisitAt);
  const needs = useQuery({
    ...queries.overview.needs.queryOptions({ input: { knownAt } }),
    refetchInterval: askingMs,
  });
  const moved = useQuery(queries.overview.moved.queryOptions({ input: movedInput(time, knownAt) }));
  const isEmpty =
    moved.data !== undefined &&
    Object.values(moved.data.stages).every((count) => count === 0) &&
    moved.data.accounts.known === 0 &&
    needs.data?.needs.length === 0 &&
    needs.data.handled.length === 0;
  const isNow = knownAt === null;
  const isRead = moved.data !== undefined && needs.data !== undefined;
  if (isEmpty && isNow) return <firstStepsFile.Part isEmpty before={<StepsTitle />} />;
  return (
    <>
      {isNow && isRead && <firstStepsFile.Part isEmpty={false} />}
      <div className={classes['columns']}>
        <NeedsPart query={needs} />
        <MovedPart query={moved} {...{ period, lastVisitAt }} {...time} />
      </div>
    </>
  );
}

/** As the steps begin, until their file is there. */
function StepsTitle() {
  return (
    <section className={stepsClasses['first']}>
      <div className={stepsClasses['head']}>
        <Title order={2} className={stepsClasses['firstTitle']}>
          {overviewTexts.first.title}
        </Title>
      </div>
    </section>
  );
}

/** Before it is known what is shown: all of it may be. A failure shows where one is rendered. */
function bringParts(): void {
  for (const { load } of [firstStepsFile, needLinesFile, movedFile]) load().catch(() => undefined);
}
