/**
 * Events that are known by now to have happened and were never delivered: because the service gave
 * them by their id, or because a later step of the same life needs one before it (decisions 28, 32).
 */
import { lateAfterMs } from '../../../../bridge/event-flags.ts';
import { type TimelineGap, timelineFilter } from '../../../../bridge/timeline.ts';
import { type JsonObject, jsonObject } from '../../../../contract/scalars.ts';
import { instantOf } from '../../../core/records/order.ts';
import type { Records } from '../../../core/records/types.ts';
import type { TimeRange } from '../../webhooks/receiver/coverage-log.ts';
import { reportedWebhooks } from '../detail/webhook-records.ts';
import { msOfKey } from '../index/keys.ts';
import { lifecycleOf } from '../lifecycle/lifecycle.ts';
import { eventNameOf } from '../lifecycle/steps.ts';
import type { IndexedEvent, Jump, TimelineIndex } from '../types.ts';
import type { Gap } from './gaps.ts';
import { type ListeningWebhook, listensTo } from './listening.ts';

export interface Missed extends TimeRange {
  readonly event: TimelineGap['missed'][number];
  /** The webhooks that it should have come to. */
  readonly webhooks: readonly ListeningWebhook[];
  /** It may be on its way still: only a gap makes it one that was missed. */
  readonly isFresh: boolean;
}

export interface MissedParts {
  readonly index: Pick<TimelineIndex, 'listLater' | 'jumps'>;
  readonly records: Pick<Records, 'get'>;
  readonly webhooks: readonly ListeningWebhook[];
  readonly isProduction: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** ISO 8601 with a zone: by what was heard by then; null is now. */
  readonly knownAt: string | null;
}

export interface Missing {
  readonly missed: readonly Missed[];
  /** Whether everything was gone through that can tell what was missed in the stretch. */
  readonly isLookedThrough: (stretch: TimeRange) => boolean;
}

/** Looked-up events that are looked at, the newest ones. */
const LOOK_UPS = 200;
/** Gaps whose first steps of lives are looked at, the newest ones, and how many of those. */
const GAPS = 30;
const STEPS_AFTER_A_GAP = 500;
/** Steps at the end of the stretch, and lives that are gone through. */
const NEWEST_STEPS = 1_000;
const LIVES = 200;
/** Steps of one further look. */
const STEPS_OF_A_LOOK = 5_000;

const END = Number.MAX_SAFE_INTEGER;

export async function missedWithin(
  within: TimeRange,
  gaps: readonly Gap[],
  parts: MissedParts,
): Promise<Missing> {
  if (parts.webhooks.length === 0) return { missed: [], isLookedThrough: () => true };
  const { rows, hasMore } = await lookUpsIn(within, null, parts);
  const oldest = rows.at(-1)?.happenedAt ?? null;
  /** From here on all look-ups of the stretch were looked at. */
  const lookedFrom = hasMore && oldest !== null ? Date.parse(oldest) + 1 : within.from;
  const lives = await unheard(within, gaps, parts);
  return {
    missed: [...rows.flatMap((row) => lookedUp(row, parts)), ...lives.missed],
    isLookedThrough: (stretch) =>
      within.from <= stretch.from &&
      within.to >= stretch.to &&
      lookedFrom <= stretch.from &&
      lives.isLookedThrough(stretch),
  };
}

/**
 * Goes on with one gap where `missedWithin` ended.
 * @param after milliseconds since 1970: where the look before ended; null: from the beginning
 * @returns `next`: where the next look begins; null when everything was gone through
 */
export async function missedFurther(
  gap: TimeRange,
  after: number | null,
  parts: MissedParts,
): Promise<{ readonly missed: readonly Missed[]; readonly next: number | null }> {
  const missed: Missed[] = [];
  let before: number | null = null;
  while (after === null) {
    const page = await lookUpsIn(gap, before, parts);
    missed.push(...page.rows.flatMap((row) => lookedUp(row, parts)));
    before = page.rows.at(-1)?.key ?? null;
    if (!page.hasMore || before === null) break;
  }
  const { jumps, last } = await parts.index.jumps({
    from: after ?? gap.from,
    to: END,
    knownAt: parts.knownAt,
    take: 'oldest',
    limit: STEPS_OF_A_LOOK,
  });
  const lives = new Map<string, Jump>();
  const left = jumps.find((jump) => {
    if (lives.size >= LIVES && !lives.has(nameOf(jump))) return true;
    lives.set(nameOf(jump), jump);
    return false;
  });
  const ever = { from: 0, to: END };
  for (const life of lives.values()) missed.push(...(await missedIn(life, ever, parts)));
  const next = left === undefined ? last : msOfKey(left.key);
  // However much happened in one millisecond, the next look goes on behind it.
  return { missed, next: next === null ? null : Math.max(next, (after ?? gap.from) + 1) };
}

/** Newest first. */
function lookUpsIn(
  { from, to }: TimeRange,
  before: number | null,
  { index, isProduction, knownAt }: MissedParts,
): ReturnType<TimelineIndex['list']> {
  const filter = timelineFilter.parse({
    proof: 'read',
    from: isoOf(from),
    to: isoOf(to),
    knownAt,
    ...(isProduction ? { isMock: false } : {}),
  });
  return index.listLater({ filter, before, limit: LOOK_UPS });
}

function lookedUp(row: IndexedEvent, { records, webhooks, now }: MissedParts): Missed[] {
  if (row.happenedAt === null) return [];
  const at = Date.parse(row.happenedAt);
  const event = records.get('event', row.eventId)?.body ?? {};
  const sentTo = reportedWebhooks(event)
    .filter(({ requestIds }) => requestIds.length > 0)
    .map(({ webhookId }) => webhookId);
  const meant = webhooks.filter(
    (webhook) =>
      sentTo.includes(webhook.id) || (webhook.since <= at && listensTo(webhook, row.name)),
  );
  if (meant.length === 0) return [];
  const isFresh = now - at <= lateAfterMs;
  return [{ from: at, to: at, event: toldByLookUp(row), webhooks: meant, isFresh }];
}

const toldByLookUp = ({ eventId, name, resourceKind, resourceId }: IndexedEvent) => ({
  eventId,
  name,
  resourceKind,
  resourceId,
  told: 'look-up' as const,
});

const nameOf = ({ subject, id }: Jump): string => `${subject} ${id}`;

async function unheard(
  within: TimeRange,
  gaps: readonly Gap[],
  parts: MissedParts,
): Promise<Missing> {
  const { index, knownAt, now } = parts;
  const lives = new Map<string, Jump>();
  let areAllThere = true;
  const note = (jumps: readonly Jump[]): void => {
    for (const jump of jumps) {
      if (lives.size < LIVES || lives.has(nameOf(jump))) lives.set(nameOf(jump), jump);
      else areAllThere = false;
    }
  };
  const newest = await index.jumps({ ...within, take: 'newest', limit: NEWEST_STEPS, knownAt });
  note(newest.jumps);
  /** From here on all steps up to now were looked at. */
  const looked = within.to <= now ? END : newest.last === null ? within.from : newest.last + 1;
  /** Where the look at the steps after a gap ended. */
  const ends = new Map<number, number>();
  for (const { from } of gaps.slice(-GAPS).toReversed()) {
    const after = { from, to: END, knownAt };
    const steps = await index.jumps({ ...after, take: 'oldest', limit: STEPS_AFTER_A_GAP });
    note(steps.jumps);
    ends.set(from, steps.last ?? END);
  }
  const missed: Missed[] = [];
  for (const life of lives.values()) missed.push(...(await missedIn(life, within, parts)));
  return {
    missed,
    isLookedThrough: ({ from }) => areAllThere && looked <= (ends.get(from) ?? from),
  };
}

/** What was not heard of in one life. */
async function missedIn(
  { subject, id }: Jump,
  within: TimeRange,
  parts: MissedParts,
): Promise<readonly Missed[]> {
  const { records, webhooks, now, isProduction, knownAt } = parts;
  const index = { list: parts.index.listLater };
  const { steps } = await lifecycleOf(subject, id, { index, isProduction }, knownAt);
  return steps.flatMap((step, at): Missed[] => {
    if (step.unheard.length === 0) return [];
    const to = instantOf(step.happenedAt);
    const before = steps[at - 1];
    const from =
      before === undefined
        ? bornAt(records.get('event', step.eventId)?.body, subject)
        : instantOf(before.happenedAt);
    // Without both ends it may have been before anything was listened to.
    if (from === null || to === null || to < within.from || from >= within.to) return [];
    const isFresh = now - Date.parse(step.heardAt) <= lateAfterMs;
    return step.unheard.flatMap((state): Missed[] => {
      const name = eventNameOf(subject, state);
      const meant = webhooks.filter((webhook) => webhook.since <= from && listensTo(webhook, name));
      if (meant.length === 0) return [];
      const resourceKind = kindOf(subject);
      const event = {
        eventId: null,
        name,
        resourceKind,
        resourceId: id,
        told: 'later-event',
      } as const;
      return [{ from, to, event, webhooks: meant, isFresh }];
    });
  });
}

const kindOf = (subject: Jump['subject']): string => (subject === 'payout' ? 'payout' : 'customer');

/** When the resource says that it was created. */
function bornAt(event: JsonObject | undefined, subject: Jump['subject']): number | null {
  const data = jsonObject.safeParse(event?.['data']).data;
  const resource = jsonObject.safeParse(data?.[kindOf(subject)]).data;
  return instantOf(resource?.['created']);
}

/** The edges of what a date can be. */
const LATEST_MS = 8_640_000_000_000_000;
const isoOf = (ms: number): string | null =>
  ms <= 0 || ms >= LATEST_MS ? null : new Date(ms).toISOString();
