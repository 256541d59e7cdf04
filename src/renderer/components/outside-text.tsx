/** Text from outside, in which nothing stays unseen: what has no shape stands as a marked escape. */
import { Children, type ReactNode } from 'react';
import { seenRuns } from '../format/hidden-characters.ts';
import { stateTexts } from '../texts/states.ts';
import classes from './outside-text.module.css';

/** Marks in one text. Of a body that is full of them, the escapes alone have to do. */
const most = 400;

export function OutsideText({ text }: { text: string }) {
  const runs = seenRuns(text);
  if (runs.length > 2 * most) return runs.map((run) => run.text).join('');
  return runs.map((run, index) =>
    run.isEscape ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs repeat and never move
      <span key={index} className={classes['hidden']} title={stateTexts.hiddenCharacters}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}

/** The same for what stands directly in a place that shows whatever it is given. */
export const allSeen = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string' ? <OutsideText text={child} /> : child,
  );
