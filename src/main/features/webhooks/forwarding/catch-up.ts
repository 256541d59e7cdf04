/** Queues for each target what became genuine since its cursor, in slices. */
import { whileMore } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { Lane } from './lane.ts';
import type { Queue } from './queue.ts';
import { type Targets, wants } from './targets.ts';
import type { DeliverySource, Enqueue, InBackground } from './types.ts';
import { walkSlice } from './walk.ts';

export interface CatchUpParts {
  readonly sqlite: Sqlite;
  readonly source: DeliverySource;
  readonly targets: Targets;
  readonly queue: Pick<Queue, 'has'>;
  readonly enqueue: Enqueue;
  readonly laneOf: (targetId: string) => Lane;
  readonly onChange: (arrivals: readonly number[]) => void;
  readonly inBackground: InBackground;
  readonly signal: AbortSignal;
}

/** The first slice is done when `catchUp` returns; calls while it runs make it look once more. */
export function createCatchUp(parts: CatchUpParts): { catchUp(): void } {
  const { sqlite, source, targets, queue, enqueue, laneOf, signal } = parts;
  let isRunning = false;
  let isWanted = false;

  /** One slice for one target; false when nothing is left for it. */
  const advance = (id: string): boolean => {
    const arrivals: number[] = [];
    const isMore = sqlite.transaction(() => {
      const target = targets.get(id);
      if (target === null) return false;
      const from = { cursor: target.cursor, end: Number.MAX_SAFE_INTEGER };
      const walked = walkSlice(source, from, (arrival, facts) => {
        if (!wants(target, facts)) return;
        // What was held and judged later may have come again meanwhile, and was judged at once.
        const sameness = source.sameness(arrival);
        if (sameness !== null && queue.has(id, sameness)) return;
        enqueue(id, arrival, { isReplay: false, sameness });
        arrivals.push(arrival);
      });
      if (walked.cursor !== target.cursor) targets.move(id, source.sourceId, walked.cursor);
      return walked.isMore;
    });
    if (arrivals.length > 0) {
      laneOf(id).wake();
      parts.onChange(arrivals);
    }
    return isMore;
  };

  const catchUpOne = async (id: string, sourceId: string): Promise<void> => {
    // Another inbox (the old one is gone): what it holds now was not there to be forwarded.
    if (sourceId !== source.sourceId) targets.move(id, source.sourceId, 0);
    await whileMore(() => advance(id), signal);
    if (!signal.aborted && targets.get(id) !== null) laneOf(id).wake();
  };

  const run = async (): Promise<void> => {
    try {
      while (isWanted && !signal.aborted) {
        isWanted = false;
        for (const { id, sourceId } of targets.list()) await catchUpOne(id, sourceId);
      }
    } finally {
      isRunning = false;
    }
  };

  return {
    catchUp() {
      isWanted = true;
      if (isRunning || signal.aborted) return;
      isRunning = true;
      parts.inBackground(run, 'deliveries could not be queued for forwarding');
    },
  };
}
