/** Stretches of time in which events may have been missed, out of what was written down. */
import type {
  CoverageReads,
  CoveredAddress,
  TimeRange,
} from '../../webhooks/receiver/coverage-log.ts';
import { interestsOf, type ListeningWebhook } from './listening.ts';

export interface Gap extends TimeRange {
  readonly reason: 'closed' | 'unproven';
  /** The webhooks that it concerns. */
  readonly webhooks: readonly ListeningWebhook[];
  /** Every webhook that there was is concerned. */
  readonly isOfAll: boolean;
  readonly isLasting: boolean;
}

export type TeamCoverage = (
  within: TimeRange,
  addresses: readonly string[],
) => readonly CoveredAddress[];

export interface GapFacts {
  readonly coverage: CoverageReads;
  /** When URLs were covered by others of the team. */
  readonly teamWays: TeamCoverage;
  readonly webhooks: readonly ListeningWebhook[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Shorter ones are moments in which something starts or is proved again. */
const SHORTEST_MS = 1_000;

/** What is looked at first; where that is too little, four times as much. */
const FIRST_LOOK_MS = 30 * 24 * 3_600_000;
const MORE = 4;

/**
 * Gaps that touch the stretch, oldest first, whole. There is none before the first webhook. A webhook
 * that can't be reached is none of a gap while others get everything that it listens to. Of very many,
 * at least the newest `most`: what was long before is not read for them.
 */
export function gapsWithin(
  within: TimeRange,
  facts: GapFacts,
  most = Number.MAX_SAFE_INTEGER,
): Gap[] {
  const { webhooks, now } = facts;
  if (webhooks.length === 0) return [];
  const ever = { from: Math.min(...webhooks.map(({ since }) => since)), to: now };
  const last = Math.min(Math.max(within.to, ever.from), now);
  for (let look = FIRST_LOOK_MS; ; look *= MORE) {
    // Beyond both ends until nothing is cut off there.
    const from = Math.max(ever.from, Math.min(last, Math.max(within.from, last - look)) - look);
    const to = Math.min(now, last + look);
    const gaps = gapsBetween({ from, to }, facts);
    const found = gaps.filter((gap) => isShown(gap, within));
    const isCutOff = found.some(
      (gap) => (gap.from <= from && from > ever.from) || (gap.to >= to && to < now),
    );
    const isAllRead = from <= Math.max(ever.from, within.from) || found.length >= most;
    if (isAllRead && !isCutOff) return found;
  }
}

const isShown = ({ from, to, isLasting }: Gap, within: TimeRange): boolean =>
  to >= within.from && from < within.to && (isLasting || to - from >= SHORTEST_MS);

/** Those of a stretch, cut off at its ends. */
function gapsBetween(stretch: TimeRange, { coverage, teamWays, webhooks, now }: GapFacts): Gap[] {
  const runs = coverage.runs(stretch);
  const ways = coverage.ways(stretch);
  const addresses = webhooks.flatMap(({ address }) => address ?? []);
  const elsewhere = teamWays(stretch, addresses);
  const marks = new Set([stretch.from, stretch.to]);
  for (const { from, to } of [...runs, ...ways, ...elsewhere]) marks.add(from).add(to);
  for (const { since } of webhooks) marks.add(since);
  const moments = [...marks]
    .filter((at) => at >= stretch.from && at <= stretch.to)
    .sort((one, other) => one - other);

  const running = createCounter(runs.map((run) => ({ ...run, what: 'run' })));
  const proven = createCounter(ways.map((way) => ({ ...way, what: way.address })));
  const covered = createCounter(elsewhere.map((way) => ({ ...way, what: way.address })));
  const gaps: Gap[] = [];
  for (const [at, from] of moments.entries()) {
    const to = moments[at + 1];
    if (to === undefined) break;
    running.moveTo(from);
    proven.moveTo(from);
    covered.moveTo(from);
    const there = webhooks.filter(({ since }) => since <= from);
    const isRunning = running.has('run');
    const isReached = ({ address }: ListeningWebhook): boolean =>
      address === null ? isRunning : covered.has(address) || (isRunning && proven.has(address));
    const reached = there.filter(isReached);
    const state = {
      reason: isRunning ? ('unproven' as const) : ('closed' as const),
      webhooks: isRunning || reached.length > 0 ? unheardOf(there, reached) : there,
    };
    if (state.webhooks.length === 0) continue;
    const isOfAll = state.webhooks.length === there.length;
    append(gaps, { from, to, ...state, isOfAll, isLasting: to === now });
  }
  return gaps;
}

/** Those that can't be reached and listen to something that no reachable one gets. */
function unheardOf(
  there: readonly ListeningWebhook[],
  reached: readonly ListeningWebhook[],
): readonly ListeningWebhook[] {
  const heard = new Set(reached.flatMap(interestsOf));
  return there.filter(
    (webhook) =>
      !reached.includes(webhook) && interestsOf(webhook).some((name) => !heard.has(name)),
  );
}

/** Goes on with the last gap where nothing but time has passed. */
function append(gaps: Gap[], next: Gap): void {
  const last = gaps.at(-1);
  const isSame =
    last !== undefined &&
    last.to === next.from &&
    last.reason === next.reason &&
    last.isOfAll === next.isOfAll &&
    ((last.reason === 'closed' && last.isOfAll) || isSameList(last.webhooks, next.webhooks));
  if (!isSame) gaps.push(next);
  else gaps[gaps.length - 1] = { ...next, from: last.from };
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

/** How many stretches of each kind a moment lies in; the moments only grow. */
function createCounter(stretches: readonly (TimeRange & { readonly what: string })[]) {
  const edges = stretches
    .flatMap(({ from, to, what }) => [
      { at: from, what, by: 1 },
      { at: to, what, by: -1 },
    ])
    .sort((one, other) => one.at - other.at);
  const counts = new Map<string, number>();
  let next = 0;
  return {
    moveTo(moment: number): void {
      for (let edge = edges[next]; edge !== undefined && edge.at <= moment; edge = edges[next]) {
        counts.set(edge.what, (counts.get(edge.what) ?? 0) + edge.by);
        next += 1;
      }
    },
    has: (what: string): boolean => (counts.get(what) ?? 0) > 0,
  };
}
