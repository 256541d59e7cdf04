/** A block that says one thing about the page, a list or a form, with its tone. */
import type { ReactNode } from 'react';
import classes from './notice.module.css';
import { type Tone, ToneIcon } from './status-mark.tsx';

export interface NoticeProps {
  tone: Tone;
  title?: string;
  role?: 'alert' | 'status' | 'note';
  children: ReactNode;
  actions?: ReactNode;
}

export function Notice({ tone, title, role = 'note', children, actions }: NoticeProps) {
  return (
    <div className={classes['notice']} data-tone={tone} role={role}>
      <ToneIcon tone={tone} size={18} />
      <div className={classes['body']}>
        {title !== undefined && <strong className={classes['title']}>{title}</strong>}
        {children}
        {actions !== undefined && actions !== false && (
          <div className={classes['actions']}>{actions}</div>
        )}
      </div>
    </div>
  );
}

/** What belongs to one notice, point by point, in place of a notice or a paragraph for each. */
export function NoticePoints({ points }: { points: readonly string[] }) {
  return (
    <ul className={classes['points']}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
