/** What moved in a period. */
import { partFile } from '../../components/part-file.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import type { MovedProps } from './moved.tsx';
import { MovedHead } from './moved-head.tsx';
import classes from './overview.module.css';

/** Comes behind the first frame. */
export const movedFile = partFile(async () => (await import('./moved.tsx')).Moved);

export function MovedPart(props: MovedProps) {
  const before = (
    <>
      <MovedHead />
      <SkeletonTable />
    </>
  );
  return (
    <section className={classes['part']} aria-labelledby="what-moved">
      <div className={classes['head']}>
        <Title order={2} id="what-moved">
          {texts.title}
        </Title>
        <Switch
          size="xs"
          label={texts.asTable}
          checked={isTable}
          onChange={({ currentTarget }) => setIsTable(currentTarget.checked)}
        />
      </div>
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
      <ReadFailure title={texts.failed} error={error} onReadAgain={() => void query.refetch()} />
      <Suspense>
        <PayoutsMoved {...{ from, to, bars, unit, isTable }} />
      </Suspense>
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
    </section>
  );
}
