/** One resource as it was known at a moment, of kinds that stay few: nothing is made of all the others. */
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { foldObservations } from './fold-observations.ts';
import { newestObservations } from './newest-observations.ts';
import {
  createObservationsRepository,
  type ObservationsRepository,
  type Resource,
} from './observations-repository.ts';
import { withoutRow } from './reads.ts';
import { createRecordsRepository } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { KnownRecord, Observation } from './types.ts';

/** Arrivals that are looked through for the resource; where more came, it is made anew. */
const ARRIVALS = 2_000;

interface Newest extends Resource {
  readonly limit: number;
}

/** Both in short steps. What was made is kept for the moment asked for last. */
export interface ResourceAsOf {
  /** null when nothing of it was observed by then. */
  record(knownAt: string, asked: Resource): Generator<undefined, KnownRecord | null>;
  /** Those observed by then, newest first. */
  observations(knownAt: string, asked: Newest): Generator<undefined, Observation[]>;
}

/** @param source of the profile. Moments are ISO 8601 UTC with milliseconds. */
export function createResourceAsOf(source: Sqlite): ResourceAsOf {
  const queries = createQueries<RecordsSchema>(source);
  const present = createRecordsRepository(queries);
  const until = (knownAt: string) => createObservationsRepository(queries, source.seal, knownAt);

  function* fold(
    observations: ObservationsRepository,
    { kind, id }: Resource,
    knownAt: string,
  ): Generator<undefined, KnownRecord | null> {
    const record = withoutRow(present.get(kind, id));
    if (record === null || record.firstLearnedAt > knownAt) return null;
    // Nothing of it was observed later.
    if (record.lastLearnedAt <= knownAt) return record;
    return yield* foldObservations(observations, { kind, id });
  }

  return {
    record: kept(until, fold),
    observations: kept(until, (observations, { kind, id, limit }: Newest) =>
      newestObservations(observations, { kind, id }, limit),
    ),
  };
}

/** Makes again only what something arrived of that was observed by then. */
function kept<Asked extends Resource, Made>(
  until: (knownAt: string) => ObservationsRepository,
  make: (
    observations: ObservationsRepository,
    asked: Asked,
    knownAt: string,
  ) => Generator<undefined, Made>,
): (knownAt: string, asked: Asked) => Generator<undefined, Made> {
  let moment: string | null = null;
  let held = new Map<string, { readonly arrived: number; readonly made: Made }>();
  return function* (knownAt, asked) {
    if (moment !== knownAt) held = new Map();
    moment = knownAt;
    // Another moment may be asked for between two steps.
    const own = held;
    const observations = until(knownAt);
    const key = JSON.stringify(asked);
    const isTouched = (after: number, upTo: number): boolean =>
      upTo - after > ARRIVALS ||
      observations
        .touched(after, upTo)
        .some(({ kind, id }) => kind === asked.kind && id === asked.id);
    let last = own.get(key);
    for (;;) {
      const arrived = observations.lastArrival();
      if (last !== undefined && !isTouched(last.arrived, arrived)) {
        own.set(key, { ...last, arrived });
        return last.made;
      }
      last = { arrived, made: yield* make(observations, asked, knownAt) };
    }
  };
}
