/** What a receiver was given: by event, with what must hold of every delivery. */
import { createHmac } from 'node:crypto';
import type { Received } from '../../../src/sandbox/testing/receiver.ts';

export interface TakenDeliveries {
  /** Notes a delivery that came, whether it is answered or not. */
  came(received: Received): void;
  /** Notes that it was answered with 200. Gives the id of the event. */
  took(received: Received): string;
  /** Ids of events that were taken. */
  readonly taken: ReadonlySet<string>;
  /** Deliveries of events that had come before. */
  again(): number;
  /** What did not hold, a sentence each. */
  readonly breaches: string[];
}

/** The secret is that of the webhook (Interface 6.3). */
export function takenDeliveries(secret: () => string): TakenDeliveries {
  const bodies = new Map<string, string>();
  const taken = new Set<string>();
  const breaches: string[] = [];
  let again = 0;
  const idOf = ({ body }: Received): string => (JSON.parse(body) as { id: string }).id;
  return {
    came(received) {
      const id = idOf(received);
      const signature = createHmac('sha256', secret()).update(received.body).digest('hex');
      if (received.headers['signature'] !== signature) breaches.push(`${id} was signed wrongly`);
      const before = bodies.get(id);
      if (before !== undefined) again += 1;
      if (before !== undefined && before !== received.body)
        breaches.push(`${id} changed its bytes`);
      bodies.set(id, received.body);
    },
    took(received) {
      const id = idOf(received);
      taken.add(id);
      return id;
    },
    taken,
    again: () => again,
    breaches,
  };
}
