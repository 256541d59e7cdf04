import type { QuietHours } from '../../../bridge/notices.ts';

/** `now` in milliseconds since 1970. */
export function isQuiet(now: number, quiet: QuietHours | null): boolean {
  if (quiet === null) return false;
  const { from, to, zone } = quiet;
  const wall = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(now);
  return from < to ? from <= wall && wall < to : from <= wall || wall < to;
}
