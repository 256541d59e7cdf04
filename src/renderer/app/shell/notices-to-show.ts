/** Which notices of the frame have a place, and in what order: one is shown at a time. */
import type { ReactNode } from 'react';
import type { Tone } from '../../components/status-mark.tsx';
import { isWithin } from '../fragment.ts';

export interface FrameNotice {
  /** Of the cause: the same while that lasts. */
  key: string;
  tone: Tone;
  /** The screen that it leads to: there it says nothing new. */
  leadsTo?: string;
  line: ReactNode;
}

/** Worst first; what was just created comes before what waits for long. */
const order: readonly Tone[] = ['red', 'green', 'amber', 'blue', 'grey'];

export const noticesToShow = <Notice extends Pick<FrameNotice, 'tone' | 'leadsTo'>>(
  notices: readonly Notice[],
  location: string,
): Notice[] =>
  notices
    .filter(({ leadsTo }) => leadsTo === undefined || !isWithin(location, leadsTo))
    .toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
