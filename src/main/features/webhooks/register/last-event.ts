/** The newest event of a path that may teach something of its webhook. */
import type { DeliveryRole, Intake } from '../intake/types.ts';

/** In a production profile a mock event has a role of its own, and is passed over (decisions 23). */
const teaching: readonly DeliveryRole[] = ['first', 'repeat', 'differs'];

/** Id of the event that was delivered there last; null where none was that counts. */
export function lastEventAt(intake: Pick<Intake, 'list'>, slotPath: string): string | null {
  const newest = teaching
    .flatMap((role) => intake.list({ slotPath, role, limit: 1 }))
    .toSorted((one, other) => other.arrival - one.arrival);
  return newest[0]?.eventId ?? null;
}
