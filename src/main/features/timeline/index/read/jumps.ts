/** Steps of lives before which a state seems to be missing, found without going over all events. */
import { z } from 'zod';
import { inParts } from '../../../../../platform/slices.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { moveBetween, type Subject, stepOf, subjects } from '../../lifecycle/steps.ts';
import type { Jump, Jumps } from '../../types.ts';
import { msOfKey } from '../keys.ts';
import { hashOf } from '../marks.ts';
import type { KnownTraits } from './known-traits.ts';
import type { Steps } from './pages.ts';

export interface JumpQuery {
  /** Keys from the first on and before the second. */
  readonly low: number;
  readonly high: number;
  /** Whether the steps at the beginning are looked at, or those at the end. */
  readonly take: 'oldest' | 'newest';
  /** So many steps are looked at. */
  readonly limit: number;
  /** In production mock events are no part of a life (decisions 23). */
  readonly withMocks: boolean;
  /** Milliseconds since 1970: of what was heard by then; null is now. */
  readonly knownAt: number | null;
}

const keyRows = z.array(z.object({ key: z.int() }));
const stepRow = z.object({
  traits: z.int(),
  resource_id: z.string().nullable(),
  customer_id: z.string().nullable(),
});
const traitsRow = z.object({ traits: z.int() });
/** Steps that are looked at before something else may be asked. */
const AT_ONCE = 200;

/** Each step reads the traits anew: something may have been written since the one before. */
export function* jumps(
  sqlite: Sqlite,
  knownTraits: () => KnownTraits,
  query: JumpQuery,
): Steps<Jumps> {
  const until = query.knownAt ?? Number.MAX_SAFE_INTEGER;
  const keys = stepKeys(sqlite, knownTraits(), query, until);
  const found: Jump[] = [];
  for (const part of inParts(keys, AT_ONCE)) {
    yield;
    const jumpAt = createJumpAt(sqlite, knownTraits(), until);
    found.push(...part.flatMap((key) => jumpAt(key) ?? []));
  }
  const last = keys.at(-1);
  return {
    jumps: found,
    last: keys.length < query.limit || last === undefined ? null : msOfKey(last),
  };
}

function stepKeys(
  sqlite: Sqlite,
  known: KnownTraits,
  query: JumpQuery,
  until: number,
): readonly number[] {
  const { low, high, take, limit, withMocks } = query;
  const down = take === 'newest';
  return known.all
    .filter(({ traits }) => (withMocks || !traits.isMock) && stepOf(traits.name) !== null)
    .flatMap(({ id }) =>
      keyRows.parse(
        sqlite.all(
          `SELECT key FROM events WHERE traits = ? AND key >= ? AND key < ? AND heard_at <= ?
           ORDER BY key ${down ? 'DESC' : 'ASC'} LIMIT ?`,
          [id, low, high, until, limit],
        ),
      ),
    )
    .map(({ key }) => key)
    .sort((one, other) => (down ? other - one : one - other))
    .slice(0, limit);
}

/** Returns what finds the jump to one step; null where there is none. */
function createJumpAt(
  sqlite: Sqlite,
  known: KnownTraits,
  until: number,
): (key: number) => Jump | null {
  const stepIn = (traits: number) => stepOf(known.byId.get(traits)?.name ?? '');
  const traitsOf = (wanted: Subject): string =>
    JSON.stringify(known.all.flatMap(({ id }) => (stepIn(id)?.subject === wanted ? [id] : [])));
  const ofSubject = new Map(subjects.map((subject) => [subject, traitsOf(subject)]));

  /** State of the step before in the same life. */
  const stateBefore = (subject: Subject, id: string, key: number): string | null => {
    const whose = subject === 'payout' ? 'resource' : 'customer';
    const row = sqlite.first(
      `SELECT traits FROM events WHERE ${whose}_hash = ? AND key < ? AND ${whose}_id = ?
         AND traits IN (SELECT value FROM json_each(?)) AND heard_at <= ?
       ORDER BY key DESC LIMIT 1`,
      [hashOf(id), key, id, ofSubject.get(subject) ?? '[]', until],
    );
    return row === undefined ? null : (stepIn(traitsRow.parse(row).traits)?.state ?? null);
  };

  return (key) => {
    const found = sqlite.first(
      'SELECT traits, resource_id, customer_id FROM events WHERE key = ?',
      [key],
    );
    if (found === undefined) return null;
    const row = stepRow.parse(found);
    const step = stepIn(row.traits);
    const id = step?.subject === 'payout' ? row.resource_id : row.customer_id;
    if (step === null || id === null) return null;
    const { subject, state } = step;
    const { unheard } = moveBetween(subject, stateBefore(subject, id, key), state);
    return unheard.length > 0 ? { subject, id, key } : null;
  };
}
