/**
 * One target's lane: one try at a time, the earliest due first. What failed waits and lets the next
 * go ahead. A lane sleeps until something is due or it is woken.
 */
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { type DueForward, notAgain, type Queue, type Tried } from './queue.ts';
import type { Target } from './targets.ts';
import { createTeamOnce, doubtfulSentence } from './team-once.ts';
import type { DeliverySource, Send, SendResult, UsedTeam } from './types.ts';

const second = 1_000;
const minute = 60 * second;

/** Pauses after the first, second, … failed try, in milliseconds. After the last one it is given up. */
export const retryPauses: readonly number[] = [
  second,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  60 * minute,
  6 * 60 * minute,
];

/** Longest pause that a target may ask for. */
const longestAsked = 60 * minute;

/**
 * When a forward that failed is tried again: milliseconds until the next try; null when there is none.
 * `attempts` counts those made, at least one. `share` is in 0..1 and makes up to a fifth of jitter.
 */
export function pauseAfter(
  attempts: number,
  retryAfterMs: number | null,
  share: number,
): number | null {
  const pause = retryPauses[attempts - 1];
  if (pause === undefined) return null;
  const jittered = pause * (1 + share / 5);
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, longestAsked)));
}

/**
 * The longest that one can have been meant to wait from now on, in milliseconds: where more is left, the clock was
 * set back. Of a team, others say how long it waits.
 */
export function longestWait(
  { attempts, nextTry, lastTriedAt }: Pick<DueForward, 'attempts' | 'nextTry' | 'lastTriedAt'>,
  isOfTeam: boolean,
): number {
  if (isOfTeam) return pauseAfter(retryPauses.length, longestAsked, 1) ?? 0;
  if (lastTriedAt === null) return 0;
  const most = pauseAfter(attempts, longestAsked, 1) ?? 0;
  return Math.min(Math.max(nextTry - lastTriedAt, 0), most);
}

export interface LaneParts {
  readonly queue: Queue;
  readonly source: DeliverySource;
  readonly team: () => UsedTeam;
  /** How long what is forwarded for a team is held. */
  readonly holdMs: number;
  readonly sqlite: Pick<Sqlite, 'transaction'>;
  readonly send: Send;
  readonly clock: Clock;
  readonly log: Log;
  /** In 0..1. */
  readonly jitter: () => number;
  readonly signal: AbortSignal;
  /** After every try. */
  readonly onTried: (arrival: number) => void;
  /** The target as it is now; null when it is gone. */
  readonly target: () => Target | null;
}

export interface Lane {
  /** Something may be due. */
  wake(): void;
  /** Resolves when no try is under way. */
  idle(): Promise<void>;
}

/** Under which name, and what is known of attempts before. */
interface AttemptAs {
  readonly forwardId: string;
  readonly attempts: number;
  readonly isDoubtful: boolean;
}

/** Until a lane goes on after something could not be read or kept here, which may pass. */
const failurePause = 30 * second;

/** setTimeout takes no more. */
const longestSleep = 2 ** 31 - 1;

export function createLane(parts: LaneParts): Lane {
  const { queue, source, send, clock, log, signal, sqlite } = parts;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const sleep = (ms: number): void => {
    timer = setTimeout(wake, Math.min(ms, longestSleep));
    // A retry that waits must not keep the process.
    timer.unref();
  };
  const once = createTeamOnce({ ...parts, sleep });

  /** Stores the end of a try, where that failed before. */
  let storeEnd: (() => void) | null = null;

  const attempt = async (target: Target): Promise<boolean> => {
    // Nothing is sent while the end of a try is not stored: the same delivery would be sent again.
    storeEnd?.();
    const due = queue.next(target.id);
    if (due === null) return false;
    const now = clock.now();
    const longest = longestWait(due, once.concerns(target, due));
    if (due.nextTry - now > longest) {
      queue.hasten(due.id, now, longest);
      return true;
    }
    if (due.nextTry > now) {
      sleep(due.nextTry - now);
      return false;
    }
    if (!once.concerns(target, due)) {
      await tryIt(target, due, { forwardId: due.id, attempts: due.attempts, isDoubtful: false });
      return true;
    }
    const held = await once.hold(target, due);
    if (typeof held !== 'string') await tryIt(target, due, held);
    return held !== 'asleep';
  };

  const store = (target: Target, due: DueForward, tried: Tried): void =>
    sqlite.transaction(() => {
      queue.tried(due, parts.target() === null ? asLast(tried) : tried);
      if (!once.concerns(target, due)) return;
      const pauseMs = tried.nextTry === null ? 0 : tried.nextTry - clock.now();
      // What is gone here may be on another computer.
      const isOver = tried.state !== 'waiting' && tried.address !== null;
      once.ended(target, due, { outcome: isOver ? tried.state : null, pauseMs });
    });

  const end = (target: Target, due: DueForward, tried: Tried): void => {
    storeEnd = () => {
      store(target, due, tried);
      storeEnd = null;
      parts.onTried(due.arrival);
    };
    storeEnd();
  };

  const tryIt = async (target: Target, due: DueForward, as: AttemptAs): Promise<void> => {
    const content = due.sourceId === source.sourceId ? source.content(due.arrival) : null;
    if (content === null) {
      end(target, due, { ...gone, triedAt: isoNow(clock) });
    } else {
      const facts = source.facts(due.arrival);
      const ids = { forwardId: as.forwardId, eventId: facts?.eventId ?? null };
      const tried = await send(target.url, content, ids).then(
        (result) => triedOf(result, as.attempts + 1, clock, parts.jitter()),
        (error: unknown) => {
          // Its target is gone, so the next start does not try it either.
          if (!signal.aborted || parts.target() !== null) throw error;
          return { ...gone, triedAt: isoNow(clock), sentence: cutOff };
        },
      );
      const sentence = as.isDoubtful ? `${tried.sentence} ${doubtfulSentence}` : tried.sentence;
      end(target, due, { ...tried, sentence });
    }
  };

  /** Whether another one may follow. */
  const next = async (): Promise<boolean> => {
    const target = signal.aborted ? null : parts.target();
    if (target !== null && !target.isPaused) return await attempt(target);
    once.giveBack();
    return false;
  };

  const run = async (): Promise<void> => {
    try {
      let isMore = true;
      while (isMore) isMore = await next();
    } catch (error) {
      // What was cut off stays waiting, and is tried after the next start.
      if (signal.aborted) return;
      log.error({ err: error }, 'a delivery could not be forwarded');
      sleep(failurePause);
    }
  };

  const wake = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (running !== null || signal.aborted) return;
    running = run().finally(() => {
      running = null;
      if (isWoken) {
        isWoken = false;
        wake();
      }
    });
  };
  let isWoken = false;

  return {
    wake() {
      if (running !== null) isWoken = true;
      wake();
    },
    idle: async () => {
      while (running !== null) await running;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

export const gone = {
  state: 'failed',
  status: null,
  lastMs: null,
  nextTry: null,
  sentence: 'The delivery is no longer stored or can’t be read, so it can’t be forwarded.',
  address: null,
} as const;

const cutOff = `Stopped before a response arrived, so the target may have accepted it. ${notAgain}`;

/** The target was removed meanwhile: others of the team may have it yet, and try again. */
const asLast = (tried: Tried): Tried =>
  tried.state === 'waiting'
    ? { ...tried, state: 'failed', nextTry: null, sentence: `${tried.sentence} ${notAgain}` }
    : tried;

function triedOf(result: SendResult, attempts: number, clock: Clock, share: number): Tried {
  const { isDelivered, isFinal, status, ms, retryAfterMs, sentence } = result;
  const address = isDelivered ? 'took-it' : { reason: sentence };
  const tried = { status, lastMs: ms, triedAt: isoNow(clock), address } as const;
  if (isDelivered) return { ...tried, state: 'delivered', nextTry: null, sentence };
  const pause = isFinal ? null : pauseAfter(attempts, retryAfterMs, share);
  if (pause !== null) {
    return { ...tried, state: 'waiting', nextTry: clock.now() + pause, sentence };
  }
  const end = isFinal ? '' : ` Stopped after ${attempts} attempts.`;
  return { ...tried, state: 'failed', nextTry: null, sentence: `${sentence}${end}` };
}
