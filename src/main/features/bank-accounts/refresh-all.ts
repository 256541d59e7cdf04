/** A round in which every known bank account is asked for: bounded, slowed down on request, cancelled at once. */
import { setTimeout as after } from 'node:timers/promises';
import type { RefreshView } from '../../../bridge/bank-accounts.ts';
import { doubledMs } from '../../../platform/back-off.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { FailureCause } from '../../core/service/causes.ts';
import type { Pair } from './checks.ts';
import type { Asked } from './lookup.ts';

/**
 * How many questions may be under way at once. Answers raise it slowly, a request to slow down halves
 * it, as senders on a shared line do.
 */
interface Pace {
  /** Questions that may be under way. */
  limit(): number;
  answered(): void;
  /**
   * The service asked to slow down. Returns for how many milliseconds nothing may be asked.
   * @param retryAfterMs what it asked for; null when it named no time
   */
  slowedDown(retryAfterMs: number | null): number;
}

const FIRST = 4;
const MOST = 8;
/** Answers in a row before one more is let under way. */
const STEADY = 8;
const WAITS = { firstMs: 1_000, longestMs: 60_000 };

export function createPace(): Pace {
  let limit = FIRST;
  let steady = 0;
  let refusals = 0;
  return {
    limit: () => limit,
    answered() {
      refusals = 0;
      steady += 1;
      if (steady < STEADY || limit >= MOST) return;
      limit += 1;
      steady = 0;
    },
    slowedDown(retryAfterMs) {
      limit = Math.max(1, Math.floor(limit / 2));
      steady = 0;
      refusals += 1;
      const own = doubledMs(refusals, WAITS);
      return retryAfterMs ?? own;
    },
  };
}

export interface Round {
  view(): RefreshView;
  cancel(): void;
  /** Resolves when nothing more is asked. Never rejects. */
  readonly ended: Promise<void>;
}

export interface RoundParts {
  readonly pairs: readonly Pair[];
  readonly withoutCustomer: number;
  readonly ask: (pair: Pair) => Promise<Asked>;
  readonly clock: Clock;
  /** After each answer, and at the end. */
  readonly onStep: () => void;
  /** An error that nobody expected; the account counts as failed. */
  readonly onError: (error: unknown, pair: Pair) => void;
}

/** With these nobody would be answered: to go on asking only takes time. */
const endsAll: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'no-token',
  'token-unreadable',
  'bad-token',
  'no-address',
  'unauthorized',
  'name',
  'refused',
  'no-route',
  'connect-timeout',
  'certificate',
  'tls',
  'proxy',
  'redirected',
  'html-page',
]);
/** An account that was put off so often is given up in this round. */
const MOST_DEFERRALS = 10;
/** A timer is set for no longer: beyond 2^31 ms it would go off at once, over and over. */
const LONGEST_SLEEP_MS = 60_000;
const MOST_PROBLEMS = 200;

interface Waiting {
  readonly pair: Pair;
  /** Times that the service put it off. */
  readonly deferrals: number;
}

export function startRound(parts: RoundParts): Round {
  const { clock } = parts;
  const pace = createPace();
  const stop = new AbortController();
  const waiting: Waiting[] = parts.pairs.map((pair) => ({ pair, deferrals: 0 }));
  const underWay = new Set<Promise<void>>();
  const counts = { done: 0, found: 0, changed: 0, missing: 0, failed: 0 };
  const problems: RefreshView['problems'] = [];
  let state: RefreshView['state'] = 'running';
  let sentence: string | null = null;
  let endedAt: string | null = null;
  let waitsUntil = 0;
  const startedAt = isoNow(clock);

  const end = (how: 'cancelled' | 'stopped', why: string | null): void => {
    if (state !== 'running') return;
    state = how;
    sentence = why;
    stop.abort();
  };

  /** False where it is asked for again later. */
  const takeFailure = (one: Waiting, { outcome, check }: Extract<Asked, { kind: 'failed' }>) => {
    if (endsAll.has(outcome.cause)) end('stopped', outcome.sentence);
    if (outcome.cause === 'rate-limited' && one.deferrals < MOST_DEFERRALS) {
      waitsUntil = Math.max(waitsUntil, clock.now() + pace.slowedDown(outcome.retryAfterMs));
      waiting.unshift({ ...one, deferrals: one.deferrals + 1 });
      return false;
    }
    counts[check.outcome === 'not-found' ? 'missing' : 'failed'] += 1;
    if (problems.length < MOST_PROBLEMS) {
      // Hundreds of answers would weigh on every look; each stands at its account.
      problems.push({ id: one.pair.bankAccountId, check: { ...check, answer: null } });
    }
    return true;
  };

  const take = (one: Waiting, asked: Asked): void => {
    if (asked.kind === 'failed') {
      if (!takeFailure(one, asked)) return;
    } else {
      counts.found += 1;
      if (asked.fields.length > 0) counts.changed += 1;
    }
    pace.answered();
    counts.done += 1;
  };

  const work = async (one: Waiting): Promise<void> => {
    try {
      take(one, await parts.ask(one.pair));
    } catch (error) {
      counts.failed += 1;
      counts.done += 1;
      parts.onError(error, one.pair);
    }
    parts.onStep();
  };

  /** Lets as many be asked for as the pace allows. */
  const fill = (): void => {
    while (underWay.size < pace.limit()) {
      const next = waiting.shift();
      if (next === undefined) return;
      const working = work(next).finally(() => underWay.delete(working));
      underWay.add(working);
    }
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted && (waiting.length > 0 || underWay.size > 0)) {
      const pause = waitsUntil - clock.now();
      if (pause <= 0) fill();
      if (underWay.size > 0) await Promise.race(underWay);
      else
        await after(Math.min(pause, LONGEST_SLEEP_MS), undefined, { signal: stop.signal }).catch(
          () => undefined,
        );
    }
    await Promise.all(underWay);
    if (state === 'running') state = 'done';
    endedAt = isoNow(clock);
    parts.onStep();
  };

  return {
    ended: run(),
    cancel: () => end('cancelled', null),
    view: () => ({
      state,
      sentence,
      startedAt,
      endedAt,
      ...counts,
      total: parts.pairs.length,
      withoutCustomer: parts.withoutCustomer,
      waitsUntil:
        state === 'running' && waitsUntil > clock.now() ? new Date(waitsUntil).toISOString() : null,
      problems: [...problems],
    }),
  };
}
