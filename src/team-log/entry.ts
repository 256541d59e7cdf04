/**
 * One entry of a team's log: a header, an Ed25519 signature over it, and the payload that it names by its
 * SHA-256. Entries of an author in a stream are a chain: each names the one before by its hash, so whoever
 * keeps the log can't change, drop, repeat, reorder or move one unseen (judge.ts).
 */
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../platform/canonical-json.ts';
import { isSignedBy, isSignedByOnPool } from '../platform/signature.ts';

/** 64 hex digits: an entry, a team, a public key (Ed25519 or X25519). */
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);
/** 32 hex digits: a stream. */
export const hex16 = z.string().regex(/^[0-9a-f]{32}$/);

export const entryKinds = [
  'membership',
  'stream',
  'facts',
  'webhook',
  'paths',
  'deliveries',
  'heads',
  'policy',
  'proposal',
  'withdrawal',
  'approval',
  'claim',
  'release',
  'acknowledgement',
  'token',
  'audit',
  'settlement',
  'verdicts',
  'coverage',
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Most bytes of a payload as it is stored (sealed or in clear). */
export const maxPayloadBytes = 4 * 1024 * 1024;

export const entryHeader = z.strictObject({
  version: z.literal(1),
  /** SHA-256 of the canonical founding payload. */
  team: hex32,
  /** The team's own (streamOfTeam) or that of a shared profile, which is random. */
  stream: hex16,
  /** Ed25519 public key of the installation or relay. */
  author: hex32,
  /** Number of the entry, from 1, of this author in this stream. */
  sequence: z.int().min(1),
  kind: z.enum(entryKinds),
  /** Number of the key that the payload is sealed to; 0 in clear. */
  epoch: z.int().min(0).max(1_000_000),
  /** Hash of the author's entry before in this stream; `noEntry` for the first. */
  previous: hex32,
  /**
   * For membership, hash of the last membership entry that the author knew; null for the founding one; about a fork, as
   * membership-fork.ts says. For a claim, what it takes, of which there is one in the database (claim.ts). null for
   * others.
   */
  follows: hex32.nullable(),
  /** ISO 8601 UTC, by the author's clock. */
  at: z.string().min(1).max(40),
  /** SHA-256 of the payload. */
  payload: hex32,
});
export type EntryHeader = z.infer<typeof entryHeader>;

/** What a payload is bound to: the header without the payload's own hash. */
export type EntryPlace = Omit<EntryHeader, 'payload'>;

export interface SignedEntry extends EntryHeader {
  /** Ed25519 over the canonical header (`entryPurpose`), 128 hex digits. */
  readonly signature: string;
  readonly bytes: Uint8Array;
}

/** Where an author's chain stands: its last sequence, and that entry's hash. */
export const chainHead = z.strictObject({ sequence: z.int().min(1), hash: hex32 });
export type ChainHead = z.infer<typeof chainHead>;
/** Heads by author. */
export type ChainHeads = Readonly<Record<string, ChainHead>>;

/** A public key as pages and logs show it: a whole one would be taken for a secret. */
export const shortKey = (key: string): string => key.slice(0, 8);

/** What the first entry of an author names as the one before. */
export const noEntry = '0'.repeat(64);

/** What an installation or relay signs and opens with: a part of SigningKey (core/audit/signing.ts). */
export interface TeamSigning {
  /** Ed25519, 64 hex digits. */
  readonly publicKey: string;
  /** 128 hex digits. */
  sign(purpose: string, content: string | Uint8Array): string;
  /** X25519, 64 hex digits. */
  readonly sealingKey: string;
  /** The key for content that was sealed to `sealingKey` under this ephemeral key. Throws for a weak one. */
  keyOfSealed(ephemeralPublic: Uint8Array, purpose: string): Uint8Array;
}

export const entryPurpose = 'causeway team entry';

/** The team's own stream, of membership: the first 32 hex digits of the team. */
export const streamOfTeam = (team: string): string => team.slice(0, 32);

export function placeOf(entry: EntryPlace): EntryPlace {
  const { version, team, stream, author, sequence, kind, epoch, previous, follows, at } = entry;
  return { version, team, stream, author, sequence, kind, epoch, previous, follows, at };
}

/**
 * Canonical JSON of the header: what is hashed and signed. As each entry is asked for it, nothing is sorted: its keys
 * stand here in their order.
 */
export const headerText = (entry: EntryHeader): string =>
  `{"at":${canonicalJson(entry.at)},"author":${canonicalJson(entry.author)}` +
  `,"epoch":${canonicalJson(entry.epoch)},"follows":${canonicalJson(entry.follows)}` +
  `,"kind":${canonicalJson(entry.kind)},"payload":${canonicalJson(entry.payload)}` +
  `,"previous":${canonicalJson(entry.previous)},"sequence":${canonicalJson(entry.sequence)}` +
  `,"stream":${canonicalJson(entry.stream)},"team":${canonicalJson(entry.team)}` +
  `,"version":${canonicalJson(entry.version)}}`;

/** 64 hex digits. */
export const hashOfEntry = (entry: EntryHeader): string => sha256Hex(headerText(entry));

export const headOfEntry = (entry: EntryHeader): ChainHead => ({
  sequence: entry.sequence,
  hash: hashOfEntry(entry),
});

type SignedHeader = EntryHeader & Pick<SignedEntry, 'signature'>;

const hashOfSigned = (text: string, { author, signature }: SignedHeader): string | null =>
  isSignedBy(author, entryPurpose, text, signature) ? sha256Hex(text) : null;

/** The entry's hash where its author signed it, whatever its payload is; else null. */
export const signedHash = (header: SignedHeader): string | null =>
  hashOfSigned(headerText(header), header);

/** Its canonical header, where the payload is the one that this names; else null. */
const headerOfIts = (entry: SignedEntry): string | null =>
  entry.bytes.length <= maxPayloadBytes && sha256Hex(entry.bytes) === entry.payload
    ? headerText(entry)
    : null;

/** What was found by `checkAhead`. An entry never changes. */
const found = new WeakMap<SignedEntry, string | null>();
/** Checked at once: other work that waits for the same threads comes between. */
const AT_ONCE = 64;

/** The entry's hash where its author signed it and the payload is the one that it names; else null. */
export function intactHash(entry: SignedEntry): string | null {
  const before = found.get(entry);
  if (before !== undefined) return before;
  const text = headerOfIts(entry);
  return text === null ? null : hashOfSigned(text, entry);
}

/** Finds what `intactHash` gives of each, on other threads. */
export async function checkAhead(entries: readonly SignedEntry[]): Promise<void> {
  const unchecked = entries.filter((entry) => !found.has(entry));
  for (let from = 0; from < unchecked.length; from += AT_ONCE) {
    await Promise.all(unchecked.slice(from, from + AT_ONCE).map(check));
  }
}

async function check(entry: SignedEntry): Promise<void> {
  const { author, signature } = entry;
  const text = headerOfIts(entry);
  const isSigned = text !== null && (await isSignedByOnPool(author, entryPurpose, text, signature));
  found.set(entry, isSigned ? sha256Hex(text) : null);
}
