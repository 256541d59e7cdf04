/**
 * One webhook's lane: takes due deliveries from the queue, a few at a time, and waits for later ones. Lanes
 * are independent, so a slow receiver delays no other.
 */
import type { Clock } from '../../platform/clock.ts';
import type { Deliveries, Delivery } from '../state/deliveries.ts';

export interface LaneParts {
  readonly webhookId: string;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
  /** Makes an attempt and records it. Never rejects. */
  readonly attempt: (delivery: Delivery) => Promise<void>;
}

export interface Lane {
  /** Something may be due. */
  wake(): void;
  /** Takes no more, and resolves when nothing is under way. */
  stop(): Promise<void>;
}

/** Deliveries under way to one receiver. */
export const maxUnderWay = 16;
/** Timers can't exceed 24.8 days; the queue is checked again anyway. */
const MAX_WAIT_MS = 60 * 60 * 1_000;

export function createLane({ webhookId, clock, deliveries, attempt }: LaneParts): Lane {
  const underWay = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  const begin = (delivery: Delivery): void => {
    const running = attempt(delivery).finally(() => {
      underWay.delete(delivery.sequence);
      wake();
    });
    underWay.set(delivery.sequence, running);
  };

  const waitForNext = (now: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const next = deliveries.nextDue(webhookId, now);
    if (next === null) return;
    timer = setTimeout(wake, Math.min(Math.max(next - now, 1), MAX_WAIT_MS));
  };

  function wake(): void {
    const room = maxUnderWay - underWay.size;
    if (isStopped || room <= 0) return;
    const now = clock.now();
    const due = deliveries
      .due(webhookId, now, maxUnderWay)
      .filter(({ sequence }) => !underWay.has(sequence))
      .slice(0, room);
    for (const delivery of due) begin(delivery);
    if (underWay.size < maxUnderWay) waitForNext(now);
  }

  return {
    wake,
    stop: async () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await Promise.all(underWay.values());
    },
  };
}
