/** A proof: a fault or load run that is short and seeded in the tests, and done at full count by `npm run prove`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a batch saw. Figures of batches are added up. */
export interface BatchReport {
  readonly figures: Readonly<Record<string, number>>;
  /** What did not hold, a sentence each. */
  readonly breaches: readonly string[];
}

export interface Proof {
  readonly name: string;
  /** What must hold, in a sentence. */
  readonly claim: string;
  /** Batches of the full count. Each is independent and named by its number, so a run can go on where it stopped. */
  readonly batches: number;
  /** It measures time or memory, and has a processor for itself. */
  readonly isMeasured?: boolean;
  run(batch: number): Promise<BatchReport>;
}

/** What is known of a proof so far. */
export interface Progress {
  readonly done: number;
  readonly figures: Readonly<Record<string, number>>;
  readonly breaches: readonly string[];
}

/** Adds up what batches saw. */
export function progressOf(reports: readonly BatchReport[]): Progress {
  const figures: Record<string, number> = {};
  for (const [name, value] of reports.flatMap((report) => Object.entries(report.figures))) {
    figures[name] = (figures[name] ?? 0) + value;
  }
  const breaches = reports.flatMap((report) => report.breaches);
  return { done: reports.length, figures, breaches };
}

/** Works in an empty directory that is gone afterwards. */
export async function inOwnDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'causeway-prove-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Waits for the exit of a process, its code and signal; rejects unless kill -9 ended it. */
export async function endedByKill(ended: Promise<unknown>, what: string): Promise<void> {
  const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL') throw new Error(`${what} ended by itself: ${code ?? signal}`);
}

/** A breach where less than half of the kills fell into the work: such a run proves nothing. */
export const tooFewLanded = (landed: number, kills: number): string[] =>
  kills === 0 || landed * 2 < kills ? [`only ${landed} of ${kills} kills fell into the work`] : [];

/** Waits for the work, at most so many milliseconds; false when that was not enough. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, milliseconds, false);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}
