/** Durations as people read them. */
import { groupedCount } from '../../bridge/words.ts';

/** `0.8 ms`, `38 ms`, `1,204 ms`: a decimal only where it tells something. */
export const milliseconds = (duration: number): string =>
  duration < 10 ? `${Number(duration.toFixed(1))} ms` : `${groupedCount(Math.round(duration))} ms`;

/** `8 s`, `3 min 20 s`, `1 h 5 min`: how long something will take, as coarse as it can be known. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return joined([Math.floor(whole / 60), 'min'], [whole % 60, 's']);
  const minutes = Math.round(whole / 60);
  return joined([Math.floor(minutes / 60), 'h'], [minutes % 60, 'min']);
}

/** `< 1 min`, `12 min`, `26 h`, `4 days`: how long something waits, of a time in ms; hours up to three days. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return '< 1 min';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 72 ? `${hours} h` : `${groupedCount(Math.floor(hours / 24))} days`;
}

type Part = readonly [number, string];

const joined = ([large, of]: Part, [small, unit]: Part): string =>
  small === 0 ? `${groupedCount(large)} ${of}` : `${groupedCount(large)} ${of} ${small} ${unit}`;
