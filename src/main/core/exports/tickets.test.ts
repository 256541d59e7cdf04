import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createTickets, TICKET_MS } from './tickets.ts';

function ticketsAt(start = 1_000) {
  let now = start;
  const tickets = createTickets({ clock: { now: () => now }, random: systemRandom });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { tickets, pass };
}

it('a ticket is 128 bits, good once, and names one file', () => {
  const { tickets } = ticketsAt();
  const first = tickets.issue('one');
  const second = tickets.issue('two');
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(tickets.take(first)).toBe('one');
  expect(tickets.take(first)).toBeNull();
  expect(tickets.take(second)).toBe('two');
  expect(tickets.take('0'.repeat(32))).toBeNull();
});

it('a ticket is good for a minute, and not for a file that is gone', () => {
  const { tickets, pass } = ticketsAt();
  const late = tickets.issue('one');
  pass(TICKET_MS);
  expect(tickets.take(late)).toBeNull();
  const gone = tickets.issue('one');
  const kept = tickets.issue('two');
  tickets.revoke('one');
  expect(tickets.take(gone)).toBeNull();
  pass(TICKET_MS - 1);
  expect(tickets.take(kept)).toBe('two');
});
