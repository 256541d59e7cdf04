/** How many events of which traits were known at a moment. */
import { z } from 'zod';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import type { CountedTraits, KnownTraits } from './known-traits.ts';
import type { Steps } from './pages.ts';
import { inReceivedParts } from './received-parts.ts';

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
    yield* inReceivedParts(sqlite, knownAt, (after, upTo) => {
      const found = sqlite.all(
        `SELECT traits, count(*) AS events FROM events INDEXED BY events_by_heard
         WHERE heard_at > ? AND heard_at <= ? GROUP BY traits`,
        [after, upTo],
      );
      for (const one of countedRows.parse(found)) {
        events.set(one.traits, (events.get(one.traits) ?? 0) + one.events);
      }
    });
    const counted = [...events].flatMap(([id, count]) => {
      const traits = known.byId.get(id);
      return traits === undefined ? [] : [{ id, events: count, traits }];
    });
    kept = { of, counted };
    return counted;
  };
}
