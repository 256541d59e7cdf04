/**
 * The service's token as owners shared it: what the log has of it, and what is kept here, sealed. Each entry names
 * those that it takes the place of, so that what counts does not hang on anybody's clock.
 */
import { z } from 'zod';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry, hex32, type SignedEntry } from '../../../team-log/entry.ts';
import { sealedSecrets } from '../../../team-log/paths.ts';

const tokenContent = z.strictObject({
  version: z.literal(1),
  secrets: sealedSecrets,
  /** Taken back: whoever used it has it still. */
  isBack: z.boolean(),
  /** Hashes of the entries that it takes the place of, beside those of its author before. */
  replaces: z.array(hex32).max(1_000).default([]),
  /** An owner said that the token of those was replaced at the service. */
  isReplaced: z.boolean().default(false),
});
export type TokenContent = z.infer<typeof tokenContent>;

const readContent = (content: Uint8Array | string): TokenContent => readJson(tokenContent, content);

const sharedRow = z
  .object({
    author: z.string(),
    sequence: z.number(),
    entry: z.string(),
    at: z.string(),
    content: z.string(),
    is_used: z.number(),
  })
  .transform(({ content, is_used, ...one }) => ({
    ...one,
    content: readContent(content),
    isUsed: is_used === 1,
  }));
export type Shared = Readonly<z.output<typeof sharedRow>>;

/** Keeps what an owner said. In a transaction. Throws for another form. */
export function takeToken(sqlite: Sqlite, entry: SignedEntry, content: Uint8Array): void {
  readContent(content);
  sqlite.run(
    `INSERT INTO team_tokens (entry, author, sequence, at, content) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
    [hashOfEntry(entry), entry.author, entry.sequence, entry.at, Buffer.from(content).toString()],
  );
}

/** All that owners said. */
const readAll = (sqlite: Sqlite): readonly Shared[] =>
  sqlite.all('SELECT * FROM team_tokens').map((found) => sharedRow.parse(found));

export interface SharedTokens {
  /** Those that no other replaces: first those that end sharing, then the newest by their authors’ clocks. */
  readonly last: readonly Shared[];
  /** Keys of all who share a token that nobody said to be replaced, or got it. */
  readonly holders: ReadonlySet<string>;
}

export function sharedTokens(sqlite: Sqlite): SharedTokens {
  const all = new Map(readAll(sqlite).map((one) => [one.entry, one]));
  const before = ({ author, sequence, content }: Shared): readonly Shared[] =>
    [...all.values()].filter(
      (one) =>
        content.replaces.includes(one.entry) || (one.author === author && one.sequence < sequence),
    );
  const placed = new Set([...all.values()].flatMap(before));
  const last = [...all.values()]
    .filter((one) => !placed.has(one))
    .toSorted(
      (one, other) =>
        Number(other.content.isBack) - Number(one.content.isBack) ||
        other.at.localeCompare(one.at) ||
        one.entry.localeCompare(other.entry),
    );
  return { last, holders: holdersOf([...all.values()], before) };
}

/** What somebody said to be replaced, with all before it, holds nobody. */
function holdersOf(
  all: readonly Shared[],
  before: (one: Shared) => readonly Shared[],
): ReadonlySet<string> {
  const over = new Set<Shared>();
  const end = (one: Shared): void => {
    for (const earlier of before(one)) {
      if (over.has(earlier)) continue;
      over.add(earlier);
      end(earlier);
    }
  };
  for (const one of all) if (one.content.isReplaced) end(one);
  return new Set(
    all.flatMap((one) =>
      over.has(one) || one.content.isBack
        ? []
        : [one.author, ...one.content.secrets.map(({ to }) => to)],
    ),
  );
}
