/** How an address stands, as its mark and its sentence say it. */
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import type { Tone } from '../../../components/status-mark.tsx';
import { shortInstant } from '../../../format/instants.ts';
import { forwardingTexts } from './texts.ts';

const texts = forwardingTexts.target;

export interface TargetState {
  tone: Tone;
  mark: string;
  /** Why it fails and what comes of it; null while nothing fails, or nothing is sent. */
  reason: string | null;
}

/** Red once nothing is tried any more, amber while it still is. */
export function targetStateOf(
  { isPaused, failing, nextTryAt }: Pick<ForwardTargetView, 'isPaused' | 'failing' | 'nextTryAt'>,
  now: number,
): TargetState {
  if (isPaused) return { tone: 'grey', mark: texts.paused, reason: null };
  if (failing === null) return { tone: 'green', mark: texts.active, reason: null };
  const mark = texts.failingSince(shortInstant(failing.since, now), failing.status);
  return nextTryAt === null
    ? { tone: 'red', mark, reason: texts.givenUp(failing.reason) }
    : { tone: 'amber', mark, reason: texts.triedAgain(failing.reason) };
}
