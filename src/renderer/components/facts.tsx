/** Names and values, one a line. */
import type { ReactNode } from 'react';
import classes from './facts.module.css';
import { allSeen } from './outside-text.tsx';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt className={classes['name']}>{allSeen(name)}</dt>
      <dd className={classes['value']}>{allSeen(children)}</dd>
    </div>
  );
}
