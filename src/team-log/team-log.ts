/** A team's log in PostgreSQL. */
import { readAddress } from './address.ts';
import { appendEntries, entriesBefore } from './append.ts';
import { checkDatabase, type LoginKind } from './check.ts';
import { createPool, type Database, UniqueViolation } from './database.ts';
import type { ChainHeads, EntryKind, SignedEntry } from './entry.ts';
import { InvitationUsed } from './errors.ts';
import { createTeamForwards, type TeamForwards } from './forwards.ts';
import { createNotifier, listenTo } from './listen.ts';
import {
  type Cursor,
  type ReadLimit,
  type ReadPage,
  readAuthor,
  readEntries,
  readFollowing,
} from './read.ts';
import { readHeads, readOwnHead, type SignedHead } from './signed-head.ts';

export interface TeamLogOptions {
  /** As `readAddress` takes it; of several hosts the one that takes writes. */
  readonly url: string;
  /** Where the address has none. */
  readonly password?: string;
  /** Certificates that may sign the server's, PEM; without it those that Node trusts. */
  readonly ca?: string;
  /** 64 hex digits. */
  readonly team: string;
  /** Connections at most, beside one that listens; 1, on which statements go one after another. */
  readonly connections?: number;
}

export interface JoinRequest {
  /** 64 hex digits. */
  readonly invitation: string;
  /** Sealed by the caller, 64 KiB at most. */
  readonly request: Uint8Array;
  /** ISO 8601 UTC, by the database's clock. */
  readonly at: string;
}

export interface PresenceNote {
  readonly author: string;
  /** Sealed by the caller, 16 KiB at most. */
  readonly said: Uint8Array;
  /** By the author, of login and note, or of the note alone. 128 hex digits; the reader checks it (presence.ts). */
  readonly signature: string;
  /** That said it; null of an earlier version, whose note any login may have replaced or refreshed. */
  readonly login: string | null;
  /** ISO 8601 UTC, by the database's clock. */
  readonly at: string;
}

export interface NewPresenceNote extends Pick<PresenceNote, 'author' | 'said' | 'signature'> {
  /** The signature that computers of an earlier version check: of the note alone. */
  readonly unbound: string;
}

export interface PresenceNotes {
  /** ISO 8601 UTC, by the database's clock. */
  readonly now: string;
  readonly notes: readonly PresenceNote[];
}

/** All methods throw TeamDatabaseAway while the database does not answer. */
export interface TeamLog {
  /** Throws TeamDatabaseRefused for a database that could lose or show what it must not, and for a login of another kind. */
  check(kind: LoginKind): Promise<void>;
  /** Durable when it resolves; all or none. The same entries again are no error. Throws ChainConflict. */
  append(entries: readonly SignedEntry[]): Promise<void>;
  /** The same, and throws OwnPlaceTaken where the database lacks the entry before the first of a chain. */
  appendNext(entries: readonly SignedEntry[]): Promise<void>;
  /** What became visible since the cursor, each entry once. `isLast`: that is all of it. Not judged: an entry may be anything of this form. */
  read(stream: string, after: Cursor | null, most: ReadLimit): Promise<ReadPage>;
  /** One author's entries with a greater sequence, in order. */
  readAuthor(
    stream: string,
    author: string,
    after: number,
    most: ReadLimit,
  ): Promise<readonly SignedEntry[]>;
  /** Entries that follow one of these, in whatever stream: one for each at most. Not judged. */
  following(names: readonly string[]): Promise<readonly SignedEntry[]>;
  /** The last entry of each author that the database has, and that its author signed. */
  headsOf(stream: string): Promise<ChainHeads>;
  /** Head behind which this author goes on by this login. Throws OwnPlaceTaken where it can't. */
  ownHead(stream: string, author: string): Promise<SignedHead>;
  /** Says which stream may have more: one that was written to, and each of `streams` every `pollMs` (2 seconds) and after a reconnect. Gives how to end it. */
  listen(
    streams: () => readonly string[],
    onStream: (stream: string) => void,
    pollMs?: () => number,
  ): () => Promise<void>;
  readonly requests: {
    /** Throws InvitationUsed where the invitation has another request already. */
    send(invitation: string, request: Uint8Array): Promise<void>;
    list(invitations: readonly string[]): Promise<readonly JoinRequest[]>;
  };
  readonly presence: {
    /** @param noteFor the note, signed for the login of this connection */
    say(noteFor: (login: string) => NewPresenceNote): Promise<void>;
    /** Newest notes of all authors, or of those who said something within so many milliseconds. */
    list(withinMs?: number | null): Promise<PresenceNotes>;
  };
  readonly forwards: TeamForwards;
  close(): Promise<void>;
}

/** Connects when it is first used, and again whenever it was cut off. Throws AddressUnusable. */
export function openTeamLog({ url, password, ca, team, connections = 1 }: TeamLogOptions): TeamLog {
  const read = readAddress(url);
  const address = { ...read, password: password ?? read.password };
  const options = { address, ca, connections };
  const pool = createPool(options);
  const teamBytes = Buffer.from(team, 'hex');
  const notify = createNotifier(pool, channelOf(team));
  const ends = new Set<() => Promise<void>>();
  const notifyOf = (entries: readonly SignedEntry[]): void => {
    for (const { stream, kind } of entries) if (isNews(kind)) notify(stream);
  };
  let login: string | undefined;
  return {
    check: (kind) => checkDatabase({ address, ca }, kind),
    async append(entries) {
      if (entries.length === 0) return;
      await appendEntries(pool, entries);
      notifyOf(entries);
    },
    async appendNext(entries) {
      await appendEntries(pool, entries, entriesBefore(entries));
      notifyOf(entries);
    },
    read: (stream, after, most) => readEntries(pool, { team, stream }, after, most),
    readAuthor: (stream, author, after, most) =>
      readAuthor(pool, { team, stream }, author, after, most),
    following: (names) => readFollowing(pool, team, names),
    headsOf: (stream) => readHeads(pool, { team, stream }),
    ownHead: (stream, author) => readOwnHead(pool, { team, stream }, author),
    listen(streams, onStream, pollMs) {
      const end = listenTo(options, channelOf(team), streams, onStream, pollMs);
      ends.add(end);
      return async () => {
        ends.delete(end);
        await end();
      };
    },
    requests: {
      async send(invitation, request) {
        const key = Buffer.from(invitation, 'hex');
        try {
          await pool.run(
            (sql) =>
              sql`INSERT INTO causeway.joins (team, invitation, request) VALUES (${teamBytes}, ${key}, ${request})`,
          );
        } catch (error) {
          if (!(error instanceof UniqueViolation)) throw error;
          const rows = await pool.run(
            (sql) =>
              sql`SELECT FROM causeway.joins WHERE team = ${teamBytes} AND invitation = ${key} AND request = ${request}`,
          );
          if (rows.length === 0) throw new InvitationUsed();
        }
      },
      async list(invitations) {
        return await pool.run(
          (sql) => sql<
            JoinRequest[]
          >`SELECT encode(invitation, 'hex') AS invitation, request, ${isoOf(sql)} AS at
            FROM causeway.joins WHERE team = ${teamBytes} AND invitation = ANY (${sql.typed.byteaList(invitations)})
            ORDER BY joins.at, invitation`,
        );
      },
    },
    presence: {
      async say(noteFor) {
        login ??= (
          await pool.run((sql) => sql<{ login: string }[]>`SELECT current_user AS login`)
        )[0]?.login;
        const { author, said, signature, unbound } = noteFor(login ?? '');
        const [key, signed, signedAlone] = [author, signature, unbound].map((text) =>
          Buffer.from(text, 'hex'),
        ) as [Buffer, Buffer, Buffer];
        await pool.run(
          (sql) => sql`
            WITH of_earlier_version AS (
              INSERT INTO causeway.presence (team, author, said, signature)
              VALUES (${teamBytes}, ${key}, ${said}, ${signedAlone})
              ON CONFLICT (team, author) DO UPDATE
                SET said = excluded.said, signature = excluded.signature
            )
            INSERT INTO causeway.presence_by_login (team, author, said, signature)
            VALUES (${teamBytes}, ${key}, ${said}, ${signed})
            ON CONFLICT (team, author, login) DO UPDATE
              SET said = excluded.said, signature = excluded.signature`,
        );
      },
      async list(withinMs = null) {
        const rows = await pool.run(
          (sql) => sql<(PresenceNote & { now: string; isNote: boolean })[]>`
            SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS now,
              author IS NOT NULL AS "isNote", encode(author, 'hex') AS author, said,
              encode(signature, 'hex') AS signature, login, ${isoOf(sql)} AS at
            FROM (VALUES (1)) AS one LEFT JOIN (
              SELECT team, author, said, signature, login, at FROM causeway.presence_by_login
              UNION ALL
              SELECT team, author, said, signature, NULL, at FROM causeway.presence
            ) AS notes ON team = ${teamBytes}
              AND (${withinMs}::bigint IS NULL OR at >= now() - ${withinMs}::bigint * interval '1 millisecond')
            ORDER BY author, login`,
        );
        const notes = rows.flatMap(({ now: _now, isNote, ...note }) => (isNote ? note : []));
        return { now: rows[0]?.now ?? '', notes };
      },
    },
    forwards: createTeamForwards(pool, team),
    async close() {
      await Promise.all([...ends].map((end) => end()));
      await pool.end();
    },
  };
}

/**
 * What a computer has of others is no news to anybody, nor is a claim, which is looked up in the database by whoever
 * is about to send the same: both are read with what comes next.
 */
const isNews = (kind: EntryKind): boolean => kind !== 'heads' && kind !== 'claim';

const channelOf = (team: string): string => `causeway_${team.slice(0, 16)}`;

const isoOf = (sql: Database) =>
  sql`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
