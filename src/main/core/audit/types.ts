/** The audit log of one profile: append-only, each entry chained to the one before by its hash. */
import type { JsonObject } from '../../../contract/scalars.ts';

export interface AuditEntry {
  /** 1, 2, 3 … without gaps. */
  readonly sequence: number;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  /** Dotted name: `customer.create.created`, `profile.selected`. */
  readonly action: string;
  /** Ids and facts, never secrets or personal data. */
  readonly facts: JsonObject;
  /** SHA-256 over the hash before it and the canonical JSON of the entry, as 64 hex digits. */
  readonly hash: string;
}

/** Who is at the computer. */
export interface Person {
  /** The name that the system knows them by. */
  readonly by: string;
  /** The one that they gave themselves, where they did. */
  readonly byName?: string;
}

export interface Audit {
  /** Joins a running transaction. */
  append(entry: { readonly action: string; readonly facts: JsonObject }): AuditEntry;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): {
    readonly rows: AuditEntry[];
    readonly total: number;
  };
}

/** Actions that are done to the installation, in the log of the open profile or of a named one. */
export interface AuditTrail {
  /** Into the log of the open profile; held until one opens, when none is. */
  record(action: string, facts?: JsonObject): void;
  /** Into the log of this profile; kept until it opens, over a restart too, when it is not open. */
  recordFor(profileId: string, action: string, facts?: JsonObject): void;
}

/** As colleagues know whoever acts: by the name that they gave themselves, else by the system's. */
export const personName = (person: Person | null): string | null =>
  person?.byName ?? person?.by ?? null;
