/** What stands out of an event and how its two clocks stand, in sentences. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { eventMeanings, isEventName, listedEventNames } from '../../../../contract/event-names.ts';
import type { Tone } from '../../../components/status-mark.tsx';
import { formatDistance } from '../../../format/exact-instants.ts';
import { type MarkKind, marksOf, timesAgain } from '../list/event-words.ts';
import { eventTexts } from './texts.ts';

export interface Explanation {
  readonly kind: MarkKind;
  readonly tone: Tone;
  readonly sentence: string;
}

export function explanationsOf(row: TimelineRow, isProduction: boolean): Explanation[] {
  const { marks } = eventTexts;
  const sentences: Record<MarkKind, string> = {
    differs: marks.differs,
    mock: isProduction ? marks.mockInProduction : marks.mock,
    ahead: marks.ahead,
    noTime: marks.noTime,
    epoch: marks.epoch,
    late: marks.late,
    outOfOrder: marks.outOfOrder,
    seen: marks.seen(timesAgain(row)),
  };
  return marksOf(row, isProduction).map(({ kind, tone }) => ({
    kind,
    tone,
    sentence: sentences[kind],
  }));
}

/** How much later it was heard than it happened; null where the event gives no time. */
export function betweenClocks(row: Pick<TimelineRow, 'happenedAt' | 'heardAt'>): string | null {
  if (row.happenedAt === null) return null;
  const distance = Date.parse(row.heardAt) - Date.parse(row.happenedAt);
  if (Number.isNaN(distance)) return null;
  const { clocks } = eventTexts;
  if (Math.abs(distance) < 50) return clocks.together;
  const words = formatDistance(distance);
  return distance < 0 ? clocks.earlier(words) : clocks.later(words);
}

export interface Subject {
  readonly subject: 'payout' | 'kyc' | 'terms';
  readonly resourceId: string;
}

/** Whose life an event is a step of; null where it is none that is drawn (Interface 3). */
export function subjectOf(
  row: Pick<TimelineRow, 'name' | 'family' | 'resourceId' | 'customerId'>,
): Subject | null {
  const { name, family, resourceId } = row;
  if (family === 'payout') return resourceId === null ? null : { subject: 'payout', resourceId };
  const customerId = row.customerId ?? resourceId;
  if (customerId === null) return null;
  if (name.startsWith('customer.kyc.')) return { subject: 'kyc', resourceId: customerId };
  if (name.startsWith('customer.tos.')) return { subject: 'terms', resourceId: customerId };
  return null;
}

const listed: ReadonlySet<string> = new Set(listedEventNames);

/** What a name stands for, in the interface's own words (Interface 6). */
export function meaningOf(name: string): string {
  const { meansNothing, unlisted } = eventTexts.clocks;
  if (!isEventName(name)) return meansNothing;
  const words = eventMeanings[name];
  const meaning = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return listed.has(name) ? meaning : `${meaning}; ${unlisted}`;
}
