/** Which notices of the frame have a place, and in what order: one is shown at a time. */
import type { Tone } from '../../components/status-mark.tsx';
import type { FrameNotice } from '../feature.tsx';
import { isWithin } from '../fragment.ts';

/** Worst first; what was just created comes before what waits for long. */
const order: readonly Tone[] = ['red', 'green', 'amber', 'blue', 'grey'];

export const noticesToShow = <Notice extends Pick<FrameNotice, 'tone' | 'leadsTo'>>(
  notices: readonly Notice[],
  location: string,
): Notice[] =>
  notices
    .filter(({ leadsTo }) => leadsTo === undefined || !isWithin(location, leadsTo))
    .toSorted((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
