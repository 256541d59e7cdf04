/** Where the lines of the overview come from: one small source for each kind. */
import type { NeedKind } from '../../../../bridge/need-kinds.ts';
import type { LimitHours, NeedItem } from '../../../../bridge/overview.ts';
import type { UpdateTopic } from '../../../../bridge/updates.ts';

/** Items that are read of a kind; of more, the newest. */
export const maxItems = 200;
/** What happened longer ago, and needs only to be known, is not told any more. */
export const recentMs = 30 * 86_400_000;

export interface NeedQuestion {
  /** ISO 8601 UTC with milliseconds; null is now. */
  readonly knownAt: string | null;
  /** That moment, in milliseconds since 1970. */
  readonly moment: number;
  readonly limits: LimitHours;
}

export interface FoundNeeds {
  /** Newest first, at most `maxItems`. */
  readonly items: readonly NeedItem[];
  /** How many there are in all. */
  readonly count: number;
  /** There may be more of them. */
  readonly isAtLeast?: boolean;
  /** Whether the source is still being read: what is old may yet be found. */
  readonly isBeingRead?: boolean;
  /** When the oldest began, ISO 8601; null where that is not known, or nothing was found. */
  readonly since?: string | null;
}

export interface NeedSource {
  readonly kind: NeedKind;
  /** Updates after which it may be otherwise; null: it is found anew each time. */
  readonly topics: readonly UpdateTopic[] | null;
  /** It can be told of an earlier moment too. */
  readonly hasPast?: true;
  find(question: NeedQuestion): FoundNeeds | Promise<FoundNeeds>;
}

/** All of a kind, in any order. */
export function foundAll(items: readonly NeedItem[]): FoundNeeds {
  const newestFirst = items.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return {
    items: newestFirst.slice(0, maxItems),
    count: items.length,
    since: newestFirst.at(-1)?.at ?? null,
  };
}

export const needItem = (
  id: string,
  at: string,
  name: string | null = null,
  what: readonly string[] = [],
): NeedItem => ({ id, at, name, what: [...what] });
