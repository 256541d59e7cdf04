/** A team's log in PostgreSQL: appending, reading in an order that skips nothing, waking. */
import type { ChainHeads, SignedEntry } from './entry.ts';

export interface TeamLogOptions {
  /** `postgres://user:password@host[,host2:port]/database`; of several hosts the one that takes writes. */
  readonly url: string;
  /** Certificates that may sign the server's, PEM; without it those that Node trusts. */
  readonly ca?: string;
  /** 64 hex digits. */
  readonly team: string;
  /** Connections at most, beside one that listens; 4. */
  readonly connections?: number;
}

/** Where reading goes on. Opaque: keep it as JSON. */
export interface Cursor {
  /** The database's system identifier and timeline: with another one reading starts again. */
  readonly system: string;
  /** Snapshot of which everything was read. */
  readonly seen: string | null;
  /** Snapshot that is being read, and how far. */
  readonly reading: {
    readonly snapshot: string;
    readonly transaction: string;
    readonly position: string;
  } | null;
}

export interface ReadLimit {
  readonly entries: number;
  /** Of payloads; one entry is given whatever its size. */
  readonly bytes: number;
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
  /** By the author, over what the caller decides. 128 hex digits; the reader checks it. */
  readonly signature: string;
  /** ISO 8601 UTC, by the database's clock. */
  readonly at: string;
}

/** All methods throw TeamDatabaseAway while the database does not answer. */
export interface TeamLog {
  /** Throws TeamDatabaseRefused for a database that could lose or show what it must not. */
  check(): Promise<void>;
  /** Durable when it resolves; all or none. The same entries again are no error. Throws ChainConflict. */
  append(entries: readonly SignedEntry[]): Promise<void>;
  /** What became visible since the cursor, each entry once. No entries: all was read. Not judged: an entry may be anything of this form. */
  read(
    stream: string,
    after: Cursor | null,
    most: ReadLimit,
  ): Promise<{ readonly entries: readonly SignedEntry[]; readonly cursor: Cursor }>;
  /** One author's entries with a greater sequence, in order. */
  readAuthor(
    stream: string,
    author: string,
    after: number,
    most: ReadLimit,
  ): Promise<readonly SignedEntry[]>;
  /** The last entry of each author that the database has. */
  headsOf(stream: string): Promise<ChainHeads>;
  /** Says which stream may have more: what another one wrote, and every stream asked for each 2 seconds and after a reconnect. Gives how to end it. */
  listen(streams: () => readonly string[], onStream: (stream: string) => void): () => Promise<void>;
  readonly requests: {
    /** Throws ChainConflict where the invitation has another request already. */
    send(invitation: string, request: Uint8Array): Promise<void>;
    list(): Promise<readonly JoinRequest[]>;
  };
  readonly presence: {
    say(note: Omit<PresenceNote, 'at'>): Promise<void>;
    list(): Promise<readonly PresenceNote[]>;
  };
  close(): Promise<void>;
}

/** Connects when it is first used, and again whenever it was cut off. Throws TypeError for a URL of another form. */
export function openTeamLog(_options: TeamLogOptions): TeamLog {
  throw new Error('Being written.');
}
