/** What the page asks again at every change, worked out at most once in a while. */

/** At most once in so many milliseconds, each question. */
const PACE_MS = 1_000;
/** Questions whose last time is remembered; ranges that nobody shows any more are forgotten. */
const MOST_QUESTIONS = 50;

/**
 * Calls for one question share the next answer, which is worked out after they were made, so that
 * nobody is told what was so before.
 */
export function createPaced<Result>(
  work: (question: string) => Promise<Result>,
): (question: string) => Promise<Result> {
  const next = new Map<string, Promise<Result>>();
  const begunAt = new Map<string, number>();

  const begin = async (question: string): Promise<Result> => {
    const since = performance.now() - (begunAt.get(question) ?? Number.NEGATIVE_INFINITY);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, PACE_MS - since)));
    next.delete(question);
    if (begunAt.size >= MOST_QUESTIONS) begunAt.clear();
    begunAt.set(question, performance.now());
    return await work(question);
  };

  return (question) => {
    const known = next.get(question);
    if (known !== undefined) return known;
    const begun = begin(question);
    next.set(question, begun);
    return begun;
  };
}
