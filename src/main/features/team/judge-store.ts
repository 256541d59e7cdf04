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

export function createJudgeStore(sqlite: Sqlite): TeamJudgeStore {
  const heads = new Map<string, ChainHead>();
  const hashes = new Map<string, string>();
  const members = new Map<string, SignedEntry>();
  const place = (...parts: readonly (string | number)[]) => parts.join(' ');

  const storedHead = (stream: string, author: string): ChainHead | null => {
    const found = sqlite.first(
      'SELECT sequence, hash FROM team_heads WHERE stream = ? AND author = ?',
      [stream, author],
    );
    return found === undefined ? null : headRow.parse(found);
  };
  const headsOf = (stream: string): ChainHeads => {
    const stored = headRows.parse(
      sqlite.all('SELECT author, sequence, hash FROM team_heads WHERE stream = ?', [stream]),
    );
    const all = new Map(stored.map(({ author, ...head }) => [author, head as ChainHead]));
    for (const [key, head] of heads) {
      const [of = '', author = ''] = key.split(' ');
      if (of === stream) all.set(author, head);
    }
    return Object.fromEntries(all);
  };
  const drop = (): void => {
    for (const held of [heads, hashes, members]) held.clear();
  };

  return {
    head: (stream, author) => heads.get(place(stream, author)) ?? storedHead(stream, author),
    heads: headsOf,
    streams: () =>
      new Set([
        ...sqlite.texts('SELECT DISTINCT stream FROM team_heads'),
        ...[...heads.keys()].map((key) => key.split(' ')[0] ?? ''),
      ]),
    hashAt: (stream, author, sequence) =>
      hashes.get(place(stream, author, sequence)) ??
      sqlite.texts(
        'SELECT hash FROM team_hashes WHERE stream = ? AND author = ? AND sequence = ?',
        [stream, author, sequence],
      )[0] ??
      null,
    take(stream, author, head) {
      heads.set(place(stream, author), head);
      hashes.set(place(stream, author, head.sequence), head.hash);
    },
    membership: () => [
      ...sqlite
        .all('SELECT header, signature, bytes FROM team_membership')
        .map((found) => entryOf(found).entry),
      ...members.values(),
    ],
    keepMembership: (entry) => void members.set(hashOfEntry(entry), entry),
    store() {
      for (const [key, { sequence, hash }] of heads) {
        const [stream = '', author = ''] = key.split(' ');
        sqlite.run(
          `INSERT INTO team_heads VALUES (?, ?, ?, ?) ON CONFLICT (stream, author)
           DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`,
          [stream, author, sequence, hash],
        );
      }
      for (const [key, hash] of hashes) {
        const [stream = '', author = '', sequence = ''] = key.split(' ');
        sqlite.run('INSERT INTO team_hashes VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
          ...[stream, author, Number(sequence), hash],
        ]);
      }
      for (const [hash, entry] of members) {
        sqlite.run('INSERT INTO team_membership VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', [
          ...[hash, headerText(entry), entry.signature, entry.bytes],
        ]);
      }
      drop();
    },
    drop,
  };
}
