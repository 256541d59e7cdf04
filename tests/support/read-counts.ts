import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** How many tests ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()),
});

/** Reads the counts from a JSON reporter's file; null when there is none or it is not whole. */
export function readCounts(file: string, format: 'vitest' | 'playwright'): Counts | null {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (format === 'vitest') {
      const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } =
        vitestReport.parse(report);
      const skipped = numPendingTests + numTodoTests;
      return { passed: numPassedTests, failed: numFailedTests, skipped };
    }
    const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  } catch {
    return null;
  }
}

/**
 * What a suite counts for: its own counts, with at least one failure when its program failed (a
 * file that did not load has no failed test) or when it ran no test at all.
 */
export function judge(counts: Counts | null, programSucceeded: boolean): Counts {
  const { passed, failed, skipped } = counts ?? NOTHING;
  const isSound = programSucceeded && passed > 0;
  return { passed, failed: isSound ? failed : Math.max(failed, 1), skipped };
}

export function add(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** `3 passed, 0 failed`, and what was skipped when anything was. */
export function describe({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
