/** For tests: another computer, that saves files and opens those that are sealed to it. */
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { agree, agreedKey, publicHalf } from '../../../../platform/x25519.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { readBlocks, writeBlocks } from '../../../core/backup/blocks.ts';
import { encodeHeaderOf, readHeaderOf } from '../../../core/backup/header.ts';
import { type Card, fingerprintOfCard, ownCard, wordsOfFingerprint } from '../card.ts';
import {
  type HandoverHead,
  type HandoverStart,
  handoverHead,
  sealingPurpose,
  signedText,
  signHandover,
} from '../file.ts';

export type TestComputer = ReturnType<typeof createComputer>;

export function createComputer(name = 'Laptop') {
  const signing = signingKeyOf(randomBytes(32));
  const card = ownCard(signing, name);
  const keyOf = (ephemeral: string): Uint8Array =>
    signing.keyOfSealed(Buffer.from(ephemeral, 'hex'), sealingPurpose);
  return {
    signing,
    card,
    keyOf,
    words: wordsOfFingerprint(fingerprintOfCard(card)),
    /** All that the file holds, as text. */
    textOf(path: string): string {
      const file = openSync(path, 'r');
      try {
        const { head, ...encoded } = readHeaderOf(handoverHead, file);
        return Buffer.concat([...readBlocks(file, encoded, keyOf(head.ephemeral))]).toString();
      } finally {
        closeSync(file);
      }
    },
    start: (more: Partial<HandoverStart> = {}): HandoverStart => ({
      what: 'start',
      card,
      person: 'ada',
      savedAt: '2026-11-26T12:00:00.000Z',
      from: null,
      to: null,
      computers: {},
      profiles: [
        { name: 'Hosted', environment: 'sandbox', baseUrl: 'https://service.example.com' },
      ],
      ...more,
    }),
    /** Writes lines as they are, signed and sealed to a card. */
    write(path: string, to: Card, lines: readonly (object | string)[], entries: number): void {
      const { key, ...head } = sealedTo(to);
      const encoded = encodeHeaderOf(handoverHead, head);
      const texts = lines.map((line) => (typeof line === 'string' ? line : canonicalJson(line)));
      const hash = createHash('sha256');
      for (const text of texts) hash.update(`${text}\n`);
      const signature = signHandover(signing, signedText(encoded, hash.digest('hex'), entries));
      const file = openSync(path, 'w');
      const blocks = writeBlocks(file, encoded, key);
      for (const text of [...texts, canonicalJson({ what: 'end', entries, signature })])
        blocks.write(Buffer.from(`${text}\n`));
      blocks.end();
      closeSync(file);
    },
  };
}

/** The head of a file that is sealed to a card, and the key of its blocks. */
export function sealedTo(card: Card): HandoverHead & { readonly key: Uint8Array } {
  const secret = randomBytes(32);
  const publicKey = Buffer.from(card.sealing, 'hex');
  const ephemeral = publicHalf(secret);
  return {
    version: 1,
    id: randomBytes(16).toString('hex'),
    to: fingerprintOfCard(card),
    ephemeral: Buffer.from(ephemeral).toString('hex'),
    cipher: 'aes-256-gcm',
    key: agreedKey(agree(secret, publicKey), ephemeral, publicKey, sealingPurpose),
  };
}
