/**
 * How fast a run may send. A window grows with answers, as senders on a shared line do. When the
 * service first refuses for being too many, what it took until then tells its limit: from there on rows
 * go evenly, just below it, because every refusal costs the whole wait that it asks for.
 *
 * Evenly alone is not enough: a pause of this machine or of the line makes rows arrive together. When the
 * service counted a row lies between its sending and its answer: half way is taken. Where those under way
 * and those of less than a second ago are never more than the limit, hardly a second of the service holds
 * more, wherever its seconds begin; and what a pause held up may be caught up with.
 */
import { doubledMs } from '../../../../platform/back-off.ts';

interface StepSize {
  /** Rows of the next step. */
  rows(): number;
  /** A step of so many rows took so many milliseconds. */
  took(rows: number, milliseconds: number): void;
}

const FIRST = 8;
const FEWEST = 6;
const MOST = 32;
const LONG_MS = 28;
const SHORT_MS = 18;

/** How many rows a step takes, so that main is never kept busy for long, on whatever machine. */
export function createStepSize(): StepSize {
  let size = FIRST;
  return {
    rows: () => size,
    took(rows, milliseconds) {
      if (milliseconds > LONG_MS) {
        size = Math.max(FEWEST, Math.floor((size * LONG_MS) / milliseconds));
      } else if (rows >= size && milliseconds < SHORT_MS) {
        size = Math.min(MOST, size + 1);
      }
    },
  };
}

export interface Pacer {
  /** How many may be begun now. `now` is in milliseconds, everywhere here. */
  allowance(now: number, underWay: number): number;
  /** Milliseconds until more may be begun without an answer; null when only an answer helps. */
  nextIn(now: number): number | null;
  /** The service took one; its answer came then. */
  accepted(trip: { readonly sentAt: number; readonly answeredAt: number }): void;
  /** The service refused one for being too many; null when it named no time to wait. */
  slowedDown(now: number, retryAfterMs: number | null): void;
  /** Rows a second; null while no refusal taught a limit. */
  pacedTo(): number | null;
  /** When it goes on after a refusal; null when it does not wait. */
  waitsUntil(now: number): number | null;
}

const FIRST_WINDOW = 8;
const MOST_WINDOW = 48;
/** Just below what the service takes, which was told by seconds of this machine's clock. */
const BELOW = 0.99;
/** What a pause held up is caught up with, up to this much of a second. */
const CAUGHT_UP = 0.4;
const SURE_OF_TRIP = 0.8;
/** After a refusal in spite of the pace: soon after it was set, it was too high; later, only bunched. */
const LESS = 0.93;
const MUCH_LESS = 0.87;
const A_LITTLE_LESS = 0.985;
const SOON_MS = 5_000;
/** Below a pace that was refused, it goes up again in steps. */
const UP_AGAIN_MS = 2_000;
const UP_AGAIN = 1.02;
const FAR_BELOW = 0.9;
const UP_FAST = 1.06;
/** Without a refusal for so long, a little more is tried, every so often. */
const STEADY_MS = 60_000;
const STEP_MS = 30_000;
const MORE = 1.01;
const SLOWEST = 0.2;
const WAITS = { firstMs: 1_000, longestMs: 60_000 };
/** A timer is set for no longer: beyond 2^31 ms it would go off at once, over and over. */
const LONGEST_SLEEP_MS = 60_000;

export function createPacer(start: number): Pacer {
  let window = FIRST_WINDOW;
  let rate: number | null = null;
  let tokens = 0;
  let filledAt = start;
  /** Since when it sends without a refusal, and what was taken since. */
  let epochAt = start;
  let taken = 0;
  /** By this machine's clock. */
  let lastSecond = 0;
  let takenThisSecond = 0;
  let refusedAt: number | null = null;
  let blockedUntil = start;
  let raisedAt = start;
  /** The pace that was last refused. */
  let tooFast = Number.POSITIVE_INFINITY;
  /** Refusals one after another that came soon after the pace was set. */
  let soon = 0;
  /** Refusals since the last row that was taken. */
  let inARow = 0;

  /** When the service is thought to have counted those that may be in its present second. */
  let recent: number[] = [];
  /** From a sending to its answer, at best. */
  let shortestTrip = 1_000;

  const depth = (): number => 1 + (rate ?? 0) * CAUGHT_UP;

  /** So long after that a row counts. What every row needs on its way, the next one needs too. */
  const counts = (): number => 1_000 - shortestTrip * SURE_OF_TRIP;

  /** How many more may be under way while the service's second can't hold more than its limit. */
  function roomInSecond(now: number, limit: number, underWay: number): number {
    recent = recent.filter((at) => at > now - counts());
    return roomOf(limit) - recent.length - underWay;
  }

  /** What was under way at the refusal has been answered by now: the limit can be told. */
  function learn(): void {
    if (refusedAt === null) return;
    const span = refusedAt - epochAt;
    if (rate === null) {
      const estimate = limitFrom(span);
      tooFast = estimate;
      rate = Math.max(estimate * BELOW, SLOWEST);
    } else {
      soon = span < SOON_MS ? soon + 1 : 0;
      tooFast = rate;
      rate = Math.max(rate * lessAfter(soon), SLOWEST);
    }
    refusedAt = null;
    epochAt = blockedUntil;
    raisedAt = blockedUntil;
    filledAt = blockedUntil;
    taken = 0;
    tokens = 1;
  }

  /**
   * Rows a second that the service took until it refused. Where that ran over the turn of a second, the
   * limits of two may be in it: most services count by the clock, so the later second tells.
   */
  function limitFrom(span: number): number {
    const average = taken / Math.max(span / 1_000, 1);
    // It was slower than the limit for most of that time, whatever held it up.
    if (span >= 1_000) return Math.max(average, takenThisSecond);
    const isOverTheTurn = Math.floor(epochAt / 1_000) !== lastSecond;
    return isOverTheTurn && takenThisSecond >= average / 2 ? takenThisSecond : average;
  }

  /** By how much the pace goes up now: 1 is not at all. */
  function raiseAt(now: number, present: number): number {
    const steadyFor = now - epochAt;
    const sinceRaised = now - raisedAt;
    if (present * UP_AGAIN <= tooFast * BELOW) {
      if (steadyFor <= SOON_MS || sinceRaised <= UP_AGAIN_MS) return 1;
      return present < tooFast * FAR_BELOW ? UP_FAST : UP_AGAIN;
    }
    return steadyFor > STEADY_MS && sinceRaised > STEP_MS ? MORE : 1;
  }

  function refill(now: number): void {
    if (rate === null) return;
    const raised = rate * raiseAt(now, rate);
    if (raised > rate) raisedAt = now;
    rate = raised;
    tokens = Math.min(depth(), tokens + ((now - filledAt) / 1_000) * rate);
    filledAt = now;
  }

  return {
    allowance(now, underWay) {
      if (now < blockedUntil) return 0;
      learn();
      refill(now);
      const room = Math.max(0, Math.floor(window) - underWay);
      if (rate === null) return room;
      const inSecond = Math.max(0, roomInSecond(now, rate, underWay));
      const allowed = Math.min(room, inSecond, Math.floor(tokens));
      tokens -= allowed;
      return allowed;
    },

    nextIn(now) {
      if (now < blockedUntil) return Math.min(blockedUntil - now, LONGEST_SLEEP_MS);
      if (rate === null) return null;
      const forToken = Math.max(0, Math.ceil(((1 - tokens) / rate) * 1_000));
      // Where the second is full of others, the oldest of those makes room.
      return recent.length < roomOf(rate)
        ? forToken
        : Math.max(forToken, Math.min(...recent) + counts() - now);
    },

    accepted({ sentAt, answeredAt }) {
      taken += 1;
      shortestTrip = Math.min(shortestTrip, Math.max(0, answeredAt - sentAt));
      const countedAt = (sentAt + answeredAt) / 2;
      recent.push(countedAt);
      const second = Math.floor(countedAt / 1_000);
      takenThisSecond = second === lastSecond ? takenThisSecond + 1 : 1;
      lastSecond = second;
      inARow = 0;
      window = Math.min(MOST_WINDOW, window + 1);
    },

    slowedDown(now, retryAfterMs) {
      const isNew = now >= blockedUntil && refusedAt === null;
      if (isNew) {
        refusedAt = now;
        inARow += 1;
      }
      const own = doubledMs(Math.max(1, inARow), WAITS);
      // A time that is over already (0, or a date of a clock that goes before this one) names none.
      const wait = retryAfterMs === null || retryAfterMs <= 0 ? own : retryAfterMs;
      blockedUntil = Math.max(blockedUntil, now + wait);
    },

    pacedTo: () => rate,
    waitsUntil: (now) => (now < blockedUntil ? blockedUntil : null),
  };
}

/** A second holds the limit itself, whose pace is kept just below it. */
const roomOf = (pace: number): number => Math.max(1, Math.round(pace / BELOW));

const lessAfter = (soon: number): number => {
  if (soon === 0) return A_LITTLE_LESS;
  return soon === 1 ? LESS : MUCH_LESS;
};
