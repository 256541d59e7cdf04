/** How many events of which traits were known at a moment. */
import { z } from 'zod';
import type { Sqlite } from '../../../foundation/sqlite.ts';
import type { CountedTraits, KnownTraits } from './known-traits.ts';
import type { Steps } from './pages.ts';

/** Events of one step; others are answered in between. */
const STEP = 20_000;

const heardRow = z.object({ heard_at: z.int() });
const countedRows = z.array(z.object({ traits: z.int(), events: z.int() }));

/** Returns what counts them; the last answer is kept until the index is written. */
export function createKnownThen(
  sqlite: Sqlite,
): (known: KnownTraits, knownAt: number) => Steps<readonly CountedTraits[]> {
  let kept: { readonly of: string; readonly counted: readonly CountedTraits[] } | null = null;
  return function* (known, knownAt) {
    const of = `${known.version} ${knownAt}`;
    if (kept?.of === of) return kept.counted;
    const events = new Map<number, number>();
    let after = -1;
    while (after < knownAt) {
      const row = sqlite.first(
        `SELECT heard_at FROM events INDEXED BY events_by_heard
         WHERE heard_at > ? AND heard_at <= ? ORDER BY heard_at LIMIT 1 OFFSET ${STEP}`,
        [after, knownAt],
      );
      const upTo = row === undefined ? knownAt : heardRow.parse(row).heard_at;
      const found = sqlite.all(
        `SELECT traits, count(*) AS events FROM events INDEXED BY events_by_heard
         WHERE heard_at > ? AND heard_at <= ? GROUP BY traits`,
        [after, upTo],
      );
      for (const one of countedRows.parse(found)) {
        events.set(one.traits, (events.get(one.traits) ?? 0) + one.events);
      }
      after = upTo;
      yield;
    }
    const counted = [...events].flatMap(([id, count]) => {
      const traits = known.byId.get(id);
      return traits === undefined ? [] : [{ id, events: count, traits }];
    });
    kept = { of, counted };
    return counted;
  };
}
