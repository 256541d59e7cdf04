/** Erasures of before, carried out in another copy of the same data. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type Erasure, openErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { emptyFreePages, putErasures, untilOf } from './erase-records.ts';
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

const finishedRows = z.array(
  z.object({ customer_id: z.string(), at: z.string(), finished_at: z.string() }),
);

/**
 * In a transaction after which free pages may hold what went: erasures are unfinished from then on, so that the next
 * opening finishes them where this is cut off. Gives what empties the pages, and ends that.
 */
export function beginPurge(sqlite: Sqlite): (sqlite: Sqlite) => void {
  const finished = finishedRows.parse(
    sqlite.all('SELECT customer_id, at, finished_at FROM erasures WHERE finished_at IS NOT NULL'),
  );
  sqlite.run('UPDATE erasures SET finished_at = NULL, parts_left = NULL');
  return (again) => {
    emptyFreePages(again);
    for (const { customer_id, at, finished_at } of finished)
      again.run('UPDATE erasures SET finished_at = ? WHERE customer_id = ? AND at = ?', [
        finished_at,
        customer_id,
        at,
      ]);
  };
}

/**
 * Each of two databases gets what the other one and the lists know, before anything goes from one to the other:
 * what was erased in either is in neither. The source is a copy.
 *
 * @param gone gets the texts that went
 */
export function eraseInBoth(
  source: Sqlite,
  target: Sqlite,
  listed: readonly Erasure[],
  gone: GoneTexts,
): number {
  const all = [
    ...listed,
    ...openErasedSubjects(source).list(),
    ...openErasedSubjects(target).list(),
  ];
  source.transaction(() => eraseAgain(source, all, gone));
  return eraseAgain(target, all, gone);
}
