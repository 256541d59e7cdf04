/** Numbers and lists within sentences, on the page and in main's documents, without zod. */

const number = new Intl.NumberFormat('en-GB');
const list = new Intl.ListFormat('en-GB');

/** `1,204`. */
export const groupedCount = (count: number): string => number.format(count);

/** `1 customer`, `1,204 customers`. */
export const counted = (count: number, one: string, many: string): string =>
  `${groupedCount(count)} ${count === 1 ? one : many}`;

/** `a`, `a and b`, `a, b and c`. */
export const listed = (parts: readonly string[]): string => list.format(parts);
