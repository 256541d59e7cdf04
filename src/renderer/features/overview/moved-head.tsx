/** What stands over what moved, before and after it is there. */
import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Bridge } from '../../../bridge/contract.ts';
import classes from './overview.module.css';
import type { Period } from './paths.ts';
import type { TimeBars } from './period.ts';
import { overviewTexts } from './texts.ts';

const { moved: texts } = overviewTexts;

export type MovedView = Awaited<ReturnType<Bridge['overview']['moved']>>;

export interface MovedPartProps extends TimeBars {
  query: UseQueryResult<MovedView>;
  period: Period;
  lastVisitAt: string | null;
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
