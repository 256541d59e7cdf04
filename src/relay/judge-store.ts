/** What a relay has taken of its team's own stream: in memory, read again at each start. */
import type { ChainHead, SignedEntry } from '../team-log/entry.ts';
import type { JudgeStore } from '../team-log/judge.ts';

export function createJudgeStore(): JudgeStore {
  const streams = new Map<string, Map<string, ChainHead>>();
  const hashes = new Map<string, string>();
  const membership: SignedEntry[] = [];
  const nameOf = (stream: string, author: string, sequence: number): string =>
    `${stream} ${author} ${sequence}`;
  return {
    head: (stream, author) => streams.get(stream)?.get(author) ?? null,
    heads: (stream) => Object.fromEntries(streams.get(stream) ?? []),
    streams: () => streams.keys(),
    hashAt: (stream, author, sequence) => hashes.get(nameOf(stream, author, sequence)) ?? null,
    take(stream, author, head) {
      const heads = streams.get(stream) ?? new Map<string, ChainHead>();
      streams.set(stream, heads.set(author, head));
      hashes.set(nameOf(stream, author, head.sequence), head.hash);
    },
    membership: () => membership,
    keepMembership: (entry) => void membership.push(entry),
  };
}
