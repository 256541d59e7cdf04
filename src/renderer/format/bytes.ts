/** Sizes of files as people read them, and how much of one is made. */

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** `812 bytes`, `3.4 KB`, `20 MB`: 1,024 of one make the next, a decimal under ten. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < units.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  const shown = unit > 0 && size < 9.95 ? Number(size.toFixed(1)) : Math.round(size);
  return `${shown} ${bytes === 1 ? 'byte' : units[unit]}`;
}

/** Whole percent of a file that is made; 0 while its parts are not counted. */
export const percentMade = ({ done, total }: { done: number; total: number }): number =>
  total === 0 ? 0 : Math.floor((Math.min(done, total) / total) * 100);
