/** Customers whose personal data was erased, and what belongs to them: what comes of them later is kept without it. */
import { z } from 'zod';
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { ErasedNames } from './erased-bodies.ts';

/** The end of an erasure that nobody lifted. */
export const FOR_EVER = '9999';

/** As the table `erasures` has it. Times are ISO 8601 UTC with milliseconds. */
export interface Erasure {
  readonly customerId: string;
  readonly at: string;
  /** null where the system knew nobody. */
  readonly by: string | null;
  readonly reason: string;
  /** From when on personal data of the customer is recorded again. */
  readonly liftedAt: string | null;
  readonly liftedBy: string | null;
  readonly liftReason: string | null;
}

/** What was observed or written of an ID, and when. */
export interface AboutSubject {
  readonly id: string;
  readonly body: JsonObject;
  readonly observedAt: string;
}

export interface ErasedSubjects {
  /** The newest erasure; null where there is none. */
  of(customerId: string): Erasure | null;
  /** All, oldest first. */
  list(): readonly Erasure[];
  /** Those of the customers that one of the IDs belongs to; null: all. */
  among(ids: ReadonlySet<string> | null): readonly Erasure[];
  /**
   * Whether what was observed then is kept without personal data. What belongs to an erased customer is
   * noted, so that what names it alone is known too.
   */
  covers(observed: AboutSubject & { readonly kind: string }): boolean;
  /** The same as far as it is known; nothing is noted. */
  isKnown(observed: AboutSubject): boolean;
  /** Until when what is observed of the customer goes, where this was; null where it stays. */
  endOf(observed: AboutSubject): string | null;
  /** IDs of erased customers, and of what belongs to them, with the fields that stay of amounts. */
  names(): ErasedNames;
}

const erasureRow = z
  .object({
    customer_id: z.string(),
    at: z.string(),
    erased_by: z.string().nullable(),
    reason: z.string(),
    lifted_at: z.string().nullable(),
    lifted_by: z.string().nullable(),
    lift_reason: z.string().nullable(),
  })
  .transform(
    (row): Erasure => ({
      customerId: row.customer_id,
      at: row.at,
      by: row.erased_by,
      reason: row.reason,
      liftedAt: row.lifted_at,
      liftedBy: row.lifted_by,
      liftReason: row.lift_reason,
    }),
  );
const idRows = z.array(z.object({ id: z.string(), customer_id: z.string() }));

/**
 * Reads the table once; erasures come and end only while the profile is closed.
 *
 * @param figures names of fields that a person said hold an amount
 */
export function openErasedSubjects(
  sqlite: Sqlite,
  figures: readonly string[] = [],
): ErasedSubjects {
  const all = z
    .array(erasureRow)
    .parse(sqlite.all('SELECT * FROM erasures'))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const newest = new Map(all.map((erasure) => [erasure.customerId, erasure]));
  const owners = new Map(
    idRows
      .parse(sqlite.all('SELECT id, customer_id FROM erased_ids'))
      .map(({ id, customer_id }) => [id, customer_id]),
  );

  const until = (id: string): string => {
    const owner = owners.get(id);
    const erasure = owner === undefined ? undefined : newest.get(owner);
    return erasure === undefined ? '' : (erasure.liftedAt ?? FOR_EVER);
  };
  const namedIn = ({ id, body, observedAt }: AboutSubject): string | null => {
    const isErased = (one: string): boolean => observedAt < until(one);
    return isErased(id) ? id : subjectIn(body, isErased);
  };

  return {
    of: (customerId) => newest.get(customerId) ?? null,
    list: () => all,
    among(ids) {
      if (ids === null) return all;
      const named = new Set([...ids].map((id) => owners.get(id)));
      return all.filter(({ customerId }) => named.has(customerId));
    },
    covers({ kind, id, body, observedAt }) {
      if (owners.size === 0) return false;
      const named = namedIn({ id, body, observedAt });
      if (named === null) return false;
      if (kind !== 'event' && kind !== 'webhook' && !owners.has(id)) {
        const owner = owners.get(named) ?? named;
        sqlite.run(
          'INSERT INTO erased_ids (id, customer_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
          [id, owner],
        );
        owners.set(id, owner);
        // What came of it before it was known whose it is, is erased at the next opening.
        sqlite.run(
          `UPDATE erasures SET finished_at = NULL, parts_left = NULL WHERE customer_id = ?
             AND EXISTS (SELECT 1 FROM observations WHERE kind = ? AND id = ?)`,
          [owner, kind, id],
        );
      }
      return true;
    },
    isKnown: (observed) => owners.size > 0 && namedIn(observed) !== null,
    endOf(observed) {
      const named = owners.size === 0 ? null : namedIn(observed);
      return named === null ? null : until(named);
    },
    names: () => ({
      ids: [...owners.keys()].filter((id) => until(id) === FOR_EVER),
      figures,
    }),
  };
}

/** Keys under which a body says whose it is. */
const naming = /^id$|customer|account|owner/i;

/** The first ID that `isOne` holds for, where the body says whose it is; null where it names none. */
export function subjectIn(value: unknown, isOne: (id: string) => boolean, key = ''): string | null {
  if (typeof value === 'string') return naming.test(key) && isOne(value) ? value : null;
  if (typeof value !== 'object' || value === null) return null;
  const inner = Array.isArray(value)
    ? value.map((one) => [key, one] as const)
    : Object.entries(value);
  for (const [name, one] of inner) {
    const found = subjectIn(one, isOne, name);
    if (found !== null) return found;
  }
  return null;
}
