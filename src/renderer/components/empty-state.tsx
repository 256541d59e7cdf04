/** Says what will be here, offers the one next step, and shows a picture of the list to come. */
import { Title } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty-state.module.css';

export interface EmptyStateProps {
  title: string;
  body: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
  /** A picture of what comes, where that is no list in the making. */
  Icon?: TablerIcon;
  /** Headings of the list to come. Left out where no list comes: nothing matches, or a part of a detail. */
  headings?: readonly string[];
}

export function EmptyState({ title, body, action, Icon, headings, level = 2 }: EmptyStateProps) {
  return (
    <>
      <div className={classes['empty']}>
        {Icon !== undefined && (
          <Icon size={40} stroke={1.25} aria-hidden className={classes['icon'] ?? ''} />
        )}
        <Title order={level} size="h2">
          {title}
        </Title>
        <p className={classes['body']}>{body}</p>
        {action}
      </div>
      {headings !== undefined && <Picture headings={headings} />}
    </>
  );
}

/** Rows of the picture: empty ones, because a row of bones is a list that is being read. */
const pictured = ['1', '2', '3', '4', '5', '6'];

/** Most columns of the picture: more would be too narrow to read. */
const maxColumns = 5;

/** Rows without words, under the headings of the list to come. */
export function Picture({ headings }: { headings: readonly string[] }) {
  const shown = headings.filter((heading) => heading !== '').slice(0, maxColumns);
  return (
    <div className={classes['picture']} aria-hidden>
      <div className={classes['headings']}>
        {shown.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <div className={classes['rows']}>
        {pictured.map((row) => (
          <div key={row} className={classes['row']} />
        ))}
      </div>
    </div>
  );
}
