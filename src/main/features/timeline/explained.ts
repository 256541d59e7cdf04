/** What is told of single events and of the time between them, over the index, the records and the service. */
import type {
  LifecycleView,
  TimelineDetail,
  TimelineGap,
  TimelineRow,
} from '../../../bridge/timeline.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import { instantOf } from '../../core/records/order.ts';
import { type DetailParts, detailOf, type EventAsked, knownEvent } from './detail/detail.ts';
import { relatedBefore } from './detail/related.ts';
import {
  type FurtherAsked,
  type GapsAsked,
  type GapViewParts,
  gapViews,
  missedView,
} from './gaps/gap-views.ts';
import { createPaced } from './gaps/paced.ts';
import { lifecycleOf } from './lifecycle/lifecycle.ts';
import type { Subject } from './lifecycle/lives.ts';
import { type LookedUp, type LookupParts, lookUp } from './lookup/lookup.ts';
import type { TimelineIndex } from './types.ts';

/** `knownAt` is ISO 8601 with a zone everywhere; null is now. */
export interface Explained {
  /** Throws Failed NOT_FOUND, and INVALID for a moment that is none or has not come. */
  get(asked: EventAsked): Promise<TimelineDetail>;
  /** What `related` of an event goes on with, before a key. Throws as get. */
  related(
    asked: EventAsked & { readonly before: number },
  ): Promise<{ readonly rows: TimelineRow[]; readonly hasMore: boolean }>;
  /** Asks the service (Interface 4.5). Throws Failed INVALID, out of the past too, and NOT_FOUND. */
  lookUp(eventId: string, knownAt?: string | null): Promise<LookedUp>;
  /** `id`: of the payout, else of the customer. */
  lifecycle(subject: Subject, id: string, knownAt?: string | null): Promise<LifecycleView>;
  /** Newest first. */
  gaps(asked: GapsAsked): Promise<TimelineGap[]>;
  /** Goes on with one of them. Throws Failed NOT_FOUND when it is no gap any more. */
  missed(asked: FurtherAsked): ReturnType<typeof missedView>;
}

export interface ExplainedParts extends DetailParts, LookupParts, GapViewParts {
  readonly index: TimelineIndex;
  readonly records: DetailParts['records'] & LookupParts['records'] & GapViewParts['records'];
  readonly inbox: DetailParts['inbox'];
}

export function createExplained(parts: ExplainedParts): Explained {
  /** As observations are dated. Throws Failed INVALID. */
  const past = (knownAt: string | null): string | null => {
    if (knownAt === null) return null;
    requirePast(parts.clock, knownAt);
    return new Date(instantOf(knownAt) ?? 0).toISOString();
  };
  const pacedGaps = createPaced(async (asked: string) => {
    const [from = null, to = null, knownAt = null] = JSON.parse(asked) as (string | null)[];
    return await gapViews({ from, to, knownAt }, parts);
  });
  return {
    get: async (asked) => await detailOf({ ...asked, knownAt: past(asked.knownAt) }, parts),
    async related({ before, ...asked }) {
      const knownAt = past(asked.knownAt);
      const row = await knownEvent({ ...asked, knownAt }, parts.index);
      const { rows, hasMore } = await relatedBefore(row, before, parts.index, knownAt);
      return { rows: await parts.named(rows, knownAt), hasMore };
    },
    lookUp: (eventId, knownAt = null) => lookUp(eventId, parts, knownAt),
    lifecycle: async (subject, id, knownAt = null) =>
      await lifecycleOf(subject, id, parts, past(knownAt)),
    gaps: async ({ from, to, knownAt }) =>
      await pacedGaps(JSON.stringify([from, to, past(knownAt)])),
    missed: async (asked) => await missedView({ ...asked, knownAt: past(asked.knownAt) }, parts),
  };
}
