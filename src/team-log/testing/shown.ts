/** For tests: what a database shows, and a computer that follows it as a desk does. */
import { type ChainHeads, hashOfEntry, headOfEntry, type SignedEntry } from '../entry.ts';
import type { Judge } from '../judge.ts';
import type { Problem } from '../problems.ts';

/** Entries by stream, in the order in which they are read. */
export type Shown = ReadonlyMap<string, readonly SignedEntry[]>;

export function showing(entries: readonly SignedEntry[]): Map<string, SignedEntry[]> {
  const shown = new Map<string, SignedEntry[]>();
  for (const entry of entries) {
    const stream = shown.get(entry.stream) ?? [];
    shown.set(entry.stream, stream);
    stream.push(entry);
  }
  return shown;
}

/** As `TeamLog.headsOf` gives them. */
export function headsShown(entries: readonly SignedEntry[]): ChainHeads {
  const heads = new Map<string, SignedEntry>();
  for (const entry of entries) {
    if (entry.sequence > (heads.get(entry.author)?.sequence ?? 0)) heads.set(entry.author, entry);
  }
  return Object.fromEntries([...heads].map(([author, entry]) => [author, headOfEntry(entry)]));
}

export interface Followed {
  /** Hashes, in order. */
  readonly taken: readonly string[];
  readonly problems: readonly Problem[];
  readonly known: number;
}

export interface FollowOptions {
  /** What is new of it; all where it is left out. */
  readonly fresh?: Shown;
  /** What `heads` entries say, by their hash. */
  readonly heard?: ReadonlyMap<string, ChainHeads>;
}

/** Reads what is new of all that is shown, then again whoever waits, until nothing more comes of it. */
export function follow(judge: Judge, shown: Shown, options: FollowOptions = {}): Followed {
  const { fresh = shown, heard = new Map<string, ChainHeads>() } = options;
  const taken: string[] = [];
  const problems: Problem[] = [];
  let known = 0;
  const take = (entry: SignedEntry, stream: string): void => {
    const verdict = judge.judge(entry, stream);
    if (verdict.is === 'problem') problems.push(verdict.problem);
    if (verdict.is === 'known') known += 1;
    if (verdict.is !== 'taken') return;
    taken.push(verdict.hash);
    const heads = heard.get(verdict.hash);
    if (heads !== undefined) problems.push(...judge.hear(stream, heads));
  };
  for (const [stream, entries] of fresh) for (const entry of entries) take(entry, stream);
  let before = -1;
  while (before < taken.length) {
    before = taken.length;
    for (const [stream, entries] of shown) {
      const compared = judge.compare(stream, headsShown(entries));
      problems.push(...compared.problems);
      for (const { author, after } of compared.waiting) {
        const theirs = entries.filter((entry) => entry.author === author && entry.sequence > after);
        for (const entry of theirs.sort((one, other) => one.sequence - other.sequence)) {
          take(entry, stream);
        }
      }
    }
  }
  return { taken, known, problems: [...problems, ...judge.standing()] };
}

export const hashesOf = (entries: readonly SignedEntry[]): readonly string[] =>
  entries.map(hashOfEntry);
