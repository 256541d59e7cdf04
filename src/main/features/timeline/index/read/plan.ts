/** A filter as the queries go about it. */
import { eachFlag, eventFlags, flagNames, lateAfterMs } from '../../../../../bridge/event-flags.ts';
import { instantOf } from '../../../../core/records/order.ts';
import { firstKey } from '../keys.ts';
import { runsOf } from '../words.ts';
import { type Conditions, conditionsThen, mayHavePassed } from './as-of.ts';
import { type CountedTraits, type IndexFilter, type KnownTraits, testOf } from './known-traits.ts';

export interface Plan {
  readonly known: KnownTraits;
  /** null: all. Of a moment: those that may have passed then. */
  readonly traits: readonly CountedTraits[] | null;
  /** What the marks of a row have to have been at the moment; null when nothing is asked of them. */
  readonly marksThen: Conditions | null;
  /** Keys from `low` on, and before `high`. */
  readonly low: number;
  readonly high: number;
  readonly resourceId: string | null;
  readonly customerId: string | null;
  /** Milliseconds since 1970: what was heard later is left out. */
  readonly knownAt: number | null;
  /** Every word has to occur. */
  readonly words: readonly string[];
  /** The search, where it is nothing but an id as the service writes them: two words. */
  readonly id: string | null;
  /** A search in which there is no word, which nothing has. */
  readonly isWordless: boolean;
  readonly filter: IndexFilter;
}

/** A kind, and what tells one of the kind from all others: letters and digits, so that few events have it. */
const ID = /^[a-z]+_(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{8,}$/i;

export function planOf(known: KnownTraits, filter: IndexFilter): Plan {
  const from = instantOf(filter.from);
  const to = instantOf(filter.to);
  const words = [...new Set(runsOf(filter.search))];
  const knownAt = instantOf(filter.knownAt);
  return {
    known,
    ...traitsOf(known, filter, knownAt),
    low: from === null ? 0 : firstKey(from),
    high: to === null ? Number.MAX_SAFE_INTEGER : firstKey(to),
    resourceId: filter.resourceId,
    customerId: filter.customerId,
    knownAt,
    words,
    id: words.length === 2 && ID.test(filter.search.trim()) ? filter.search.trim() : null,
    isWordless: words.length === 0 && filter.search.trim() !== '',
    filter,
  };
}

function traitsOf(
  known: KnownTraits,
  filter: IndexFilter,
  knownAt: number | null,
): Pick<Plan, 'traits' | 'marksThen'> {
  const passesNow = testOf(known, filter);
  if (passesNow === null) return { traits: null, marksThen: null };
  const marksThen = knownAt === null ? null : conditionsThen(known, filter, knownAt, passesNow);
  if (marksThen === null) {
    return { traits: known.all.filter(({ traits }) => passesNow(traits)), marksThen };
  }
  const { names, resourceKinds } = filter;
  const fixed = eachFlag((flag) => (eventFlags[flag].isFixed ? filter[flag] : null));
  const isOfContent = testOf(known, { ...anything, names, resourceKinds, ...fixed });
  const mayPass = known.all.filter(
    ({ traits }) =>
      (isOfContent === null || isOfContent(traits)) && mayHavePassed(traits, known.paths, filter),
  );
  return { traits: mayPass, marksThen };
}

/** Asks nothing. Written out, because the schema brings 2 MB of others into the thread. */
const anything: IndexFilter = {
  names: [],
  resourceKinds: [],
  resourceId: null,
  customerId: null,
  proof: null,
  ...eachFlag(() => null),
  from: null,
  to: null,
  search: '',
  knownAt: null,
  slotPaths: null,
};

/** What has to be asked of a row itself, whatever led to it; begins with AND or is empty. */
export function rowConditions(plan: Plan, has: 'nothing' | 'traits' | 'marks'): Conditions {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, value: string | number): void => {
    parts.push(` AND ${sql}`);
    values.push(value);
  };
  if (plan.resourceId !== null) add('e.resource_id = ?', plan.resourceId);
  if (plan.customerId !== null) add('e.customer_id = ?', plan.customerId);
  if (plan.knownAt !== null) add('e.heard_at <= ?', plan.knownAt);
  const isTold = has === 'traits' || (has === 'marks' && areMarked(plan.filter));
  if (!isTold && plan.traits !== null) {
    add('e.traits IN (SELECT value FROM json_each(?))', idsOf(plan.traits));
  }
  if (plan.marksThen !== null) {
    parts.push(plan.marksThen.sql);
    values.push(...plan.marksThen.values);
  }
  return { sql: parts.join(''), values };
}

/** Whether the words of an event tell all that the filter asks of its traits (marks.ts). */
const areMarked = (filter: IndexFilter): boolean =>
  filter.slotPaths === null &&
  filter.proof === null &&
  flagNames.every((flag) => filter[flag] === null);

export const idsOf = (traits: readonly CountedTraits[]): string =>
  JSON.stringify(traits.map(({ id }) => id));

/** An event that is not ahead of our clock stands before this key when it was heard by then. */
export const knownBefore = (knownAt: number): number => firstKey(knownAt + lateAfterMs + 1);
