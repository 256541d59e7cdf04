/**
 * Sealing to a profile's public key, so that what arrives can be stored while the vault is locked and
 * read only with the private key (X25519, then AES-256-GCM).
 *
 * One ephemeral key serves a process and a profile for an hour. Its private half is never stored, so
 * that what was sealed can't be opened by whoever sealed it. Nonces count up under it.
 */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Random } from '../../../../platform/random.ts';
import { agree, agreedKey, publicHalf } from '../../../../platform/x25519.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_LIFE_MS = 60 * 60 * 1000;

/** The keys of a profile's inbox, derived from its first data key: 32 bytes each. */
export interface InboxKeys {
  readonly publicKey: Uint8Array;
  readonly privateKey: Uint8Array;
}

/** The same data key gives the same keys, so that nothing new has to be kept in the vault. */
export function inboxKeysOf(dataKey: Uint8Array): InboxKeys {
  if (dataKey.length !== KEY_BYTES) throw new TypeError('A data key has exactly 32 bytes.');
  const none = new Uint8Array(0);
  const privateKey = new Uint8Array(
    hkdfSync('sha256', dataKey, none, 'causeway inbox private key', KEY_BYTES),
  );
  return { privateKey, publicKey: publicHalf(privateKey) };
}

/** What content is sealed with now. */
export interface SealingKey {
  readonly ephemeralPublic: Uint8Array;
  readonly publicKey: Uint8Array;
  seal(context: string, content: Uint8Array): Uint8Array;
}

/** Hands out the key of the hour for each public key. */
export interface SealingKeys {
  /** The same object for an hour. */
  keyFor(publicKey: Uint8Array): SealingKey;
}

export function createSealingKeys({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): SealingKeys {
  const keys = new Map<string, { readonly key: SealingKey; readonly until: number }>();
  return {
    keyFor(publicKey) {
      const name = Buffer.from(publicKey).toString('hex');
      const known = keys.get(name);
      const now = clock.now();
      // A clock that was set back must not make a key live long.
      if (known !== undefined && now < known.until && now >= known.until - KEY_LIFE_MS) {
        return known.key;
      }
      const key = createSealingKey(publicKey, random.bytes(KEY_BYTES));
      keys.set(name, { key, until: now + KEY_LIFE_MS });
      return key;
    },
  };
}

function createSealingKey(publicKey: Uint8Array, ephemeralPrivate: Uint8Array): SealingKey {
  const ephemeralPublic = publicHalf(ephemeralPrivate);
  const secret = agree(ephemeralPrivate, publicKey);
  // Made once: bytes are made into a key again for every cipher.
  const contentKey = createSecretKey(contentKeyOf(secret, ephemeralPublic, publicKey));
  let counter = 0n;
  return {
    ephemeralPublic,
    publicKey,
    seal(context, content) {
      const nonce = Buffer.alloc(NONCE_BYTES);
      nonce.writeBigUInt64BE(counter, NONCE_BYTES - 8);
      counter += 1n;
      const cipher = createCipheriv('aes-256-gcm', contentKey, nonce).setAAD(Buffer.from(context));
      const sealed = cipher.update(content);
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
  };
}

/** The key that opens everything sealed under this ephemeral key. */
export function openingKey(privateKey: Uint8Array, ephemeralPublic: Uint8Array): Uint8Array {
  const secret = agree(privateKey, ephemeralPublic);
  return contentKeyOf(secret, ephemeralPublic, publicHalf(privateKey));
}

/** Throws when the key or the context is another one, or a bit was changed. */
export function openSealed(key: Uint8Array, context: string, sealed: Uint8Array): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const content = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final();
  return content;
}

const contentKeyOf = (secret: Uint8Array, ephemeralPublic: Uint8Array, publicKey: Uint8Array) =>
  agreedKey(secret, ephemeralPublic, publicKey, 'causeway inbox content');
