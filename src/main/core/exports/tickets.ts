/** Leave to fetch one file once: 128 random bits that a path carries for a minute. */
import type { Clock } from '../../../platform/clock.ts';
import { type Random, randomHex } from '../../../platform/random.ts';

/** How long a ticket is good, in milliseconds. */
export const TICKET_MS = 60_000;

interface Tickets {
  /** A new ticket for what is named. */
  issue(name: string): string;
  /** What the ticket names; null when it is unknown, spent or too old. Spends it. */
  take(ticket: string): string | null;
  /** Nothing that is named so can be taken any more. */
  revoke(name: string): void;
}

export function createTickets({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): Tickets {
  const tickets = new Map<string, { readonly name: string; readonly expires: number }>();
  const forgetOld = (): void => {
    for (const [ticket, { expires }] of tickets) {
      if (expires <= clock.now()) tickets.delete(ticket);
    }
  };
  return {
    issue(name) {
      forgetOld();
      const ticket = randomHex(random, 16);
      tickets.set(ticket, { name, expires: clock.now() + TICKET_MS });
      return ticket;
    },
    take(ticket) {
      forgetOld();
      const found = tickets.get(ticket);
      tickets.delete(ticket);
      return found?.name ?? null;
    },
    revoke(name) {
      for (const [ticket, each] of tickets) if (each.name === name) tickets.delete(ticket);
    },
  };
}
