/** What two copies of a profile know of erased customers, as it crosses from one thread to another. */
import { z } from 'zod';
import { folded } from '../../../platform/folded-text.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { FOR_EVER } from '../../core/records/erased/erased-subjects.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import { extend, type GoneTexts } from '../erasure/gone-texts.ts';

/** Each with the moment until which it goes: ISO 8601 UTC. */
type Ends = readonly (readonly [name: string, end: string])[];

export interface ErasedFacts {
  /** Customers, and what belongs to them. */
  readonly ids: Ends;
  /** What tells one person from others, folded, as it stands in JSON. */
  readonly texts: Ends;
  /** Names of fields that hold an amount. */
  readonly figures: readonly string[];
}

const idRows = z.array(z.object({ id: z.string(), end: z.string() }));

/** @param gone what the erasure took out of the databases just now */
export function erasedFactsOf(gone: GoneTexts, ...databases: readonly Sqlite[]): ErasedFacts {
  const ends = new Map<string, string>();
  for (const sqlite of databases) {
    const rows = sqlite.all(
      `SELECT e.id, coalesce(x.lifted_at, ?) AS end FROM erased_ids e
       JOIN erasures x ON x.customer_id = e.customer_id`,
      [FOR_EVER],
    );
    for (const { id, end } of idRows.parse(rows)) extend(ends, id, end);
  }
  return {
    ids: [...ends],
    texts: gone
      .telling()
      .map((text) => [
        folded(JSON.stringify(text).slice(1, -1)),
        gone.endOf(text) === '' ? FOR_EVER : gone.endOf(text),
      ]),
    figures: [...new Set(databases.flatMap((sqlite) => chosenFields(sqlite)))],
  };
}
