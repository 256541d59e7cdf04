/** One line of the frame, over the screen: what is so, and what can be done about it. */
import { createContext, type ReactNode, use } from 'react';
import { PageLink } from '../../components/page-link.tsx';
import { type Tone, ToneIcon } from '../../components/status-mark.tsx';
import type { FrameNotice } from '../feature.tsx';
import classes from './shell.module.css';

/** How many other notices wait, and the way to them. */
export const OtherNotices = createContext<ReactNode>(null);

export interface FrameLineProps {
  tone: Tone;
  children: ReactNode;
  action?: ReactNode;
}

export function FrameLine({ tone, children, action }: FrameLineProps) {
  const others = use(OtherNotices);
  return (
    <div className={classes['notice']} data-tone={tone} role="status">
      <ToneIcon tone={tone} size={16} />
      <span className={classes['noticeText']}>{children}</span>
      {action}
      {others}
    </div>
  );
}

interface LeadingNotice extends Omit<FrameNotice, 'line'> {
  leadsTo: string;
  words: string;
  /** The link to where it leads. */
  see: string;
  more?: ReactNode;
}

export const leadingNotice = ({ words, see, more, ...notice }: LeadingNotice): FrameNotice => ({
  ...notice,
  line: (
    <FrameLine
      tone={notice.tone}
      action={
        <>
          <PageLink href={notice.leadsTo} underline="always">
            {see}
          </PageLink>
          {more}
        </>
      }
    >
      {words}
    </FrameLine>
  ),
});
