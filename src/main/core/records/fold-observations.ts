/** Folds all observations of one resource into its record, in parts: one may have many. */
import { type Fold, fold } from './fold.ts';
import type { ObservationsRepository, Resource } from './observations-repository.ts';
import { comparePositions, type Position } from './order.ts';
import type { PlacedObservation } from './place-observation.ts';
import type { KnownRecord } from './types.ts';

/** Observations of one part. */
const PART = 200;

type Observations = Pick<ObservationsRepository, 'inOrder'>;

/**
 * The record; null without observations. What is written between two steps may be missing: whoever
 * waits between them asks for what arrived meanwhile.
 */
export function* foldObservations(
  observations: Observations,
  { kind, id }: Resource,
): Generator<undefined, KnownRecord | null> {
  const times: string[] = [];
  const said = yield* foldSide(observations, { kind, id }, false, times);
  const entered = yield* foldSide(observations, { kind, id }, true, times);
  const [first] = times;
  if (first === undefined) return null;
  return {
    kind,
    id,
    ...folds(said, entered),
    firstLearnedAt: times.reduce((least, at) => (at < least ? at : least), first),
    lastLearnedAt: times.reduce((most, at) => (at > most ? at : most), first),
    observations: times.length,
  };
}

/** The record of a resource of which nothing else is known. */
export function foldPlaced(all: readonly PlacedObservation[]): KnownRecord {
  const [first] = all;
  if (first === undefined) throw new TypeError('A record stands on at least one observation.');
  const inOrder = all.toSorted((one, other) => comparePositions(one.position, other.position));
  const times = all.map(({ observedAt }) => observedAt).sort();
  return {
    kind: first.kind,
    id: first.id,
    ...folds(
      fold(inOrder.filter(({ isEntered }) => !isEntered)),
      fold(inOrder.filter(({ isEntered }) => isEntered)),
    ),
    firstLearnedAt: times[0] ?? first.observedAt,
    lastLearnedAt: times.at(-1) ?? first.observedAt,
    observations: all.length,
  };
}

/** Adds to `times` when each was observed. */
function* foldSide(
  observations: Observations,
  resource: Resource,
  isEntered: boolean,
  times: string[],
): Generator<undefined, Fold> {
  let folded = fold([]);
  let after: Position | null = null;
  for (;;) {
    const { sources, next } = observations.inOrder(resource, isEntered, after, PART);
    folded = fold(sources, folded);
    times.push(...sources.map(({ observedAt }) => observedAt));
    if (next === null) return folded;
    after = next;
    yield;
  }
}

/** What a record holds of two folds: of what the service said, and of what was entered here. */
export const folds = (said: Fold, entered: Fold) => ({
  body: said.body,
  provenance: said.provenance,
  entered: entered.body,
  enteredProvenance: entered.provenance,
});

/** Where nobody waits, all steps are taken at once. */
export function inOneGo<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
