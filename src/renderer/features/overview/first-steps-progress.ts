/** How far a newcomer is: what is done counts as done, whether it was skipped before or not. */
import type { FirstStep } from '../../../bridge/overview.ts';

export type Progress = Readonly<Record<FirstStep, 'open' | 'done' | 'skipped'>>;

export function progressOf(
  skipped: readonly FirstStep[],
  done: Readonly<Record<FirstStep, boolean>>,
): Progress {
  const of = (step: FirstStep) =>
    done[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open';
  return { work: of('work'), events: of('events'), notices: of('notices') };
}

export const isFinished = (progress: Progress): boolean =>
  Object.values(progress).every((state) => state !== 'open');
