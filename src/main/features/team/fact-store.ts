/** Stores facts of entries of the team's log, as many at once as one transaction takes. */
import type { Clock } from '../../../platform/clock.ts';
import { errorCode } from '../../../platform/error-code.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Entry } from '../handover/entries.ts';
import { createMerging, type Merging } from '../handover/merging.ts';
import { type Origins, openOrigins } from '../handover/origins.ts';
import type { EntryCounts } from '../handover/outcome.ts';
import { kindOfFact, type ReadFact } from './facts.ts';
import type { Publishing } from './publishing.ts';
import { createSliceSize, WORK_MS, workedMs } from './slice-size.ts';

/** How long it takes lines, by the clock; what follows from them takes as long again. */
const LONGEST_MS = 50;

/** What an entry of hand-over becomes before it is stored; null: it is not. */
export type Reduce = (entry: Entry) => Entry | null;

export interface FactStoreParts {
  readonly sqlite: Sqlite;
  /** This computer's public key. */
  readonly own: string;
  readonly known: () => readonly string[];
  /** Erased customers stay erased. */
  readonly reduce: () => Reduce;
  /** Before what comes is stored; gives what to call after it, in the same transaction: none of it is published again. */
  readonly passing: Publishing['passing'];
  readonly clock: Clock;
}

/** What came of facts that are taken together. */
export interface StoredFacts {
  /** By file. */
  readonly origins: Map<string, Origins>;
  readonly taken: {
    readonly counts: EntryCounts[];
    readonly kinds: Set<string>;
  };
}

/** The request that it repeats may come after it. */
const isRepeating = ({ fact }: ReadFact): boolean =>
  fact.what === 'request' && fact.content.repeats !== null;

/** What does not fit what is here. */
const isConstraint = (error: unknown): boolean => /CONSTRAINT/.test(errorCode(error));
/** What no record can be made of, whatever is here. */
class Unstorable extends Error {
  override readonly name = 'Unstorable';
}
export const isUnfit = (error: unknown): boolean =>
  error instanceof Unstorable || isConstraint(error);

export function createFactStore({ sqlite, own, known, reduce, passing, clock }: FactStoreParts) {
  const size = createSliceSize(WORK_MS);
  let records: ReturnType<typeof openRecords> | null = null;
  const opened = () => {
    records ??= openRecords({ sqlite });
    return records;
  };

  /** As many as fit into a transaction, the last first. */
  function storeSome(facts: ReadFact[], stored: StoredFacts): void {
    const reducing = reduce();
    const merging = createMergings(stored);
    const until = clock.now() + LONGEST_MS;
    size.begin();
    // At least one, however busy the computer is.
    let isMore = true;
    while (isMore) {
      const next = facts.pop();
      if (next === undefined) break;
      takeFact(next, merging.of(next), reducing, stored);
      isMore = size.add(kindOfFact(next)) && clock.now() < until;
    }
    merging.finish();
  }

  /** One, whose facts are of one file after another. */
  function createMergings({ taken, origins }: StoredFacts) {
    let merging: Merging | null = null;
    let open = '';
    return {
      finish(): void {
        if (merging !== null) taken.counts.push(merging.finish().brought);
      },
      of({ file }: ReadFact): Merging {
        if (merging !== null && open === file) return merging;
        const of = origins.get(file) ?? openOrigins(sqlite, own, file);
        origins.set(file, of);
        merging ??= createMerging(sqlite, of, known(), opened);
        merging.goOnWith(of);
        open = file;
        return merging;
      },
    };
  }

  function takeFact(
    { fact }: ReadFact,
    merging: Merging,
    reducing: Reduce,
    { taken }: StoredFacts,
  ): void {
    const reduced = reducing(fact);
    if (reduced === null) return;
    if (reduced.what === 'observation') taken.kinds.add(reduced.content.kind);
    merging.take(reduced);
  }

  return {
    /**
     * In the running transaction: as many as fit, the last first, and keeps none of those. Throws what SQLite throws,
     * and Unstorable.
     */
    store(facts: ReadFact[], stored: StoredFacts): void {
      // SQLite prepares all statements again after it.
      if (facts.some(isRepeating)) sqlite.exec('PRAGMA defer_foreign_keys = ON');
      const passOver = passing();
      try {
        storeSome(facts, stored);
      } catch (error) {
        if (errorCode(error) !== '') throw error;
        throw new Unstorable('A fact of the team’s log can’t be stored.', { cause: error });
      }
      passOver();
    },
    /** A power cut may undo the last of them, with the cursor: the log is read from there again. */
    runMeasured(transaction: () => boolean): boolean {
      const before = process.threadCpuUsage();
      const isMore = transaction();
      size.worked(workedMs(before), isMore);
      return isMore;
    },
  };
}
