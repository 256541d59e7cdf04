/** The start screen: what needs a person, and what moved. */
import { Button, Title } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { partFile } from '../../app/feature.tsx';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { OfMoment } from '../../components/of-moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useShownMoment } from '../../components/use-now.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { visitStore } from '../../stores/made-once.ts';
import stepsClasses from './first-steps.module.css';
import type { HandleRequest } from './handle-dialog.tsx';
import type { MovedProps } from './moved.tsx';
import { MovedHead } from './moved-head.tsx';
import type { NeedsView } from './need-lines.tsx';
import classes from './overview.module.css';
import type { Period } from './paths.ts';
import { barsOf, movedInput, periodAt } from './period.ts';
import { overviewTexts } from './texts.ts';

const { needs: texts } = overviewTexts;

/** Comes behind the first frame. */
const needLinesFile = partFile(async () => (await import('./need-lines.tsx')).NeedLines);
const HandleDialog = lazy(async () => ({
  default: (await import('./handle-dialog.tsx')).HandleDialog,
}));
const LimitsDialog = lazy(async () => ({
  default: (await import('./limits-dialog.tsx')).LimitsDialog,
}));

/** What needs a person. */
function NeedsPart({ query }: { query: UseQueryResult<NeedsView> }) {
  const { data, error } = query;
  const { knownAt } = useKnownAt();
  const [asked, setAsked] = useState<HandleRequest | null>(null);
  const [isSettingLimits, setSettingLimits] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes['part']} aria-labelledby="needs-you">
      <div className={classes['head']}>
        <Title
          order={2}
          id="needs-you"
          ref={heading}
          tabIndex={-1}
          className={classes['title'] ?? ''}
        >
          {texts.title}
          {data !== undefined && data.needs.length > 0 && (
            <span className={classes['count']}> · {groupedCount(data.needs.length)}</span>
          )}
        </Title>
        {data !== undefined && knownAt === null && (
          <Button variant="subtle" size="compact-xs" onClick={() => setSettingLimits(true)}>
            {texts.limits}
          </Button>
        )}
      </div>
      <ReadFailure title={texts.failed} query={query} />
      {data === undefined && error === null && <SkeletonTable />}
      {data !== undefined && (
        <needLinesFile.Part view={data} onHandle={setAsked} before={<SkeletonTable />} />
      )}
      <Suspense>
        {asked !== null && (
          <HandleDialog
            asked={asked}
            onClose={() => setAsked(null)}
            onDone={() => heading.current?.focus()}
          />
        )}
        {isSettingLimits && data !== undefined && (
          <LimitsDialog limits={data.limits} onClose={() => setSettingLimits(false)} />
        )}
      </Suspense>
    </section>
  );
}

const firstStepsFile = partFile(async () => (await import('./first-steps.tsx')).FirstSteps);
/** Comes behind the first frame. */
const movedFile = partFile(async () => (await import('./moved.tsx')).Moved);

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
  const lastVisitAt = useLastVisit();
  const time = barsOf(period, useShownMoment(), lastVisitAt);
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

/** What moved in a period. */
function MovedPart(props: MovedProps) {
  const before = (
    <>
      <MovedHead />
      <SkeletonTable />
    </>
  );
  return (
    <section className={classes['part']} aria-labelledby="what-moved">
      <movedFile.Part {...props} before={before} />
    </section>
  );
}

/** While the screen stands there, somebody looks; after half an hour without that it is another visit. */
const tellingMs = 5 * 60_000;

const useVisit = visitStore(() =>
  createStore<{ lastVisitAt: string | null }>(() => ({ lastVisitAt: null })),
);

/** Tells main that somebody looks, and gives when the visit before ended; null where there was none. */
function useLastVisit(): string | null {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const visit = useVisit();
  useEffect(() => {
    if (profileId === '') return;
    const tell = (): void => {
      if (document.visibilityState !== 'visible') return;
      bridge.overview.seen({ profileId }).then(visit.setState, () => undefined);
    };
    tell();
    const timer = setInterval(tell, tellingMs);
    return () => clearInterval(timer);
  }, [bridge, profileId, visit]);
  return useStore(visit).lastVisitAt;
}
