/** What a judge took, in memory: for a relay, which reads the team's stream anew at each start, and for tests. */
import type { ChainHead, SignedEntry } from './entry.ts';
import type { JudgeStore } from './judge.ts';

export function createMemoryStore(): JudgeStore {
  const streams = new Map<string, Map<string, string[]>>();
  const membership: SignedEntry[] = [];
  const headOf = (hashes: readonly string[] | undefined): ChainHead | null => {
    const hash = hashes?.at(-1);
    return hash === undefined ? null : { sequence: hashes?.length ?? 0, hash };
  };
  return {
    head: (stream, author) => headOf(streams.get(stream)?.get(author)),
    heads: (stream) =>
      Object.fromEntries(
        [...(streams.get(stream) ?? [])].flatMap(([author, hashes]) => {
          const head = headOf(hashes);
          return head === null ? [] : [[author, head]];
        }),
      ),
    streams: () => streams.keys(),
    hashAt: (stream, author, sequence) => streams.get(stream)?.get(author)?.[sequence - 1] ?? null,
    take(stream, author, { hash }) {
      const authors = streams.get(stream) ?? new Map<string, string[]>();
      streams.set(stream, authors);
      const hashes = authors.get(author) ?? [];
      authors.set(author, hashes);
      hashes.push(hash);
    },
    membership: () => membership,
    keepMembership: (entry) => membership.push(entry),
  };
}
