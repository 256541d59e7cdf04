/**
 * Sealing to a public key under an ephemeral one: X25519, HKDF-SHA256, AES-256-GCM. Sealed bytes are
 *
 *     1 │ ephemeral public key, 32 bytes │ tag, 16 bytes │ content
 *
 * Each key seals once, so the nonce is zero. What it is bound to is authenticated and not stored.
 */
import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import { canonicalJson } from '../platform/canonical-json.ts';
import { overwrite } from '../platform/overwrite.ts';
import type { Random } from '../platform/random.ts';
import { agree, agreedKey, privateKeyOf, publicHalf } from '../platform/x25519.ts';

const VERSION = 1;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** What sealed bytes have beside their content. */
export const sealedBytesMore = 1 + KEY_BYTES + TAG_BYTES;
const nonce = Buffer.alloc(12);

/** The public half of an epoch. */
export interface EpochKey {
  /** From 1. */
  readonly number: number;
  /** X25519, 64 hex digits. */
  readonly publicKey: string;
}

/** Sealed bytes that were changed, are bound to another place, or are not for this key. */
export class Unopenable extends Error {
  override readonly name = 'Unopenable';
}

/**
 * @param publicKey X25519, 64 hex digits
 * @param boundTo   plain JSON, the same at opening
 */
export function sealTo(
  publicKey: string,
  purpose: string,
  boundTo: object,
  content: Uint8Array,
  random: Random,
): Buffer {
  const secret = new Uint8Array(random.bytes(KEY_BYTES));
  // As keys, once: reading a private one takes longer than agreeing, and of bytes Node finds out by errors that they are none.
  const held = privateKeyOf(secret);
  const ephemeral = publicHalf(held);
  const to = Buffer.from(publicKey, 'hex');
  const key = agreedKey(agree(held, to), ephemeral, to, purpose);
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce).setAAD(
    Buffer.from(canonicalJson(boundTo)),
  );
  const body = cipher.update(content);
  cipher.final();
  overwrite(secret, key);
  return Buffer.concat([Buffer.of(VERSION), ephemeral, cipher.getAuthTag(), body]);
}

/** @param keyOf the key for content under this ephemeral key. Throws Unopenable. */
export function openSealed(
  sealed: Uint8Array,
  keyOf: (ephemeral: Uint8Array) => Uint8Array,
  boundTo: object,
): Buffer {
  if (sealed.length < sealedBytesMore || sealed[0] !== VERSION) {
    throw new Unopenable('The sealed bytes are of another form.');
  }
  try {
    const key = keyOf(sealed.slice(1, 1 + KEY_BYTES));
    // As a key: of bytes Node finds out by errors that they are none.
    const held = createSecretKey(key);
    const decipher = createDecipheriv('aes-256-gcm', held, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(canonicalJson(boundTo)))
      .setAuthTag(sealed.subarray(1 + KEY_BYTES, sealedBytesMore));
    overwrite(key);
    return Buffer.concat([decipher.update(sealed.subarray(sealedBytesMore)), decipher.final()]);
  } catch (cause) {
    throw new Unopenable('The sealed bytes were changed, or are not for this key and place.', {
      cause,
    });
  }
}
