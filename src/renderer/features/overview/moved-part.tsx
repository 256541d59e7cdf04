/** What moved in a period. */
import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Bridge } from '../../../bridge/contract.ts';
import { partFile } from '../../components/part-file.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import classes from './overview.module.css';
import type { Period } from './paths.ts';
import type { TimeBars } from './period.ts';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

/** Comes behind the first frame. */
export const movedFile = partFile(async () => (await import('./moved.tsx')).Moved);

export type MovedView = Awaited<ReturnType<Bridge['overview']['moved']>>;

export interface MovedPartProps extends TimeBars {
  query: UseQueryResult<MovedView>;
  period: Period;
  lastVisitAt: string | null;
}

export function MovedPart(props: MovedPartProps) {
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

/** @param props.children what can be done with it */
export function MovedHead({ children }: { children?: ReactNode }) {
  return (
    <div className={classes['head']}>
      <Title order={2} id="what-moved">
        {texts.title}
      </Title>
      {children}
    </div>
  );
}
