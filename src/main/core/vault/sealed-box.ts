/** AES-256-GCM over a short text, with a fresh nonce: nonce, tag, then the ciphertext. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../../../platform/random.ts';

const nonceBytes = 12;
const tagBytes = 16;

export const keyBytes = 32;

/** `context` is authenticated but not hidden, and must be the same on opening. */
export function sealText(
  text: string,
  key: Uint8Array,
  context: string,
  random: Random,
): Uint8Array {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws when the key or the context is another one, or a bit was changed. */
export function openText(sealed: Uint8Array, key: Uint8Array, context: string): string {
  if (sealed.byteLength < nonceBytes + tagBytes) throw new Error('sealed text is too short');
  const nonce = sealed.subarray(0, nonceBytes);
  // Without a fixed length Node would accept a tag of four bytes.
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = sealed.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
