/** A titled part of a detail, set off by a hairline. */
import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { SectionTitle } from '../app/help/field-help.tsx';
import classes from './section.module.css';

export interface SectionProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  /** In a wide window what it is about stands beside it. */
  isBeside?: boolean;
  children: ReactNode;
}

export function Section({ title, lead, action, isBeside = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      className={classes['section']}
      data-beside={isBeside || undefined}
      aria-labelledby={id}
    >
      <div className={classes['head']}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </div>
      {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
      <div>
        <SectionTitle value={title}>{children}</SectionTitle>
      </div>
    </section>
  );
}
