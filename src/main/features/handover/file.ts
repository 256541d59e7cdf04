/**
 * A hand-over file, version 1: a head in clear, then sealed blocks (core/backup/blocks.ts) of lines, each one
 * canonical JSON. The first line says from whom and what it is about, the last one signs all before it:
 *
 *     start │ profile 0 │ entry │ entry │ … │ profile 1 │ entry │ … │ end: count and signature
 *
 * The head names the card that it is sealed to and an ephemeral key; nothing else can be read without that
 * card's private key. The signature covers the head, so the file can't be sealed again to somebody else.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { z } from 'zod';
import { environment } from '../../../bridge/profiles.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { isSignedBy } from '../../../platform/signature.ts';
import { BackupError } from '../../core/backup/backup-error.ts';
import { readBlocks } from '../../core/backup/blocks.ts';
import { type EncodedHeader, type HeaderKind, readHeaderOf } from '../../core/backup/header.ts';
import { cardShape, computerName, isIntactCard } from './card.ts';
import { type Entry, entryShape } from './entries.ts';

export const noun = 'hand-over file';

const head = z.strictObject({
  version: z.literal(1),
  /** 32 hex digits. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Fingerprint of the card that it is sealed to. */
  to: z.string().regex(/^[0-9a-f]{32}$/),
  /** X25519, hex of 32 bytes; its private half is gone. */
  ephemeral: z.string().regex(/^[0-9a-f]{64}$/),
  cipher: z.literal('aes-256-gcm'),
});
export type HandoverHead = z.infer<typeof head>;

export const handoverHead: HeaderKind<HandoverHead> = {
  magic: Buffer.from('CAUSEWAY HAND-OVER\n'),
  shape: head,
  noun,
};

/** What the key for the blocks is for (platform/x25519.ts). */
export const sealingPurpose = 'causeway hand-over';
const signingPurpose = 'causeway hand-over';

const moment = z.iso.datetime();
const start = z.strictObject({
  what: z.literal('start'),
  /** Card of the computer that saved the file. */
  card: cardShape,
  /** Who saved it. */
  person: z.string().max(200).nullable(),
  savedAt: moment,
  /** What was written from the one moment on, and before the other. */
  from: moment.nullable(),
  to: moment.nullable(),
  /** Names of the computers that entries are from, by their public keys. */
  computers: z.record(z.string().regex(/^[0-9a-f]{64}$/), computerName),
  profiles: z
    .array(
      z.strictObject({ name: z.string().max(200), environment, baseUrl: z.string().max(2_000) }),
    )
    .min(1)
    .max(100),
});
export type HandoverStart = z.infer<typeof start>;

const profileLine = z.strictObject({ what: z.literal('profile'), profile: z.int().min(0) });
const end = z.strictObject({
  what: z.literal('end'),
  entries: z.int().min(0),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});
const line = z.discriminatedUnion('what', [start, profileLine, end, ...entryShape.options]);

/** Twice the longest body that the client takes, and far under what memory holds. */
const longestLine = 16 * 1024 * 1024;

/** What the last line signs. @param body hash of all lines before it */
export const signedText = (head: EncodedHeader, body: string, entries: number): string =>
  canonicalJson({ head: head.digest.toString('hex'), body, entries });

export const signHandover = (
  key: { sign(purpose: string, content: string): string },
  text: string,
): string => key.sign(signingPurpose, text);

export interface ReadHandover {
  readonly start: HandoverStart;
  readonly head: HandoverHead;
  /** Names all that the file says: 64 hex digits. */
  readonly digest: string;
  readonly entries: number;
}

/** The head of the file, before it is opened. Throws BackupError. */
export function readHandoverHead(path: string): HandoverHead {
  const file = openSync(path, 'r');
  try {
    return readHeaderOf(handoverHead, file).head;
  } finally {
    closeSync(file);
  }
}

/**
 * Reads all of it. What `take` gets is proved only when this returns: undo what was done with it where this
 * throws. Throws BackupError, and what `take` throws.
 */
export function readHandover(path: string, key: Uint8Array, take: HandoverTaker): ReadHandover {
  const file = openSync(path, 'r');
  try {
    const { head: read, ...encoded } = readHeaderOf(handoverHead, file);
    const lines = createLines(encoded, {
      start: (said) => take.start?.(said, read),
      entry: (entry, profile) => take.entry(entry, profile),
    });
    for (const block of readBlocks(file, encoded, key, noun)) lines.push(block);
    return { head: read, ...lines.end() };
  } finally {
    closeSync(file);
  }
}

export interface HandoverTaker {
  start?(said: HandoverStart, head: HandoverHead): void;
  entry(entry: Entry, profile: number): void;
}

interface Reading {
  start: HandoverStart | null;
  profile: number | null;
  entries: number;
  digest: string | null;
}

/** Cuts blocks into lines, and holds them to their order. */
function createLines(
  head: EncodedHeader,
  take: { start(said: HandoverStart): void; entry(entry: Entry, profile: number): void },
) {
  const hash = createHash('sha256');
  const state: Reading = { start: null, profile: null, entries: 0, digest: null };
  let pending: Buffer[] = [];
  let pendingBytes = 0;

  const lineEnds = (bytes: Buffer): void => {
    if (state.digest !== null) throw damaged('it goes on after its end');
    const value = parseLine(bytes);
    if (value.what === 'end') {
      state.digest = finish(state, value, head, hash);
      return;
    }
    hash.update(bytes).update('\n');
    if (value.what === 'start') {
      begin(state, value);
      take.start(value);
    } else if (value.what === 'profile') turnTo(state, value.profile);
    else {
      if (state.profile === null) throw damaged('an entry belongs to no profile');
      state.entries += 1;
      take.entry(value, state.profile);
    }
  };
  return {
    push(block: Buffer): void {
      let from = 0;
      for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, from)) {
        requireShort(pendingBytes + at - from);
        lineEnds(Buffer.concat([...pending, block.subarray(from, at)]));
        pending = [];
        pendingBytes = 0;
        from = at + 1;
      }
      pendingBytes += block.length - from;
      requireShort(pendingBytes);
      if (from < block.length) pending.push(Buffer.from(block.subarray(from)));
    },
    end() {
      const { start: said, digest, entries } = state;
      if (said === null || digest === null || pendingBytes > 0) throw damaged('its end is missing');
      return { start: said, digest, entries };
    },
  };
}

function requireShort(bytes: number): void {
  if (bytes > longestLine) throw damaged('an entry is longer than any that there is');
}

function begin(state: Reading, said: HandoverStart): void {
  if (state.start !== null) throw damaged('it begins twice');
  if (!isIntactCard(said.card)) throw damaged('the card of its sender does not fit');
  state.start = said;
}

function turnTo(state: Reading, profile: number): void {
  const next = state.profile === null ? 0 : state.profile + 1;
  const known = state.start?.profiles.length ?? 0;
  if (profile !== next || profile >= known) throw damaged('its profiles are in another order');
  state.profile = profile;
}

function finish(
  { start: said, entries }: Reading,
  told: z.infer<typeof end>,
  head: EncodedHeader,
  hash: Hash,
): string {
  if (said === null) throw damaged('its beginning is missing');
  const digest = hash.digest('hex');
  const isWhole =
    told.entries === entries &&
    isSignedBy(
      said.card.signing,
      signingPurpose,
      signedText(head, digest, entries),
      told.signature,
    );
  if (!isWhole) throw damaged('its signature does not fit');
  return digest;
}

function parseLine(bytes: Buffer): z.infer<typeof line> {
  try {
    return readJson(line, bytes);
  } catch (cause) {
    const sentence = `This ${noun} holds what this version of Causeway does not know. It was made by a later version, or is damaged: update Causeway here, then open it again. Nothing of it was merged.`;
    throw new BackupError('too-new', sentence, { cause });
  }
}

const damaged = (why: string): BackupError =>
  new BackupError('damaged', `This ${noun} is damaged: ${why}. Nothing of it was merged.`);
