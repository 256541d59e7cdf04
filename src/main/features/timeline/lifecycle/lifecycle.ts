/** The life of one payout, one identity check or one set of terms, out of the events that are known. */
import { type LifecycleView, timelineFilter } from '../../../../bridge/timeline.ts';
import type { IndexedEvent, TimelineIndex } from '../types.ts';
import { moveBetween, nextStates, placeOf, prefixOf, type Subject, stepOf } from './steps.ts';

/** What a step needs of an event. */
export type StepEvent = Pick<
  IndexedEvent,
  'key' | 'eventId' | 'name' | 'happenedAt' | 'heardAt' | 'isMock'
> & {
  /** When the record in it says that it was so, in milliseconds: orders events of one moment. */
  readonly recordAt?: number | null;
};

/** More steps than any life has; the newest are kept. */
const MOST_STEPS = 1_000;
const PAGE = 200;

export interface LifecycleParts {
  readonly index: Pick<TimelineIndex, 'list'>;
  /** Mock events are no part of a life there (decisions 23). */
  readonly isProduction: boolean;
}

/**
 * `id`: of the payout, else of the customer. No steps where nothing is known.
 * @param knownAt ISO 8601 with a zone: of what was heard by then; null is now
 */
export async function lifecycleOf(
  subject: Subject,
  id: string,
  { index, isProduction }: LifecycleParts,
  knownAt: string | null = null,
): Promise<LifecycleView> {
  const filter = timelineFilter.parse({
    knownAt,
    names: [prefixOf(subject)],
    ...(subject === 'payout' ? { resourceId: id } : { customerId: id }),
    ...(isProduction ? { isMock: false } : {}),
  });
  const events: IndexedEvent[] = [];
  let before: number | null = null;
  do {
    const page = await index.list({ filter, before, limit: PAGE });
    events.push(...page.rows);
    before = page.hasMore ? (page.rows.at(-1)?.key ?? null) : null;
  } while (before !== null && events.length < MOST_STEPS);
  return lifecycleFrom(subject, events);
}

/** Events of one life, in any order. */
export function lifecycleFrom(subject: Subject, events: readonly StepEvent[]): LifecycleView {
  let from: string | null = null;
  let at: number | null = null;
  const steps = inOrder(subject, events).map((event) => {
    const { state, key, eventId, happenedAt, heardAt, moment } = event;
    const { isUsual, unheard } = moveBetween(subject, from, state);
    const sinceMs = at === null ? null : moment - at;
    from = state;
    at = moment;
    return { state, eventId, key, happenedAt, heardAt, sinceMs, isUsual, unheard: [...unheard] };
  });
  const last = steps.at(-1);
  return { subject, steps, next: last === undefined ? [] : [...nextStates(subject, last.state)] };
}

const momentOf = ({ happenedAt, heardAt }: Pick<StepEvent, 'happenedAt' | 'heardAt'>) =>
  Date.parse(happenedAt ?? heardAt);

type Placed = StepEvent & { readonly state: string; readonly moment: number };

/**
 * By when they happened. What happened in the same millisecond stands as its records date themselves, and
 * else as the assumed order has it: nothing else tells which was first.
 */
function inOrder(subject: Subject, events: readonly StepEvent[]): readonly Placed[] {
  const placed = events.flatMap((event): Placed[] => {
    const step = stepOf(event.name);
    return step?.subject === subject
      ? [{ ...event, state: step.state, moment: momentOf(event) }]
      : [];
  });
  const sorted = placed.toSorted(
    (left, right) =>
      left.moment - right.moment ||
      recordAtOf(left) - recordAtOf(right) ||
      placeOf(subject, left.state) - placeOf(subject, right.state) ||
      left.key - right.key,
  );
  const ordered: Placed[] = [];
  while (sorted.length > 0) {
    const [first] = sorted;
    const together = sorted.filter(
      (step) => step.moment === first?.moment && recordAtOf(step) === recordAtOf(first),
    );
    const from = ordered.at(-1)?.state ?? null;
    const next = together.find(({ state }) => isDirect(subject, from, state)) ?? first;
    if (next === undefined) break;
    ordered.push(next);
    sorted.splice(sorted.indexOf(next), 1);
  }
  return ordered;
}

const recordAtOf = ({ recordAt }: StepEvent): number => recordAt ?? 0;

const isDirect = (subject: Subject, from: string | null, to: string): boolean => {
  const { isUsual, unheard } = moveBetween(subject, from, to);
  return isUsual && unheard.length === 0;
};
