/**
 * One target's lane: one try at a time, the earliest due first. What failed waits and lets the next
 * go ahead. A lane sleeps until something is due or it is woken.
 */
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { Queue, Tried } from './queue.ts';
import { pauseAfter } from './schedule.ts';
import type { Target } from './targets.ts';
import type { DeliverySource, Send, SendResult } from './types.ts';

export interface LaneParts {
  readonly queue: Queue;
  readonly source: DeliverySource;
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

/** setTimeout takes no more. */
const longestSleep = 2 ** 31 - 1;

export function createLane(parts: LaneParts): Lane {
  const { queue, source, send, clock, log, signal } = parts;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const attempt = async (target: Target): Promise<boolean> => {
    const due = queue.next(target.id);
    if (due === null) return false;
    const wait = due.nextTry - clock.now();
    if (wait > 0) {
      timer = setTimeout(wake, Math.min(wait, longestSleep));
      // A retry that waits must not keep the process.
      timer.unref();
      return false;
    }
    const content = due.sourceId === source.sourceId ? source.content(due.arrival) : null;
    if (content === null) {
      queue.tried(due, { ...gone, triedAt: isoNow(clock) });
    } else {
      const facts = source.facts(due.arrival);
      const ids = { forwardId: due.id, eventId: facts?.eventId ?? null };
      const result = await send(target.url, content, ids);
      queue.tried(due, triedOf(result, due.attempts + 1, clock, parts.jitter()));
    }
    parts.onTried(due.arrival);
    return true;
  };

  const run = async (): Promise<void> => {
    try {
      for (;;) {
        const target = signal.aborted ? null : parts.target();
        if (target === null || target.isPaused || !(await attempt(target))) return;
      }
    } catch (error) {
      // What was cut off or could not be read stays waiting, and is tried after the next start.
      if (!signal.aborted) log.error({ err: error }, 'a delivery could not be forwarded');
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

const gone = {
  state: 'failed',
  status: null,
  lastMs: null,
  nextTry: null,
  sentence: 'The delivery is no longer stored or can’t be read, so it can’t be forwarded.',
  address: null,
} as const;

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
