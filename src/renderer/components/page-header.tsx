/** Title row of a screen: name, count, main action on the right. */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { groupedCount } from '../../bridge/words.ts';
import classes from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  /** All that are known, or how to say it; null while that is not known. */
  count?: number | string | null;
  action?: ReactNode;
  back?: ReactNode;
}

export function PageHeader({ title, count, action, back }: PageHeaderProps) {
  return (
    <div className={classes['header']}>
      {back}
      <Title order={1} id="page-title" tabIndex={-1} className={classes['title']}>
        {title}
        {count !== undefined && count !== null && (
          <span className={classes['count']}>
            {' '}
            · {typeof count === 'string' ? count : groupedCount(count)}
          </span>
        )}
      </Title>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
