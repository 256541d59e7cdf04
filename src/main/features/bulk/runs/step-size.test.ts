import { describe, expect, it } from 'vitest';
import { createStepSize } from './step-size.ts';

/** Where it ends up on a machine where a step takes a fixed time, and a time for each row. */
function settledAt(fixedMs: number, rowMs: number): { rows: number; milliseconds: number } {
  const size = createStepSize();
  const takes = (rows: number) => fixedMs + rows * rowMs;
  for (let step = 0; step < 200; step += 1) size.took(size.rows(), takes(size.rows()));
  return { rows: size.rows(), milliseconds: takes(size.rows()) };
}

describe('the rows of a step', () => {
  it('grow on a quick machine up to their bound', () => {
    expect(settledAt(1, 0.1).rows).toBe(32);
  });

  it.each([0.5, 0.8, 1.2, 2])('stay so few that a step of %f ms a row is short', (rowMs) => {
    const { rows, milliseconds } = settledAt(4, rowMs);
    expect(milliseconds).toBeLessThanOrEqual(28);
    expect(rows).toBeGreaterThanOrEqual(6);
  });

  it('are never none, however slow it is', () => {
    expect(settledAt(500, 50).rows).toBe(6);
  });

  it('do not grow by steps that had little to do', () => {
    const size = createStepSize();
    for (let step = 0; step < 50; step += 1) size.took(1, 1);
    expect(size.rows()).toBe(8);
  });
});
