/** The service's token as an owner shared it: what the log has of it, and what is kept here, sealed. */
import { z } from 'zod';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { sealedSecrets } from '../../../team-log/paths.ts';

const tokenContent = z.strictObject({
  version: z.literal(1),
  secrets: sealedSecrets,
  /** Taken back: whoever used it has it still. */
  isBack: z.boolean(),
});
export type TokenContent = z.infer<typeof tokenContent>;

const sharedRow = z.object({
  author: z.string(),
  entry: z.string(),
  at: z.string(),
  content: z.string(),
  is_used: z.number(),
});
export interface Shared {
  readonly author: string;
  readonly entry: string;
  readonly at: string;
  readonly content: TokenContent;
  readonly isUsed: boolean;
}

const readContent = (content: Uint8Array | string): TokenContent =>
  tokenContent.parse(JSON.parse(Buffer.from(content).toString()));

/** Keeps what an owner said last. In a transaction. Throws for another form. */
export function takeToken(sqlite: Sqlite, entry: SignedEntry, content: Uint8Array): void {
  readContent(content);
  sqlite.run(
    `INSERT INTO team_token (author, entry, at, content) VALUES (?, ?, ?, ?)
     ON CONFLICT (author) DO UPDATE SET entry = excluded.entry, at = excluded.at,
       content = excluded.content, is_used = 0`,
    [entry.author, hashOfEntry(entry), entry.at, Buffer.from(content).toString()],
  );
}

/** What each said last, newest first. */
export const sharedTokens = (sqlite: Sqlite): readonly Shared[] =>
  sqlite
    .all('SELECT * FROM team_token ORDER BY at DESC, author')
    .map((found) => sharedRow.parse(found))
    .map(({ content, is_used, ...one }) => ({
      ...{ ...one, content: readContent(content), isUsed: is_used === 1 },
    }));
