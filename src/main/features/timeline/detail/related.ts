/** Events around one: of the same resource and of the same customer. */
import { timelineFilter } from '../../../../bridge/timeline.ts';
import type { IndexedEvent, TimelineIndex } from '../types.ts';

const MOST_RELATED = 50;

/** Newest first; `hasMore`: there are older ones. */
export interface Related {
  readonly rows: readonly IndexedEvent[];
  readonly hasMore: boolean;
}

type Lists = Pick<TimelineIndex, 'list'>;

/**
 * The event itself among them, without a hole: the newest, or where it is older than those, it and
 * what came before it.
 * @param knownAt ISO 8601; null is now
 */
export async function relatedTo(
  row: IndexedEvent,
  index: Lists,
  knownAt: string | null = null,
): Promise<Related> {
  const newest = await pageOf(row, { before: null, knownAt }, index);
  if (newest.rows.some(({ key }) => key === row.key)) return newest;
  const older = await pageOf(row, { before: row.key, knownAt }, index);
  const rows = [row, ...older.rows];
  return {
    rows: rows.slice(0, MOST_RELATED),
    hasMore: older.hasMore || rows.length > MOST_RELATED,
  };
}

/** Those that stand before a key, older ones. */
export const relatedBefore = (
  row: IndexedEvent,
  before: number,
  index: Lists,
  knownAt: string | null = null,
): Promise<Related> => pageOf(row, { before, knownAt }, index);

async function pageOf(
  { resourceId, customerId }: IndexedEvent,
  { before, knownAt }: { readonly before: number | null; readonly knownAt: string | null },
  index: Lists,
): Promise<Related> {
  const filters = [
    ...(resourceId === null ? [] : [{ resourceId, knownAt }]),
    ...(customerId === null ? [] : [{ customerId, knownAt }]),
  ].map((filter) => timelineFilter.parse(filter));
  const pages = await Promise.all(
    filters.map((filter) => index.list({ filter, before, limit: MOST_RELATED })),
  );
  const all = new Map(pages.flatMap(({ rows }) => rows).map((event) => [event.key, event]));
  const rows = [...all.values()].toSorted((one, other) => other.key - one.key);
  return {
    rows: rows.slice(0, MOST_RELATED),
    hasMore: rows.length > MOST_RELATED || pages.some(({ hasMore }) => hasMore),
  };
}
