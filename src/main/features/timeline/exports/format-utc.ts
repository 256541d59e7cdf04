/** A moment as documents write it. */
import { instantOf } from '../../../core/records/order.ts';

/** `2026-11-20 14:05:11.482 UTC`; what is no moment stays as it is. */
export function formatUtc(instant: string): string {
  const milliseconds = instantOf(instant);
  if (milliseconds === null) return instant;
  return new Date(milliseconds).toISOString().replace('T', ' ').replace('Z', ' UTC');
}
