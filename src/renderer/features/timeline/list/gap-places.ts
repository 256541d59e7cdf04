/** Where gaps stand among the rows of the list: above the first event that happened before they ended. */
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { formatDistance, formatTimeRange } from '../../../format/exact-instants.ts';
import { timelineTexts } from '../texts.ts';

const texts = timelineTexts.gaps;

/**
 * Gaps between an event and the newer one above it in the list.
 * @param newerAt when the newer one happened; null when there is none
 */
export const gapsBetween = (
  gaps: readonly TimelineGap[],
  newerAt: string | null,
  olderAt: string,
): TimelineGap[] =>
  gaps.filter(
    ({ to }) =>
      (to === null || to > olderAt) && (newerAt === null || (to !== null && to <= newerAt)),
  );

/** In one line: reason, from when to when, and what is known to be missed. */
export function formatGap(gap: TimelineGap): string {
  const when =
    gap.to === null ? texts.since(longInstant(gap.from)) : formatTimeRange(gap.from, gap.to);
  return [
    texts.reasons[gap.reason],
    when,
    formatMissed(gap.missed.length, gap.isLookedThrough),
  ].join(' · ');
}

/** Several in one line, or the one. */
export function formatGaps(gaps: readonly TimelineGap[]): string {
  const [first] = gaps;
  if (first === undefined) return '';
  if (gaps.length === 1) return formatGap(first);
  const from = gaps.map((gap) => gap.from).reduce((one, other) => (one < other ? one : other));
  const isLasting = gaps.some((gap) => gap.to === null);
  const to = gaps.map((gap) => gap.to ?? '').reduce((one, other) => (one > other ? one : other));
  const when = isLasting ? texts.since(longInstant(from)) : formatTimeRange(from, to);
  const missed = gaps.reduce((sum, gap) => sum + gap.missed.length, 0);
  const isThrough = gaps.every(({ isLookedThrough }) => isLookedThrough);
  return [texts.many(gaps.length), when, formatMissed(missed, isThrough)].join(' · ');
}

/** Nothing is said to be none where not everything was gone through. */
export const formatMissed = (count: number, isLookedThrough: boolean): string =>
  isLookedThrough ? texts.missed(count) : texts.missedSoFar(count);

/** How long a gap lasted, in words; null while it lasts, and where that is no time to speak of. */
export function lengthOfGap({ from, to }: Pick<TimelineGap, 'from' | 'to'>): string | null {
  const lasted = to === null ? 0 : Date.parse(to) - Date.parse(from);
  return lasted < 100 ? null : formatDistance(lasted);
}
