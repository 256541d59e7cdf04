/** Says what will be here and offers the one next step. */
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  body: string;
  icon?: ReactNode;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}

export function EmptyState({ title, body, icon, action, level = 2 }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      {icon !== undefined && <div className={classes['icon']}>{icon}</div>}
      <Title order={level} size="h2">
        {title}
      </Title>
      <p className={classes['body']}>{body}</p>
      {action}
    </div>
  );
}
