/** Claims of the whole team as they were taken from its log, in the profile's database. */
import { z } from 'zod';
import { intentOperation } from '../../../../bridge/intents.ts';
import { jsonText, readJson } from '../../../../platform/json-column.ts';
import { addColumns, type Migration } from '../../../../platform/migrations.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  type ClaimContent,
  claimContent,
  type PlacesContent,
  type ReleaseContent,
  readPlaces,
  releaseContent,
  samenessOfPlaces,
  statementContent,
} from '../../../../team-log/claim.ts';
import { hashOfEntry, type SignedEntry } from '../../../../team-log/entry.ts';
import { type Problem, problemOf } from '../../../../team-log/problems.ts';
import { createSentHere } from '../../../core/intents/keys-sent-here.ts';
import { cleanRow } from '../../handover/collect.ts';
import { isCounted, isNoTeams } from '../../handover/origins.ts';
import { followedBy, headsOf, resolutionsOf } from '../../handover/resolutions.ts';
import { isRenewed, openPlacesTable, placesMigration } from './places-table.ts';
import { openSentTwice, sentTwiceMigration } from './sent-twice.ts';

/** For leaving. What was sent without a claim stays: whoever joins again may learn only then who else sent it. */
export const claimTables = [
  'team_claims',
  'team_settlements',
  'team_settled',
  'team_places',
] as const;

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
          is_released INTEGER NOT NULL DEFAULT 0,
          -- Of the entry, and who asked for it; null for what was taken before.
          sequence INTEGER,
          at TEXT,
          operation TEXT,
          person TEXT,
          -- Nothing is known to have come of it.
          is_open INTEGER NOT NULL DEFAULT 1,
          -- What it claims, as the first claim of the same names it; null for what was taken before.
          name TEXT,
          -- What it takes, which the database gives once; null for what was taken before.
          follows TEXT,
          -- Sequence of the entry that gave it back; null for what was given back before.
          released_by INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX team_claims_by_key ON team_claims (author, key);
      `),
  },
  {
    id: '2026-11-26-team-settlements',
    up(sqlite) {
      const texts = ['at TEXT', 'operation TEXT', 'person TEXT'];
      const isOpen = 'is_open INTEGER NOT NULL DEFAULT 1';
      addColumns(sqlite, 'team_claims', 'sequence INTEGER', ...texts, isOpen);
      sqlite.exec(`
        CREATE INDEX team_claims_open ON team_claims (at, hash) WHERE is_open = 1 AND is_released = 0;

        -- What people say of claims of computers that are gone.
        CREATE TABLE team_settlements (
          -- Of the entry.
          hash TEXT PRIMARY KEY,
          author TEXT NOT NULL,
          at TEXT NOT NULL,
          person TEXT,
          verdict TEXT NOT NULL,
          resource_id TEXT,
          reason TEXT NOT NULL,
          checked TEXT NOT NULL,
          -- Hashes of those that it is in the place of, as JSON.
          replaces TEXT NOT NULL
        ) STRICT;
        CREATE INDEX team_settlements_newest ON team_settlements (at);
        CREATE TABLE team_settled (claim TEXT NOT NULL, settlement TEXT NOT NULL, PRIMARY KEY (claim, settlement))
          STRICT, WITHOUT ROWID;
        CREATE INDEX team_settled_by_settlement ON team_settled (settlement);
      `);
    },
  },
  {
    id: '2026-11-26-team-claim-names',
    up(sqlite) {
      addColumns(sqlite, 'team_claims', 'name TEXT');
      sqlite.exec(`
        CREATE INDEX team_claims_by_name ON team_claims (name)
          WHERE name IS NOT NULL AND is_open = 1 AND is_released = 0;
      `);
    },
  },
  {
    id: '2026-11-26-team-claim-follows',
    up(sqlite) {
      addColumns(sqlite, 'team_claims', 'follows TEXT');
      sqlite.exec(
        'CREATE INDEX team_claims_by_follows ON team_claims (follows) WHERE follows IS NOT NULL',
      );
    },
  },
  placesMigration,
  sentTwiceMigration,
];

/** Throws for a content of another form. */
export const readClaim = (content: Uint8Array): ClaimContent => readJson(claimContent, content);
export const readRelease = (content: Uint8Array): ReleaseContent =>
  readJson(releaseContent, content);

/** A claim as it is listed. */
const listed = z
  .object({
    hash: z.string(),
    author: z.string(),
    key: z.string(),
    sequence: z.number(),
    at: z.string(),
    operation: intentOperation.nullable().catch(null),
    person: z.string().nullable(),
    is_released: z.number(),
    is_renewed: z.number(),
  })
  .transform(({ is_released, is_renewed, ...claim }) => ({
    ...claim,
    isReleased: is_released === 1,
    isRenewed: is_renewed === 1,
  }));
export type ListedClaim = z.infer<typeof listed>;
const columns = `hash, author, key, sequence, at, operation, person, is_released, ${isRenewed('team_claims')} AS is_renewed`;

const settlement = z
  .object({
    claim: z.string(),
    hash: z.string(),
    author: z.string(),
    at: z.string(),
    person: z.string().nullable(),
    verdict: statementContent.shape.verdict,
    resource_id: z.string().nullable(),
    reason: z.string(),
    checked: z.string(),
    replaces: jsonText.pipe(z.array(z.string())),
  })
  .transform(({ resource_id, ...one }) => ({ ...one, resourceId: resource_id }));
export type ClaimStatement = Omit<z.infer<typeof settlement>, 'claim'>;

const named = z.object({
  name: z.string(),
  hash: z.string(),
  author: z.string(),
  key: z.string(),
  sequence: z.number(),
  at: z.string(),
  person: z.string().nullable(),
});
export type NamedClaim = z.infer<typeof named>;

const signers = z.array(
  z.object({
    entry: z.string(),
    what: z.enum(['request', 'resolution']).nullable(),
    signer: z.string().nullable(),
    isFirst: z.number().transform((one) => one === 1),
  }),
);
export type Signer = z.infer<typeof signers>[number];

/** Closed in one step. */
const SOME = 500;
const isOpenAs = 'is_open = 1 AND is_released = 0';
const isToldRequest = `EXISTS (SELECT 1 FROM handover_entries
  WHERE id = team_claims.key AND coalesce(what, 'request') = 'request')`;
const isToldByAuthor = (told: 'handover_entries' | 'handover_tellers') =>
  `EXISTS (SELECT 1 FROM ${told} JOIN handover_files USING (file) WHERE id = team_claims.key
     AND what = 'request' AND handover_files.computer = team_claims.author)`;
/** Its request is here: of this computer, or told by the computer that claimed it. */
const hasOutcome = `(EXISTS (SELECT 1 FROM intents WHERE intents.key = team_claims.key)
  AND (NOT ${isToldRequest} OR ${isToldByAuthor('handover_entries')} OR ${isToldByAuthor('handover_tellers')}))`;

export type ClaimsTable = ReturnType<typeof openClaimsTable>;

/**
 * @param known secrets that are cut by value out of what people wrote
 * @param nameOf what a claim takes where it is the first of the same, and what the next places of a day take
 * @param tell in the transaction that takes an entry
 */
export function openClaimsTable(
  sqlite: Sqlite,
  known: () => readonly string[],
  nameOf: (of: Pick<ClaimContent, 'operation' | 'sameness'>) => string,
  tell: (problem: Problem) => void,
) {
  const places = openPlacesTable(sqlite, tell);
  const isSentHere = createSentHere(sqlite);

  function takePlaces(entry: SignedEntry, taken: PlacesContent): void {
    if (entry.follows !== nameOf(samenessOfPlaces(taken)))
      throw new TypeError('It takes other places than it says.');
    places.take(entry, taken);
  }

  function takeSettlement({ author, at, ...entry }: SignedEntry, content: Uint8Array): void {
    const hash = hashOfEntry({ author, at, ...entry });
    const { claims, replaces, ...said } = readJson(statementContent, content);
    const { person, verdict, resourceId, reason, checked } = cleanRow(said, known());
    sqlite.run(
      'INSERT INTO team_settlements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      [hash, author, at, person, verdict, resourceId, reason, checked, JSON.stringify(replaces)],
    );
    sqlite.run(
      'INSERT INTO team_settled SELECT value, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
      [hash, JSON.stringify(claims)],
    );
  }

  function takeClaim(entry: SignedEntry, claim: ClaimContent): void {
    const { author, sequence, at, follows } = entry;
    const { key, operation, person } = claim;
    taken.set(author, (taken.get(author) ?? 0) + 1);
    const hash = hashOfEntry(entry);
    sqlite.run(
      `INSERT INTO team_claims (hash, author, key, sequence, at, operation, person, name, follows)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      [hash, author, key, sequence, at, operation, person, nameOf(claim), follows],
    );
    const another = 'SELECT 1 FROM team_claims WHERE follows = ? AND hash <> ?';
    if (sqlite.first(another, [follows, hash]) !== undefined)
      tell(problemOf('claimed twice', entry));
  }

  /** Claims that were taken since this was opened, by author. */
  const taken = new Map<string, number>();

  return {
    /** How many claims of this author were taken since this was opened. */
    takenOf: (author: string): number => taken.get(author) ?? 0,
    /** An entry that `isClaimKind`; inside a transaction. Throws for a content of another form. */
    take(entry: SignedEntry, content: Uint8Array): void {
      if (entry.kind === 'settlement') takeSettlement(entry, content);
      else if (entry.kind === 'claim') {
        const claim = readClaim(content);
        const taken = readPlaces(claim);
        if (taken === null) takeClaim(entry, claim);
        else takePlaces(entry, taken);
      } else {
        // Nobody gives back what another one claimed.
        sqlite.run(
          `UPDATE team_claims SET is_released = 1, released_by = ? WHERE author = ?
             AND hash IN (SELECT value FROM json_each(?))`,
          [entry.sequence, entry.author, JSON.stringify(readRelease(content).claims)],
        );
      }
    },
    places,
    ...openSentTwice(sqlite, isSentHere),
    /** As the database shows them: they are taken again with the rest of the log. */
    learnPlaces: (entry: SignedEntry, taken: PlacesContent): void =>
      sqlite.transaction(() => takePlaces(entry, taken)),
    /** Its author put something else in the place of the next ones: none of it counts, and what follows it does. */
    passPlaces: (entry: SignedEntry, place: Omit<PlacesContent, 'keys'>): void =>
      sqlite.transaction(() => {
        takePlaces(entry, { ...place, keys: [] });
        tell(problemOf('unreadable', entry));
      }),
    /** Open ones that were taken here of the same as these, whatever the database has of them by now. */
    named: (names: readonly string[]): NamedClaim[] =>
      z.array(named).parse(
        sqlite.all(
          `SELECT name, hash, author, key, sequence, at, person FROM team_claims
             WHERE name IN (SELECT value FROM json_each(?)) AND ${isOpenAs} ORDER BY at, hash`,
          [JSON.stringify(names)],
        ),
      ),
    /**
     * Members who signed the request of that key and its resolutions, each entry by itself; null for what was lost.
     * None is the first of this computer's own. What a hand-over file brought, who merged it tells the team.
     * @param own this computer's key in the team
     */
    signersOf: (key: string, own: string) =>
      signers.parse(
        sqlite.all(
          `SELECT entry, what, isFirst,
               CASE WHEN ${isNoTeams} THEN ? ELSE computer END AS signer
             FROM (SELECT entry, what, file, 1 AS isFirst FROM handover_entries
                 WHERE id = ? AND coalesce(what, 'request') IN ('request', 'resolution') AND ${isCounted}
               UNION SELECT entry, what, file, 0 FROM handover_tellers WHERE id = ?)
             LEFT JOIN handover_files USING (file)`,
          [own, key, key],
        ),
      ),
    /** Entries, this computer's own among them: `last` are those that no other follows, so they stand. */
    resolutionsOf(key: string): { last: readonly string[]; followed: ReadonlySet<string> } {
      const nodes = resolutionsOf(sqlite, key);
      return { last: headsOf(nodes).map(({ entry }) => entry), followed: followedBy(nodes) };
    },
    isSentHere,
    isReleased: (hash: string): boolean =>
      sqlite.first('SELECT 1 FROM team_claims WHERE hash = ? AND is_released = 1', [hash]) !==
      undefined,
    /**
     * Claims of this computer that stand and whose request it did not send. What others told under such a key is
     * none of it, and what was sent stays claimed, whatever others tell of it.
     */
    withoutRequest: (own: string): readonly Pick<ListedClaim, 'hash' | 'key'>[] =>
      z
        .array(z.object({ hash: z.string(), key: z.string() }))
        .parse(
          sqlite.all(
            // By the index of open claims: a computer has many more that ended.
            `SELECT hash, key FROM team_claims WHERE ${isOpenAs} AND +author = ?
               AND NOT ${hasOutcome}`,
            [own],
          ),
        )
        .filter(({ key }) => !isSentHere(key)),
    /** Marks some of those whose request is here by now. False when none is left. */
    closeEnded: (): boolean =>
      sqlite.run(
        `UPDATE team_claims SET is_open = 0 WHERE hash IN (
           SELECT hash FROM team_claims WHERE ${isOpenAs}
             AND ${hasOutcome} LIMIT ${SOME})`,
      ).changes === SOME,
    /** Claims of others from before `before` (ISO 8601), without an outcome, a renewal or a statement. Oldest first. */
    open: (own: string, before: string, limit: number): ListedClaim[] =>
      z.array(listed).parse(
        sqlite.all(
          `SELECT ${columns} FROM team_claims WHERE ${isOpenAs} AND author <> ? AND at < ?
               AND NOT ${hasOutcome} AND NOT ${isRenewed('team_claims')}
               AND NOT EXISTS (SELECT 1 FROM team_settled WHERE claim = hash) ORDER BY at, hash LIMIT ?`,
          [own, before, limit],
        ),
      ),
    /** Claims with these hashes that are here, oldest first. */
    some: (hashes: readonly string[]): ListedClaim[] =>
      z.array(listed).parse(
        sqlite.all(
          `SELECT ${columns} FROM team_claims WHERE at IS NOT NULL
               AND hash IN (SELECT value FROM json_each(?)) ORDER BY at, hash`,
          [JSON.stringify(hashes)],
        ),
      ),
    /** Those that were claimed anew by these, which they are stated with: the database may lose the later one. */
    renewedBy: (hashes: readonly string[]): string[] =>
      sqlite.texts(
        `SELECT earlier.hash FROM team_claims AS chosen JOIN team_claims AS earlier
           ON earlier.author = chosen.author AND earlier.key = chosen.key
             AND earlier.sequence < chosen.sequence
         WHERE chosen.hash IN (SELECT value FROM json_each(?)) AND earlier.is_released = 0`,
        [JSON.stringify(hashes)],
      ),
    /** Claims that people said something of, the newest word first. */
    settled: (limit: number): string[] =>
      sqlite.texts(
        `SELECT claim FROM team_settlements JOIN team_settled ON settlement = hash
         GROUP BY claim ORDER BY max(at) DESC LIMIT ?`,
        [limit],
      ),
    /** What stands of each claim: by others than its author, and not replaced. Newest first. */
    settlements(hashes: readonly string[]): ReadonlyMap<string, readonly ClaimStatement[]> {
      const rows = z.array(settlement).parse(
        sqlite.all(
          `SELECT claim, team_settlements.* FROM team_settled
             JOIN team_settlements ON team_settlements.hash = settlement
             WHERE claim IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM team_claims
               WHERE team_claims.hash = claim AND team_claims.author = team_settlements.author)
             ORDER BY team_settlements.at DESC, team_settlements.hash`,
          [JSON.stringify(hashes)],
        ),
      );
      // A new statement about one claim leaves the earlier one in force for the other claims that it was about.
      const standing = (group: typeof rows) => {
        const replaced = new Set(group.flatMap(({ replaces }) => replaces));
        return group.filter(({ hash }) => !replaced.has(hash));
      };
      const groups = Map.groupBy(rows, ({ claim }) => claim);
      return new Map([...groups].map(([claim, group]) => [claim, standing(group)]));
    },
  };
}
