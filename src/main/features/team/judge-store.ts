/** Where authors' chains stand and what the membership adds up from, as the judge asks for it. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  type ChainHead,
  type ChainHeads,
  hashOfEntry,
  headerText,
  type SignedEntry,
} from '../../../team-log/entry.ts';
import type { JudgeStore } from '../../../team-log/judge.ts';
import { entryOf } from './team-state.ts';

/** So many hashes of an author's chain are one row: a row each would cost much of what judging the entry does. */
const perRow = 16;
const hashBytes = 32;
const rowOf = (sequence: number): number => Math.floor((sequence - 1) / perRow);
const placeIn = (sequence: number): number => ((sequence - 1) % perRow) * hashBytes;
/** null where none is there; zeros are in the place of one that was passed over. */
function hashIn(hashes: Uint8Array, sequence: number): string | null {
  const at = placeIn(sequence);
  const hash = hashes.subarray(at, at + hashBytes);
  return hash.every((byte) => byte === 0) ? null : Buffer.from(hash).toString('hex');
}

const hashesRow = z.object({ hashes: z.instanceof(Uint8Array) });
const headRow = z.object({ sequence: z.number(), hash: z.string() });
const headRows = z.array(headRow.extend({ author: z.string() }));

/** Entries of all authors. */
export const entriesIn = (heads: ChainHeads): number =>
  Object.values(heads).reduce((sum, { sequence }) => sum + sequence, 0);

/**
 * What is taken is kept in memory until `store`: an entry may bring so much that it takes several transactions,
 * and its head has to come with the last of them.
 */
export interface TeamJudgeStore extends JudgeStore {
  /** Inside a transaction: what was taken so far. */
  store(): void;
  /** What was taken since the last `store` was not, after all. */
  drop(): void;
}

/** What was taken of an author's chain, and is not stored. */
interface TakenChain {
  head: ChainHead;
  /** By sequence. */
  readonly hashes: Map<number, string>;
}

export function createJudgeStore(sqlite: Sqlite): TeamJudgeStore {
  /** By stream and author: as it is asked for each entry, no name is made of the two. */
  const chains = new Map<string, Map<string, TakenChain>>();
  const members = new Map<string, SignedEntry>();
  const taken = (stream: string, author: string) => chains.get(stream)?.get(author);
  const takenOf = (stream: string): Map<string, TakenChain> => {
    const found = chains.get(stream) ?? new Map<string, TakenChain>();
    chains.set(stream, found);
    return found;
  };
  function* allTaken(): Generator<readonly [stream: string, author: string, TakenChain]> {
    for (const [stream, of] of chains) for (const [author, one] of of) yield [stream, author, one];
  }

  const storedHead = (stream: string, author: string): ChainHead | null => {
    const found = sqlite.first(
      'SELECT sequence, hash FROM team_heads WHERE stream = ? AND author = ?',
      [stream, author],
    );
    return found === undefined ? null : headRow.parse(found);
  };
  /** One behind the other, from the first of the row on. */
  const storedHashes = (stream: string, author: string, row: number): Uint8Array => {
    const found = sqlite.first(
      'SELECT hashes FROM team_chains WHERE stream = ? AND author = ? AND number = ?',
      [stream, author, row],
    );
    return found === undefined ? new Uint8Array() : hashesRow.parse(found).hashes;
  };
  const storedHash = (stream: string, author: string, sequence: number): string | null =>
    hashIn(storedHashes(stream, author, rowOf(sequence)), sequence);
  /** What is there already stays. */
  const storeHashes = (
    stream: string,
    author: string,
    hashes: ReadonlyMap<number, string>,
  ): void => {
    for (const [row, added] of Map.groupBy(hashes, ([sequence]) => rowOf(sequence))) {
      const before = storedHashes(stream, author, row);
      const ends = added.map(([sequence]) => placeIn(sequence) + hashBytes);
      const all = Buffer.alloc(Math.max(before.length, ...ends));
      all.set(before);
      for (const [sequence, hash] of added) {
        if (hashIn(before, sequence) === null) all.write(hash, placeIn(sequence), 'hex');
      }
      sqlite.run(
        `INSERT INTO team_chains VALUES (?, ?, ?, ?) ON CONFLICT (stream, author, number)
         DO UPDATE SET hashes = excluded.hashes`,
        [stream, author, row, all],
      );
    }
  };
  const headsOf = (stream: string): ChainHeads => {
    const stored = headRows.parse(
      sqlite.all('SELECT author, sequence, hash FROM team_heads WHERE stream = ?', [stream]),
    );
    const all = new Map(stored.map(({ author, ...head }) => [author, head as ChainHead]));
    for (const [author, { head }] of chains.get(stream) ?? []) all.set(author, head);
    return Object.fromEntries(all);
  };
  const drop = (): void => {
    chains.clear();
    members.clear();
  };

  return {
    head: (stream, author) => taken(stream, author)?.head ?? storedHead(stream, author),
    heads: headsOf,
    streams: () =>
      new Set([...sqlite.texts('SELECT DISTINCT stream FROM team_heads'), ...chains.keys()]),
    hashAt: (stream, author, sequence) =>
      taken(stream, author)?.hashes.get(sequence) ?? storedHash(stream, author, sequence),
    take(stream, author, head) {
      const chain = taken(stream, author);
      if (chain === undefined) {
        const hashes = new Map([[head.sequence, head.hash]]);
        takenOf(stream).set(author, { head, hashes });
      } else {
        if (head.sequence > chain.head.sequence) chain.head = head;
        chain.hashes.set(head.sequence, head.hash);
      }
    },
    membership: () => [
      ...sqlite
        .all('SELECT header, signature, bytes FROM team_membership')
        .map((found) => entryOf(found).entry),
      ...members.values(),
    ],
    keepMembership: (entry) => void members.set(hashOfEntry(entry), entry),
    store() {
      const all = [...allTaken()];
      const kept = [...members];
      // Before it is written: where that fails, an entry of this computer was not written either.
      drop();
      for (const [stream, author, { head, hashes }] of all) {
        sqlite.run(
          `INSERT INTO team_heads VALUES (?, ?, ?, ?) ON CONFLICT (stream, author)
           DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash
           WHERE excluded.sequence > team_heads.sequence`,
          [stream, author, head.sequence, head.hash],
        );
        storeHashes(stream, author, hashes);
      }
      for (const [hash, entry] of kept) {
        sqlite.run('INSERT INTO team_membership VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
          hash,
          headerText(entry),
          entry.signature,
          entry.bytes,
        ]);
      }
    },
    drop,
  };
}
