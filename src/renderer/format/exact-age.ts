/** Ages to the second, for what is proved every half minute. */
import { localParts } from '../../bridge/instants.ts';
import { ageOf } from './instants.ts';

/** `just now`, `12 s ago`, `in 25 s`, then as in lists: `4 min ago`. Text that is no time gives ''. */
export function exactAge(instant: string, now: number): string {
  const date = localParts(instant);
  if (date === null) return '';
  const distance = now - date.getTime();
  const seconds = Math.floor(Math.abs(distance) / 1_000);
  // Main's clock may be a moment ahead of the page's reading of it.
  if (seconds < 1 || (distance < 0 && seconds < 2)) return 'just now';
  if (seconds >= 60) return ageOf(instant, now);
  return distance > 0 ? `${seconds} s ago` : `in ${seconds} s`;
}
