/** Walks genuine deliveries in short slices, so that nothing else on the main thread waits long. */
import type { DeliveryFacts, DeliverySource } from './types.ts';

/** Deliveries of one slice. */
export const maxOfSlice = 200;
/** Milliseconds after which a slice ends, however few it had. */
const mostMs = 10;

export interface WalkedSlice {
  /** Where the next slice begins. */
  readonly cursor: number;
  readonly isMore: boolean;
}

/**
 * Visits the next few genuine deliveries after `cursor` and up to `end`, in the order in which they
 * became genuine. What is not taken in yet ends the walk; what never will be is passed over.
 */
export function walkSlice(
  source: DeliverySource,
  { cursor, end }: { readonly cursor: number; readonly end: number },
  visit: (arrival: number, facts: DeliveryFacts) => void,
): WalkedSlice {
  const readable = Math.min(end, source.takenInUpTo());
  const until = performance.now() + mostMs;
  const page = cursor < readable ? source.genuineAfter(cursor, maxOfSlice) : [];
  let reached = cursor;
  for (const { sequence, arrival } of page) {
    if (sequence > readable) return { cursor: reached, isMore: false };
    const facts = source.facts(arrival);
    if (facts !== null) visit(arrival, facts);
    reached = sequence;
    if (performance.now() > until) return { cursor: reached, isMore: true };
  }
  return { cursor: reached, isMore: page.length === maxOfSlice };
}
