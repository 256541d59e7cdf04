/** Closing what was opened, also where a part of it fails. */
export type Step = () => unknown;

/** One after another, also where one fails: no database stays open, and no key. Rejects with the first failure. */
export async function runAllSteps(steps: readonly Step[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Begun at once. Resolves or rejects when all have ended. */
export async function runTogether(steps: readonly Step[]): Promise<void> {
  const ended = await Promise.allSettled(steps.map(async (step) => await step()));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
