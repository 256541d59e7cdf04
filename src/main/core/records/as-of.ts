/**
 * Records as they were known at a moment: the fold of what was observed by then. They are made anew in
 * memory, in short slices between which main answers others, and kept for the moment asked for last.
 * What arrives later and was observed by then is folded in before the next answer.
 */
import type { ResourceKind } from '../../../contract/resources.ts';
import type { Clock } from '../../../platform/clock.ts';
import { migrate } from '../../../platform/migrations.ts';
import { createQueries } from '../../../platform/queries.ts';
import { inSlices } from '../../../platform/slices.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { createColumns } from './columns.ts';
import { createFindRecords } from './find-records.ts';
import { foldObservations } from './fold-observations.ts';
import { addMissingColumns, listedKinds } from './list-table.ts';
import { recordsMigrations } from './migrations.ts';
import { createObservationsRepository, type Resource } from './observations-repository.ts';
import { instantOf } from './order.ts';
import { createOwnNames } from './own-names.ts';
import { createReads } from './reads.ts';
import { createRecordsRepository } from './records-repository.ts';
import { createResourceAsOf } from './resource-as-of.ts';
import type { RecordsSchema } from './schema.ts';
import type { KnownRecord, ListedKind, Observation, RecordReads } from './types.ts';

/** Records that were gone through, of all. */
export interface AsOfProgress {
  readonly done: number;
  readonly total: number;
}

export interface AsOfRecords {
  /**
   * Reads the records of a moment (ISO 8601 with a zone); `read` must not keep what it is given.
   * Rejects with TypeError for what is no moment, and with the signal's reason when it is aborted.
   */
  read<Result>(
    knownAt: string,
    read: (records: RecordReads) => Result,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * One record of a kind that stays few, made without those of other kinds; null when nothing of it
   * was observed by then. Rejects as `read`.
   */
  fold(
    kind: ResourceKind,
    id: string,
    knownAt: string,
    signal?: AbortSignal,
  ): Promise<KnownRecord | null>;
  /** Observations of one resource, at most `limit` by then: newest first, by the fold's order. Rejects as `fold`. */
  observations(
    kind: ResourceKind,
    id: string,
    knownAt: string,
    limit: number,
    signal?: AbortSignal,
  ): Promise<readonly Observation[]>;
  /** Progress of the moment that is being made; null while none is. */
  progress(): AsOfProgress | null;
  /** Lets go of what is held. Reads under way reject. Idempotent. */
  close(): void;
}

export interface AsOfOptions {
  /** Database of the profile, with all that was ever observed. */
  readonly sqlite: Sqlite;
  readonly clock: Clock;
}

/** Ids read at a time. */
const IDS = 200;
const isListed = (kind: ResourceKind): kind is ListedKind =>
  listedKinds.some((listed) => listed === kind);

interface Past {
  readonly knownAt: string;
  readonly reads: RecordReads;
  /** Folds in what arrived since. */
  refresh(): Generator<undefined, void>;
  close(): void;
}

export function openAsOf({ sqlite, clock }: AsOfOptions): AsOfRecords {
  let held: Past | null = null;
  let progress: AsOfProgress | null = null;
  const closed = new AbortController();
  /** Reads follow one another: each wants the moment that it asked for. */
  let queue: Promise<unknown> = Promise.resolve();

  const single = createResourceAsOf(sqlite);

  const untilClosed = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? closed.signal : AbortSignal.any([closed.signal, signal]);
  const done = <Result>(steps: Generator<undefined, Result>, signal: AbortSignal | undefined) =>
    inSlices(steps, clock, untilClosed(signal));

  const pastOf = async (knownAt: string, signal: AbortSignal | undefined): Promise<Past> => {
    untilClosed(signal).throwIfAborted();
    if (held?.knownAt === knownAt) {
      await done(held.refresh(), signal);
      return held;
    }
    held?.close();
    held = null;
    const past = openPast(sqlite, knownAt);
    try {
      await done(
        past.make((made) => {
          progress = made;
        }),
        signal,
      );
      await done(past.refresh(), signal);
    } catch (error) {
      past.close();
      throw error;
    } finally {
      progress = null;
    }
    held = past;
    return past;
  };

  return {
    async read(knownAt, read, signal) {
      const moment = momentOf(knownAt);
      const answer = queue.then(async () => read((await pastOf(moment, signal)).reads));
      queue = answer.catch(() => undefined);
      return await answer;
    },
    fold: async (kind, id, knownAt, signal) =>
      await done(single.record(momentOf(knownAt), { kind, id }), signal),
    observations: async (kind, id, knownAt, limit, signal) =>
      await done(single.observations(momentOf(knownAt), { kind, id, limit }), signal),
    progress: () => progress,
    close() {
      closed.abort(new Error('The profile was closed.'));
      held?.close();
      held = null;
    },
  };
}

/** As observations are dated: ISO 8601 UTC with milliseconds. */
function momentOf(knownAt: string): string {
  const milliseconds = instantOf(knownAt);
  if (milliseconds === null) {
    throw new TypeError('knownAt is not an ISO 8601 time with a zone.');
  }
  return new Date(milliseconds).toISOString();
}

/** Empty at first: `make` fills it. */
function openPast(source: Sqlite, knownAt: string) {
  const memory = openMemorySqlite(source.seal);
  migrate(memory, recordsMigrations);
  addMissingColumns(memory);
  const queries = createQueries<RecordsSchema>(memory);
  const stored = createRecordsRepository(queries);
  const sourceQueries = createQueries<RecordsSchema>(source);
  const observations = createObservationsRepository(sourceQueries, source.seal, knownAt);
  const columns = createColumns(queries, stored.get, observations, createOwnNames(source, knownAt));
  const present = createRecordsRepository(sourceQueries);
  let arrived = observations.lastArrival();

  function* keep(resource: Resource): Generator<undefined, void> {
    const record = unchangedSince(resource) ?? (yield* foldObservations(observations, resource));
    if (record === null) return;
    memory.transaction(() => columns.put(stored.put(record)));
  }

  /** The present record where it was the same then: nothing of it was observed later. */
  function unchangedSince({ kind, id }: Resource): KnownRecord | null {
    const record = present.get(kind, id);
    return record !== null && record.lastLearnedAt <= knownAt ? record : null;
  }

  /** Every record that there is now, some at a time. */
  function* recordsNow(kind: ListedKind) {
    for (let after = ''; ; ) {
      const learned = present.learned(kind, after, IDS);
      yield* learned;
      const last = learned.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  function* make(tell: (progress: AsOfProgress) => void): Generator<undefined, void> {
    const total = listedKinds.reduce((sum, kind) => sum + present.facts(kind).known, 0);
    let done = 0;
    for (const kind of listedKinds) {
      for (const { id, firstLearnedAt } of recordsNow(kind)) {
        // Saves work alone: of what was learned later no observation is by then, and it folds to nothing.
        if (firstLearnedAt <= knownAt) yield* keep({ kind, id });
        done += 1;
        tell({ done, total });
        yield;
      }
    }
  }

  function* refresh(): Generator<undefined, void> {
    let newest = observations.lastArrival();
    while (newest > arrived) {
      for (const resource of observations.touched(arrived, newest)) {
        if (isListed(resource.kind)) yield* keep(resource);
        yield;
      }
      arrived = newest;
      newest = observations.lastArrival();
    }
  }

  const find = createFindRecords(queries);
  const reads: RecordReads = createReads({ observations, stored, columns, find });
  return { knownAt, reads, make, refresh, close: () => memory.close() };
}
