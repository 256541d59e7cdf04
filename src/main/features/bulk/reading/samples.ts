/** Values that are shown of each column, so that a person sees what it holds. */
import { secretIn } from '../../../core/foundation/secrets/secret-in.ts';

/** Stands where a secret stood. */
export const notShown = '(not shown)';

/** Most samples of one column. */
export const MAX_SAMPLES = 3;
const LONGEST_SAMPLE = 80;

/** The cell as a screen may show it. */
export const shown = (cell: string): string => (secretIn(cell) === null ? cell : notShown);

export const sampleOf = (cell: string): string => shown(cell).slice(0, LONGEST_SAMPLE);

/** The first values of each column that are not blank. */
export function samplesOf(
  rows: readonly { readonly cells: readonly string[] }[],
  width: number,
): string[][] {
  const samples = Array.from({ length: width }, (): string[] => []);
  let full = 0;
  for (const { cells } of rows) {
    if (full === width) break;
    for (const [index, found] of samples.entries()) {
      const cell = cells[index] ?? '';
      if (cell === '' || found.length === MAX_SAMPLES) continue;
      found.push(sampleOf(cell));
      if (found.length === MAX_SAMPLES) full += 1;
    }
  }
  return samples;
}
