/** Erasures of before, carried out in another copy of the same data. */
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type Erasure, openErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { putErasures, untilOf } from './erase-records.ts';
import type { GoneTexts } from './gone-texts.ts';
import { sweep } from './sweep.ts';

/**
 * In the running transaction. Gives how many customers were erased by then.
 *
 * @param gone texts of theirs that this database does not have any more
 */
export function eraseAgain(sqlite: Sqlite, erasures: readonly Erasure[], gone?: GoneTexts): number {
  if (erasures.length === 0) return 0;
  putErasures(sqlite, erasures);
  const all = untilOf(openErasedSubjects(sqlite).list());
  sweep(sqlite, all, gone);
  return all.size;
}

/**
 * Each of two databases gets what the other one and the lists know, before anything goes from one to the other:
 * what was erased in either is in neither. The source is a copy.
 */
export function eraseInBoth(source: Sqlite, target: Sqlite, listed: readonly Erasure[]): number {
  const all = [
    ...listed,
    ...openErasedSubjects(source).list(),
    ...openErasedSubjects(target).list(),
  ];
  source.transaction(() => eraseAgain(source, all));
  return eraseAgain(target, all);
}
