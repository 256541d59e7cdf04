/**
 * A computer's card: the public keys that others check its signature with and seal to. What people compare
 * is a digest of both keys, as twelve words.
 */
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { isSignedBy } from '../../../platform/signature.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import { recoveryWordsOf } from '../../core/vault/recovery-words.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/);

/** Longest name of a computer, in characters. */
export const maxComputerName = 64;

export const computerName = z
  .string()
  .min(1)
  .max(maxComputerName)
  .regex(/^[^\p{Cc}]+$/u);

/** A name that is given now: without invisible characters, which earlier names may have. */
export const newComputerName = computerName.regex(/^[^\p{Cf}]+$/u);

const statement = z.strictObject({
  version: z.literal(1),
  /** Name that the computer gives itself. */
  name: computerName,
  /** Ed25519 and X25519, each hex of 32 bytes. */
  signing: key,
  sealing: key,
});
export const cardShape = statement.extend({ signature: z.string().regex(/^[0-9a-f]{128}$/) });
export type Card = z.infer<typeof cardShape>;

/** Name of this computer, as its owner gave it. */
export const ownComputerName = (): string =>
  hostname()
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, maxComputerName) || 'Computer';

const purpose = 'causeway card';
const beginning = 'causeway-card-';
const longest = 2_000;

export function ownCard(key: SigningKey, name: string): Card {
  const said = { version: 1 as const, name, signing: key.publicKey, sealing: key.sealingKey };
  return { ...said, signature: key.sign(purpose, canonicalJson(said)) };
}

export function isIntactCard({ signature, ...said }: Card): boolean {
  return isSignedBy(said.signing, purpose, canonicalJson(said), signature);
}

export const textOfCard = (card: Card): string =>
  `${beginning}${card.version}.${Buffer.from(canonicalJson(card)).toString('base64url')}`;

/** Line ends and blanks that a mail adds are left out. Throws Failed INVALID. */
export function cardOf(typed: string): Card {
  const text = typed.replaceAll(/\s/g, '');
  const [, version, encoded] = /^causeway-card-(\d+)\.([\w-]+)$/.exec(text) ?? [];
  if (encoded === undefined || text.length > longest) {
    throw invalid(`Paste the whole card of the other computer. It starts with ${beginning}1.`);
  }
  if (version !== '1') {
    throw invalid('This card was made by a later version of Causeway. Update, then use it.');
  }
  try {
    const card = readJson(
      cardShape.extend({ name: newComputerName }),
      Buffer.from(encoded, 'base64url'),
    );
    if (isIntactCard(card)) return card;
  } catch {
    // Damaged, like one whose signature does not fit.
  }
  throw invalid('This card is damaged: it was not copied whole. Copy it again.');
}

/** 32 hex digits. */
export const fingerprintOfCard = ({ signing, sealing }: Pick<Card, 'signing' | 'sealing'>) =>
  createHash('sha256').update(`${purpose}\n${signing}${sealing}`).digest('hex').slice(0, 32);

/** Twelve words, for people to compare. @param fingerprint of a card */
export const wordsOfFingerprint = (fingerprint: string): readonly string[] =>
  recoveryWordsOf(Buffer.from(fingerprint, 'hex'));

const invalid = invalidOf('handover');
