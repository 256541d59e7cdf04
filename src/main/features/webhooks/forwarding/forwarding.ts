/**
 * Forwarding of one profile:
 *
 *     became genuine ─▶ cursor of each target passes it: wanted, and not sent on before → queued
 *     queued ─▶ tried ─▶ delivered
 *                    ├▶ waiting (back-off) ─▶ tried
 *                    └▶ failed: refused for good, or tried too often
 *
 * Whatever goes over many deliveries does it in slices of one transaction, with turns for others in
 * between. At least once: a try whose result was lost with the process is made again, under the same
 * `causeway-forward`.
 */
import type { ForwardTargetView } from '../../../../bridge/forwarding.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { createFollower } from '../../../../platform/follower.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import { whileMore } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';
import { createLane, type Lane } from './lane.ts';
import { createQueue, type Queue } from './queue.ts';
import { createReplay, maxOfSlice, walkSlice } from './replay.ts';
import { createSend } from './send.ts';
import { isOfThisComputer, readTargetUrl } from './target-url.ts';
import { type AddedTarget, createTargets, type Target, type Targets, wants } from './targets.ts';
import { usualHoldMs } from './team-once.ts';
import type {
  DeliverySource,
  Enqueue,
  Forwarder,
  InBackground,
  NewTarget,
  UsedTeam,
} from './types.ts';

export interface ForwardingParts {
  /** A database that forwardingMigrations were applied to. */
  readonly sqlite: Sqlite;
  readonly source: DeliverySource;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Something of these deliveries, or of the targets, changed. */
  readonly onChange: (arrivals: readonly number[]) => void;
  /** Default 10 s. */
  readonly timeoutMs?: number;
  /** How long what is forwarded for a team is held; far longer than `timeoutMs`. Default 2 minutes. */
  readonly holdMs?: number;
  /** How long a replay waits for an intake that makes no progress, in milliseconds. Default 30 s. */
  readonly patienceMs?: number;
}

export function openForwarding(parts: ForwardingParts): Forwarder {
  const { sqlite, source, clock, random, log, onChange } = parts;
  const targets = createTargets(sqlite);
  const queue = createQueue(sqlite, (sourceId, arrival) =>
    sourceId === source.sourceId ? (source.facts(arrival)?.eventName ?? null) : null,
  );
  const stop = new AbortController();
  const { signal } = stop;
  const send = createSend({ ...parts, signal, timeoutMs: parts.timeoutMs ?? 10_000 });
  const lanes = new Map<string, Lane>();
  /** What ends the loan of each target that is lent. */
  const loans = new Map<string, () => void>();
  const background = new Set<Promise<void>>();
  let team: UsedTeam = 'unknown';

  const isInTeam = (): boolean => team !== null && team !== 'unknown';
  const known = (id: string): Target => {
    const target = targets.get(id);
    if (target !== null) return target;
    throw new Failed('NOT_FOUND', { sentence: 'This forwarding target does not exist.' });
  };
  const laneOf = (id: string): Lane => {
    const lane =
      lanes.get(id) ??
      createLane({
        queue,
        source,
        sqlite,
        team: () => team,
        holdMs: parts.holdMs ?? usualHoldMs,
        send,
        clock,
        log,
        signal,
        jitter: () => (random.bytes(1)[0] ?? 0) / 255,
        onTried: (arrival) => onChange([arrival]),
        target: () => targets.get(id),
      });
    lanes.set(id, lane);
    return lane;
  };
  const enqueue: Enqueue = (targetId, arrival, how) =>
    queue.insert({
      id: randomHex(random, 16),
      targetId,
      sourceId: source.sourceId,
      arrival,
      ...how,
      queuedAt: isoNow(clock),
      nextTry: clock.now(),
    });

  const view = (target: Target): ForwardTargetView => {
    const last = queue.last(target.id);
    const next = queue.next(target.id);
    return {
      id: target.id,
      name: target.name,
      url: target.url,
      webhookId: target.webhookId,
      events: [...target.events],
      isPaused: target.isPaused,
      isLent: target.isLent,
      isForTeam: target.isForTeam,
      createdAt: target.createdAt,
      ...queue.countsOfTarget(target.id),
      lastResultAt: last?.at ?? null,
      lastResult: last?.sentence ?? null,
      nextTryAt: next === null ? null : new Date(next.nextTry).toISOString(),
      failing: target.failing,
    };
  };

  const inBackground: InBackground = (work, what) => {
    const running = work()
      .catch((error: unknown) => log.error({ err: error }, what))
      .finally(() => background.delete(running));
    background.add(running);
  };

  const follower = createFollower(
    createStep({ sqlite, source, targets, queue, enqueue, laneOf, onChange }),
  );
  const catchUp = (): void =>
    inBackground(follower.catchUp, 'deliveries could not be queued for forwarding');
  const replay = createReplay({ ...parts, known, enqueue, laneOf, signal });

  const giveUpWaiting = (id: string): void => {
    const step = () => queue.giveUpWaiting(id, maxOfSlice) === maxOfSlice;
    inBackground(
      () => whileMore(step, signal),
      'what waited for a removed address was not given up',
    );
  };

  /** `after`: as ListenTarget; arrivals and later verdicts share their numbers. */
  const add = (input: NewTarget, isLent: boolean, after: number | null = null): Target => {
    const read = readTargetUrl(input.url);
    if (!read.ok) throw invalid(read.sentence, 'url');
    const target: AddedTarget = {
      id: randomHex(random, 8),
      name: input.name,
      url: read.url,
      webhookId: input.webhookId,
      events: input.events,
      isPaused: false,
      isLent,
      isForTeam: !isLent && isForTeam(input, read.url, isInTeam()),
      createdAt: isoNow(clock),
      sourceId: source.sourceId,
      cursor: Math.min(after ?? Number.MAX_SAFE_INTEGER, source.lastSequence()),
    };
    targets.insert(target);
    onChange([]);
    return { ...target, failing: null };
  };
  const remove = (id: string): void => {
    targets.remove(id);
    giveUpWaiting(id);
    loans.get(id)?.();
    onChange([]);
  };

  // Whoever these were lent to is gone with the process that lent them.
  for (const { id, isLent } of targets.list()) if (isLent) targets.remove(id);
  for (const id of targets.removedWithWaiting()) giveUpWaiting(id);

  return {
    targets: () => targets.list().map(view),
    addTarget: (input) => view(add(input, false)),
    lendTarget(input) {
      const target = add(input, true, input.after);
      catchUp();
      const { promise: gone, resolve } = Promise.withResolvers<void>();
      loans.set(target.id, () => {
        loans.delete(target.id);
        resolve();
      });
      const giveBack = () => {
        if (loans.has(target.id)) remove(target.id);
      };
      return { target: view(target), gone, giveBack };
    },
    pauseTarget(id, isPaused) {
      known(id);
      targets.pause(id, isPaused);
      if (!isPaused) laneOf(id).wake();
      onChange([]);
      return view(known(id));
    },
    removeTarget(id) {
      known(id);
      remove(id);
    },
    list: (query) => queue.page(query),
    ofDelivery: (arrival) => queue.ofDelivery(arrival, source.sourceId),
    countsOf: (arrival) => queue.countsOfDelivery(arrival, source.sourceId),
    replay,
    catchUp,
    setTeam(used) {
      team = used;
      for (const lane of lanes.values()) lane.wake();
    },
    isInTeam,
    async close() {
      for (const id of loans.keys()) remove(id);
      stop.abort(new Error('forwarding stops'));
      const lanesIdle = [...lanes.values()].map((lane) => lane.idle());
      await Promise.all([follower.close(), ...background, ...lanesIdle]);
    },
  };
}

/**
 * Unless a person says otherwise, in a team, and where each computer means the same by the URL. Throws Failed INVALID
 * for one that can't be the team's.
 */
export function isForTeam(
  { isForTeam: said }: Pick<NewTarget, 'isForTeam'>,
  url: string,
  isInTeam: boolean,
): boolean {
  const isHere = isOfThisComputer(url);
  if (said !== true || !isHere) return said ?? (isInTeam && !isHere);
  throw invalid(
    'Each computer of the team has its own localhost, so this target can’t be one of the team. Forward from this computer alone.',
    'url',
  );
}

interface StepParts {
  readonly sqlite: Sqlite;
  readonly source: DeliverySource;
  readonly targets: Targets;
  readonly queue: Pick<Queue, 'has'>;
  readonly enqueue: Enqueue;
  readonly laneOf: (targetId: string) => Lane;
  readonly onChange: (arrivals: readonly number[]) => void;
}

/** Queues what became genuine since a target's cursor: one slice of one target a step. */
function createStep(parts: StepParts): () => boolean {
  const { sqlite, source, targets, queue, enqueue, laneOf } = parts;

  /** False when nothing is left for this target. */
  const advance = (target: Target): boolean => {
    const { id } = target;
    // Another inbox (the old one is gone): what it holds now was not there to be forwarded.
    const cursor = target.sourceId === source.sourceId ? target.cursor : 0;
    const arrivals: number[] = [];
    const isMore = sqlite.transaction(() => {
      const from = { cursor, end: Number.MAX_SAFE_INTEGER };
      const walked = walkSlice(source, from, (arrival, facts) => {
        if (facts.isFromBackup || !wants(target, facts)) return;
        // What was held and judged later may have come again meanwhile, and was judged at once.
        const sameness = source.sameness(arrival);
        if (sameness !== null && queue.has(id, sameness)) return;
        enqueue(id, arrival, { isReplay: false, sameness });
        arrivals.push(arrival);
      });
      const hasMoved = walked.cursor !== target.cursor || target.sourceId !== source.sourceId;
      if (hasMoved) targets.move(id, source.sourceId, walked.cursor);
      return walked.isMore;
    });
    if (arrivals.length > 0) parts.onChange(arrivals);
    return isMore;
  };

  return () =>
    targets.list().some((target) => {
      const isMore = advance(target);
      laneOf(target.id).wake();
      return isMore;
    });
}
