/** Queues deliveries that are stored already once more, because a person asks for it. */
import { setTimeout as after } from 'node:timers/promises';
import { whileMore } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Lane } from './lane.ts';
import { type Target, wants } from './targets.ts';
import type { DeliveryFacts, DeliverySource, Enqueue, Forwarder, Selection } from './types.ts';

export interface ReplayParts {
  readonly sqlite: Sqlite;
  readonly source: DeliverySource;
  /** Throws Failed NOT_FOUND. */
  readonly known: (targetId: string) => Target;
  readonly enqueue: Enqueue;
  readonly laneOf: (targetId: string) => Lane;
  readonly onChange: (arrivals: readonly number[]) => void;
  readonly signal: AbortSignal;
  /** How long deliveries are waited for that are read no further. Default 30 s. */
  readonly patienceMs?: number;
}

const usualPatienceMs = 30_000;
/** Between looks whether the intake came farther. */
const WAIT_MS = 50;

const asReplay = { isReplay: true, sameness: null } as const;

export function createReplay(parts: ReplayParts): Forwarder['replay'] {
  const { sqlite, source, known, enqueue, signal, patienceMs = usualPatienceMs } = parts;

  const queued = (targetId: string, arrivals: readonly number[]): number => {
    if (arrivals.length === 0) return 0;
    parts.laneOf(targetId).wake();
    parts.onChange(arrivals);
    return arrivals.length;
  };

  /** Waits for the intake, which tries again by itself as long as the disk is full: throws where it came no farther. */
  const patiently = (): ((queued: number) => Promise<void>) => {
    let reached = source.takenInUpTo();
    let waitedMs = 0;
    return async (queued) => {
      if (waitedMs >= patienceMs) throw new Failed('INVALID', stalled(queued));
      await after(WAIT_MS);
      // Nothing is read of a profile that was closed meanwhile.
      if (signal.aborted) return;
      const upTo = source.takenInUpTo();
      waitedMs = upTo === reached ? waitedMs + WAIT_MS : 0;
      reached = upTo;
    };
  };

  return async (targetId, selection) => {
    known(targetId);
    if (selection.by === 'one') {
      if (source.facts(selection.arrival) === null) throw new Failed('INVALID', notGenuine);
      enqueue(targetId, selection.arrival, asReplay);
      return queued(targetId, [selection.arrival]);
    }
    const isSelected = selectorOf(selection);
    // What comes in meanwhile is no replay.
    const end = source.lastSequence();
    let cursor = 0;
    let total = 0;
    /** While deliveries are read anew, what is selected among them is not known yet. */
    let isAwaited = false;
    const step = (): boolean => {
      known(targetId);
      const arrivals: number[] = [];
      const walked = sqlite.transaction(() =>
        walkSlice(source, { cursor, end }, (arrival, facts) => {
          if (!isSelected(facts)) return;
          enqueue(targetId, arrival, asReplay);
          arrivals.push(arrival);
        }),
      );
      cursor = walked.cursor;
      total += queued(targetId, arrivals);
      const [unread] = source.genuineAfter(source.takenInUpTo(), 1);
      isAwaited = unread !== undefined && unread.sequence <= end;
      return walked.isMore;
    };
    await whileMore(step, signal);
    const waits = patiently();
    while (isAwaited && !signal.aborted) {
      await waits(total);
      await whileMore(step, signal);
    }
    if (signal.aborted) throw new Failed('INVALID', cutOff(total));
    return total;
  };
}

function selectorOf(
  selection: Exclude<Selection, { by: 'one' }>,
): (facts: DeliveryFacts) => boolean {
  const since = selection.since === null ? Number.NEGATIVE_INFINITY : Date.parse(selection.since);
  if (selection.by === 'since') return ({ receivedAt }) => receivedAt >= since;
  const until = selection.until === null ? Number.POSITIVE_INFINITY : Date.parse(selection.until);
  return (facts) =>
    wants(selection, facts) && facts.receivedAt >= since && facts.receivedAt <= until;
}

const notGenuine = {
  sentence:
    'This delivery is not verified, so it can’t be forwarded. Causeway forwards only what the service signed.',
  cause: 'not-genuine',
};

const cutOff = (queued: number) => ({
  sentence: `The profile was closed before the replay finished. Deliveries queued before that: ${queued}. Replay the rest when the profile is open again.`,
  cause: 'closed',
});

const stalled = (queued: number) => ({
  sentence: `Causeway can’t read the rest of the stored deliveries, perhaps because the disk is full. Deliveries queued before that: ${queued}. Replay the rest when Causeway has read them.`,
  cause: 'not-read',
});

/** Deliveries of one slice. */
export const maxOfSlice = 200;
/** Milliseconds after which a slice ends, however few it had. */
const mostMs = 10;

interface WalkedSlice {
  /** Where the next slice begins. */
  readonly cursor: number;
  readonly isMore: boolean;
}

/**
 * Visits the next few genuine deliveries after `cursor` and up to `end`, in the order in which they became genuine, in
 * short slices, so that nothing else on the main thread waits long. What is not taken in yet ends the walk; what never
 * will be is passed over.
 */
export function walkSlice(
  source: DeliverySource,
  { cursor, end }: { readonly cursor: number; readonly end: number },
  visit: (arrival: number, facts: DeliveryFacts) => void,
): WalkedSlice {
  const readable = Math.min(end, source.takenInUpTo());
  const until = performance.now() + mostMs;
  const page = cursor < readable ? source.genuineAfter(cursor, maxOfSlice) : [];
  let reached = cursor;
  for (const { sequence, arrival } of page) {
    if (sequence > readable) return { cursor: reached, isMore: false };
    const facts = source.facts(arrival);
    if (facts !== null) visit(arrival, facts);
    reached = sequence;
    if (performance.now() > until) return { cursor: reached, isMore: true };
  }
  return { cursor: reached, isMore: page.length === maxOfSlice };
}
