/** Names and values, one a line. */
import type { ReactNode } from 'react';
import { FactName } from '../app/help/field-help.tsx';
import { stateTexts } from '../texts/states.ts';
import { CopyIcon } from './copy-button.tsx';
import classes from './facts.module.css';
import { allSeen } from './outside-text.tsx';

/** `isPlain`: none of it is somebody's, so the privacy veil (app/veil) leaves it readable. */
export function Facts({ isPlain = false, children }: { isPlain?: boolean; children: ReactNode }) {
  return (
    <dl className={classes['facts']} data-plain={isPlain || undefined}>
      {children}
    </dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <dt className={classes['name']}>
        <FactName>{allSeen(name)}</FactName>
      </dt>
      <dd className={classes['value']}>{allSeen(children)}</dd>
    </div>
  );
}

/** A value with a button that copies it. */
export function Copied(props: { text: string; what: string; children: ReactNode }) {
  return (
    <span className={classes['copied']}>
      {props.children}
      <CopyIcon text={props.text} label={stateTexts.copyThing(props.what)} />
    </span>
  );
}
