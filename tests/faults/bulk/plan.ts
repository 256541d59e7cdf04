/** What a person does during a bulk run, what kills it and what goes wrong at the service, all drawn by a seed. */
import { lineFaults } from '../intents/service-faults.ts';

export interface Deed {
  readonly what: 'kill' | 'pause' | 'stop';
  /** Requests sent in all before it: by these, so that it falls into the work whatever the machine does. */
  readonly afterSent: number;
  /** kill -9 so long after it, in milliseconds, before it may have come to its end; null for none. */
  readonly killAfterMs: number | null;
}

export interface PlannedFault {
  /** What the sandbox's control plane takes. */
  readonly rule: Readonly<Record<string, unknown>>;
  /** Requests that it hits. */
  readonly count: number;
  readonly afterSent: number;
  /** Whether the outcome of such a request may be unknown; the service says no, or answers, otherwise. */
  readonly mayBeUnknown: boolean;
}

export interface PlanOptions {
  readonly rows: number;
  readonly kills: number;
  readonly pauses: number;
  readonly stops: number;
  readonly faults: number;
}

export interface Plan {
  /** In the order in which they come. */
  readonly deeds: readonly Deed[];
  readonly faults: readonly PlannedFault[];
}

/**
 * Shares of the rows: all faults come before the last pause, after which the rest goes at full speed.
 * Rows are left for it, although a kill may leave some unknown that were never sent.
 */
const LAST_DEED = 0.4;
const LAST_PAUSE = 0.45;
/** Requests that one fault hits, at most: over the number of unknown ones at which a run stands still. */
const MOST_HIT = 6;
/** A deed in this many is cut short by a kill. */
const CUT_SHORT = 4;
const LONGEST_MS = 15;

const clear: ReadonlySet<unknown> = new Set(['too-many-requests', 'expired-token', 'delay']);

export function drawPlan(options: PlanOptions, draw: () => number): Plan {
  const { rows, kills, pauses, stops, faults } = options;
  const moments = (count: number): number[] =>
    Array.from({ length: count }, () => Math.ceil(draw() * rows * LAST_DEED)).sort(
      (left, right) => left - right,
    );
  const kinds = shuffled<Deed['what']>(
    [...several('kill', kills), ...several('pause', pauses), ...several('stop', stops)],
    draw,
  );
  const killAfterMs = (what: Deed['what']): number | null =>
    what === 'kill' || draw() < 1 / CUT_SHORT ? draw() * LONGEST_MS : null;
  const at = moments(kinds.length);
  const deeds = kinds.map(
    (what, index): Deed => ({ what, afterSent: at[index] ?? 0, killAfterMs: killAfterMs(what) }),
  );
  // Each kind as often as the others.
  const drawn = shuffled(
    Array.from({ length: faults }, (_none, index) => lineFaults[index % lineFaults.length]),
    draw,
  );
  const times = moments(faults);
  return {
    // What a refusal taught of the pace is forgotten by a run that goes on.
    deeds: [...deeds, { what: 'pause', afterSent: rows * LAST_PAUSE, killAfterMs: null }],
    faults: drawn.map((fault, index) => ({
      rule: fault?.rule ?? {},
      count: 1 + Math.floor(draw() * MOST_HIT),
      afterSent: times[index] ?? 0,
      mayBeUnknown: !clear.has(fault?.rule?.['kind']),
    })),
  };
}

const several = (what: Deed['what'], count: number): Deed['what'][] =>
  Array.from({ length: count }, () => what);

export function shuffled<T>(values: readonly T[], draw: () => number): T[] {
  return values
    .map((value) => ({ value, place: draw() }))
    .sort((left, right) => left.place - right.place)
    .map(({ value }) => value);
}
