/** The newest observations of one resource, in parts: one may have many. */
import type { NewestPart, ObservationsRepository, Resource } from './observations-repository.ts';
import { comparePositions, type Position } from './order.ts';
import type { Observation } from './types.ts';

/** Observations of one part, where more than that are asked for. */
const PART = 200;

type Observations = Pick<ObservationsRepository, 'newest'>;
type Placed = NewestPart['observations'][number];

/** At most `limit` of them, newest first by the order that the fold goes by. */
export function* newestObservations(
  observations: Observations,
  resource: Resource,
  limit: number,
): Generator<undefined, Observation[]> {
  // The index keeps what was entered apart, so each side is read by it alone and without sorting.
  const said = yield* newestOfSide(observations, resource, false, limit);
  const entered = yield* newestOfSide(observations, resource, true, limit);
  return [...said, ...entered]
    .sort((one, other) => comparePositions(other.position, one.position))
    .slice(0, limit)
    .map(({ observation }) => observation);
}

function* newestOfSide(
  observations: Observations,
  resource: Resource,
  isEntered: boolean,
  limit: number,
): Generator<undefined, Placed[]> {
  const found: Placed[] = [];
  let before: Position | null = null;
  for (;;) {
    const part = observations.newest(resource, isEntered, before, Math.min(limit, PART));
    found.push(...part.observations);
    if (part.next === null || found.length >= limit) return found;
    before = part.next;
    yield;
  }
}
