/** Gaps with what is known to be missed in them, and what was missed although nothing stood in the way. */
import { maxGaps, type TimelineGap } from '../../../../bridge/timeline.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { Failed } from '../../../core/intents/failed.ts';
import { instantOf } from '../../../core/records/order.ts';
import type { CoverageReads } from '../../webhooks/receiver/coverage-log.ts';
import { type Gap, gapsWithin, type TeamCoverage } from './gaps.ts';
import {
  type ListeningParts,
  listeningWebhooks,
  listeningWebhooksThen,
  listensTo,
} from './listening.ts';
import {
  type Missed,
  type MissedParts,
  type Missing,
  missedFurther,
  missedWithin,
} from './missed.ts';

export interface GapViewParts
  extends ListeningParts,
    Omit<MissedParts, 'webhooks' | 'now' | 'knownAt'> {
  readonly records: ListeningParts['records'] & MissedParts['records'];
  readonly coverage: CoverageReads;
  readonly teamWays: TeamCoverage;
  /** Name of a webhook, where it is known. */
  readonly webhookName: (id: string) => string | null;
  readonly clock: Clock;
}

/** A period, and the moment as of which it is shown; null is now, and no bound. ISO 8601 with a zone. */
export interface GapsAsked {
  readonly from: string | null;
  readonly to: string | null;
  readonly knownAt: string | null;
  /** Most gaps, of which the newest are given. Default: as many as a screen shows. */
  readonly most?: number;
}

/** Which gap, and where the look before ended; null: it is looked through from the beginning. */
export interface FurtherAsked extends GapsAsked {
  readonly gap: Pick<TimelineGap, 'from' | 'reason'>;
  readonly after: string | null;
}

async function gapsOf(asked: GapsAsked, parts: GapViewParts) {
  const { knownAt, most = maxGaps } = asked;
  const within = {
    from: instantOf(asked.from) ?? 0,
    to: instantOf(asked.to) ?? Number.MAX_SAFE_INTEGER,
  };
  const now = instantOf(knownAt) ?? parts.clock.now();
  const webhooks =
    knownAt === null ? listeningWebhooks(parts) : await listeningWebhooksThen(parts, knownAt);
  const gaps = gapsWithin(within, { ...parts, webhooks, now }, most).slice(-most);
  return { within, gaps, most, told: { ...parts, webhooks, now, knownAt } };
}

/** Newest first, those that touch the stretch. */
export async function gapViews(asked: GapsAsked, parts: GapViewParts): Promise<TimelineGap[]> {
  const { within, gaps, most, told } = await gapsOf(asked, parts);
  const { missed, isLookedThrough } = await missedWithin(within, gaps, told);
  const nameOf = parts.webhookName;
  return placed(gaps, missed, { isLookedThrough, nameOf }).slice(0, most);
}

/** Goes on looking for what was missed in one gap. Throws Failed NOT_FOUND when there is no such gap. */
export async function missedView(
  asked: FurtherAsked,
  parts: GapViewParts,
): Promise<{ missed: TimelineGap['missed']; next: string | null }> {
  const { gaps, told } = await gapsOf(asked, parts);
  const isIt = ({ from, reason }: Pick<TimelineGap, 'from' | 'reason'>): boolean =>
    from === asked.gap.from && reason === asked.gap.reason;
  const gap = gaps.find(({ from, reason }) => isIt({ from: iso(from), reason }));
  if (gap === undefined) {
    const sentence = 'This gap is no longer known. Close the list of gaps and open it again.';
    throw new Failed('NOT_FOUND', { sentence, cause: 'gap' });
  }
  const { missed, next } = await missedFurther(gap, instantOf(asked.after), told);
  return {
    missed: placed(gaps, missed).find(isIt)?.missed ?? [],
    next: next === null ? null : iso(next),
  };
}

interface Told {
  readonly isLookedThrough: Missing['isLookedThrough'];
  readonly nameOf: (webhookId: string) => string | null;
}

/** Each missed event in the earliest gap that it can have happened in; the others by themselves. */
export function placed(
  gaps: readonly Gap[],
  missed: readonly Missed[],
  { isLookedThrough, nameOf }: Told = { isLookedThrough: () => true, nameOf: () => null },
): TimelineGap[] {
  const named = (webhooks: readonly { readonly id: string }[]): TimelineGap['webhooks'] =>
    webhooks.map(({ id }) => ({ webhookId: id, name: nameOf(id) }));
  const inGaps = new Map<Gap, TimelineGap['missed']>(gaps.map((gap) => [gap, []]));
  const others = new Map<string, TimelineGap>();
  for (const one of missed) {
    const gap = gaps.find((each) => canBeIn(one, each));
    if (gap !== undefined) inGaps.get(gap)?.push(one.event);
    else if (!one.isFresh) addCovered(others, one, named(one.webhooks));
  }
  const views = gaps.map(
    (gap): TimelineGap => ({
      from: iso(gap.from),
      to: gap.isLasting ? null : iso(gap.to),
      reason: gap.reason,
      webhooks: gap.isOfAll ? [] : named(gap.webhooks),
      missed: inGaps.get(gap) ?? [],
      isLookedThrough: isLookedThrough(gap),
    }),
  );
  return [...views, ...others.values()].toSorted((one, other) =>
    one.from < other.from ? 1 : Number(one.from > other.from) * -1,
  );
}

/** Whether it overlaps in time, and no webhook that should have got it was reached meanwhile. */
function canBeIn({ from, to, event, webhooks }: Missed, gap: Gap): boolean {
  const isOver = gap.from <= to && (gap.isLasting || from < gap.to);
  if (!isOver) return false;
  if (gap.reason === 'closed') return true;
  return gap.webhooks.some(
    (webhook) => listensTo(webhook, event.name) || webhooks.some(({ id }) => id === webhook.id),
  );
}

function addCovered(
  others: Map<string, TimelineGap>,
  { from, to, event }: Missed,
  webhooks: TimelineGap['webhooks'],
): void {
  const known = others.get(iso(from));
  const ends = [iso(to), known?.to ?? iso(to)].toSorted();
  const all = [...(known?.webhooks ?? []), ...webhooks];
  others.set(iso(from), {
    from: iso(from),
    to: ends.at(-1) ?? iso(to),
    reason: 'covered',
    webhooks: [...new Map(all.map((one) => [one.webhookId, one])).values()],
    missed: [...(known?.missed ?? []), event],
    isLookedThrough: true,
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();
