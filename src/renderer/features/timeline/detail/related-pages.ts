/** Events around one, put together of what came with it and of older pages. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';

export interface RelatedPage {
  readonly rows: readonly TimelineRow[];
  readonly hasMore: boolean;
}

export interface RelatedParts {
  /** What comes with the event, read again whenever something changed. */
  readonly related: readonly TimelineRow[];
  readonly hasOlderRelated: boolean;
  /**
   * What stood there when older ones were asked for the first time; null before. It stays, so that
   * newer ones that come push none out between it and the older pages.
   */
  readonly begun: readonly TimelineRow[] | null;
  /** What came before the last of `begun`, page by page; undefined while the first still comes. */
  readonly pages: readonly RelatedPage[] | undefined;
}

/** Newest first, each once, without a hole; what was read last says how an event stands. */
export function relatedRows({ related, begun, pages }: RelatedParts): readonly TimelineRow[] {
  const known = new Map<number, TimelineRow>();
  const all = [...related, ...(begun ?? []), ...(pages ?? []).flatMap(({ rows }) => rows)];
  for (const row of all) if (!known.has(row.key)) known.set(row.key, row);
  return [...known.values()].sort((one, other) => other.key - one.key);
}

export function hasOlder({ hasOlderRelated, begun, pages }: RelatedParts): boolean {
  if (begun === null) return hasOlderRelated;
  return pages?.at(-1)?.hasMore ?? true;
}

/** The key before which the next page begins; undefined after the last. */
export const keyOfNext = ({ rows, hasMore }: RelatedPage): number | undefined =>
  hasMore ? rows.at(-1)?.key : undefined;
