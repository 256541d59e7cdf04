/** How many rows a step takes, so that main is never kept busy for long, on whatever machine. */

export interface StepSize {
  /** Of the next step. */
  rows(): number;
  /** A step of so many rows took so many milliseconds. */
  took(rows: number, milliseconds: number): void;
}

const FIRST = 8;
const FEWEST = 6;
const MOST = 32;
const LONG_MS = 28;
const SHORT_MS = 18;

export function createStepSize(): StepSize {
  let size = FIRST;
  return {
    rows: () => size,
    took(rows, milliseconds) {
      if (milliseconds > LONG_MS) {
        size = Math.max(FEWEST, Math.floor((size * LONG_MS) / milliseconds));
      } else if (rows >= size && milliseconds < SHORT_MS) {
        size = Math.min(MOST, size + 1);
      }
    },
  };
}
