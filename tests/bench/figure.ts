/** A figure: what was measured against what it has to be, as a ratio to a peer in the same run. */

export interface Figure {
  readonly name: string;
  /** What the figure is: a ratio, kilobytes, milliseconds. */
  readonly value: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** What the value was made of, in words. */
  readonly basis: string;
}

export const isMet = ({ value, atLeast, atMost }: Figure): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);

/** One line of the report: name, value, bound, whether it is met, and what it was made of. */
export function line(figure: Figure): string {
  const bound =
    figure.atLeast === undefined ? `at most ${figure.atMost}` : `at least ${figure.atLeast}`;
  const verdict = isMet(figure) ? 'met' : 'MISSED';
  return `${figure.name}: ${figure.value.toFixed(2)} ${figure.unit} (${bound}, ${verdict}) — ${figure.basis}`;
}
