/** The heading of what moved, with what can be done with it. */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './overview.module.css';
import { overviewTexts } from './texts.ts';

export function MovedHead({ children }: { children?: ReactNode }) {
  return (
    <div className={classes['head']}>
      <Title order={2} id="what-moved">
        {overviewTexts.moved.title}
      </Title>
      {children}
    </div>
  );
}
