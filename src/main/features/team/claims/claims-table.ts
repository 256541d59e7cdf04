/** Claims of the whole team as they were taken from its log, in the profile's database. */
import { z } from 'zod';
import type { Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  type ClaimContent,
  claimContent,
  type ReleaseContent,
  releaseContent,
} from '../../../../team-log/claim.ts';
import { hashOfEntry, type SignedEntry } from '../../../../team-log/entry.ts';

export const claimTables = ['team_claims'] as const;

export const claimMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-team-claims',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE team_claims (
          -- Of the entry.
          hash TEXT PRIMARY KEY,
          author TEXT NOT NULL,
          -- Of the request.
          key TEXT NOT NULL,
          -- Its author said that nothing was sent.
          is_released INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX team_claims_by_key ON team_claims (author, key);
      `),
  },
];

const parse = <Content>(shape: z.ZodType<Content>, content: Uint8Array): Content =>
  shape.parse(JSON.parse(Buffer.from(content).toString()));

/** Throws for a content of another form. */
export const readClaim = (content: Uint8Array): ClaimContent => parse(claimContent, content);
export const readRelease = (content: Uint8Array): ReleaseContent => parse(releaseContent, content);

export type ClaimsTable = ReturnType<typeof openClaimsTable>;

export function openClaimsTable(sqlite: Sqlite) {
  return {
    /** An entry of kind `claim` or `release`; inside a transaction. Throws for a content of another form. */
    take(entry: SignedEntry, content: Uint8Array): void {
      if (entry.kind === 'claim') {
        sqlite.run(
          'INSERT INTO team_claims (hash, author, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          [hashOfEntry(entry), entry.author, readClaim(content).key],
        );
      } else {
        // Nobody gives back what another one claimed.
        sqlite.run(
          `UPDATE team_claims SET is_released = 1 WHERE author = ?
             AND hash IN (SELECT value FROM json_each(?))`,
          [entry.author, JSON.stringify(readRelease(content).claims)],
        );
      }
    },
    isReleased: (hash: string): boolean =>
      sqlite.first('SELECT 1 FROM team_claims WHERE hash = ? AND is_released = 1', [hash]) !==
      undefined,
    /** Hashes of claims of this author that stand and whose request is not in the journal, by the request's key. */
    withoutRequest: (author: string): ReadonlyMap<string, string> =>
      new Map(
        z
          .array(z.object({ hash: z.string(), key: z.string() }))
          .parse(
            sqlite.all(
              `SELECT hash, key FROM team_claims WHERE author = ? AND is_released = 0
                 AND NOT EXISTS (SELECT 1 FROM intents WHERE intents.key = team_claims.key)`,
              [author],
            ),
          )
          .map(({ hash, key }) => [key, hash]),
      ),
  };
}
