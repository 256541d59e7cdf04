/** Until when a line is snoozed, in the person's own time zone. */
export type SnoozeChoice = 'hour' | 'tomorrow' | 'week';

/** When work begins. */
const morning = 9;

/** ISO 8601 UTC. A week ends on its Sunday. */
export function snoozeEnd(choice: SnoozeChoice, now: number): string {
  const at = new Date(now);
  const inDays = (days: number) =>
    new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, morning).toISOString();
  switch (choice) {
    case 'hour':
      return new Date(now + 3_600_000).toISOString();
    case 'tomorrow':
      return inDays(1);
    case 'week':
      return inDays(8 - (at.getDay() === 0 ? 7 : at.getDay()));
  }
}
