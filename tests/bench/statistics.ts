/** Figures over several runs. */

/** The middle of the values; of an even count the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) throw new Error('no values');
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** The value that 95 of 100 do not exceed. */
export function at95(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}

/** What half of the values, and 99 of 100, do not exceed. */
export function quantiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

export const worst = (values: readonly number[]): number => Math.max(...values);
