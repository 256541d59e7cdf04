/**
 * Seals small byte strings inside an encrypted database, so that they (exact bytes of responses, webhook
 * secrets) can't be searched, listed or exported by accident.
 *
 * AES-256-GCM with a key derived from the data key. The nonce is synthetic (the first 96 bits of an
 * HMAC over context and content), so that sealing needs no randomness and the same content under
 * the same context gives the same bytes; two different contents never share a nonce in practice.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export interface Seal {
  /** `context` binds the bytes to their place, for example `observation:<id>`. */
  seal(context: string, content: Uint8Array): Uint8Array;
  /** Throws when the bytes were changed or belong to another context. */
  open(context: string, sealed: Uint8Array): Uint8Array;
}

/** A seal under keys derived from the 32-byte data key. */
export function createSeal(dataKey: Uint8Array): Seal {
  // Key objects: from bytes one would be made for each sealing, which takes longer than sealing.
  const derive = (purpose: string) => {
    const key = hkdfSync('sha256', dataKey, new Uint8Array(0), `causeway ${purpose}`, 32);
    const bytes = Buffer.from(key);
    try {
      return createSecretKey(bytes);
    } finally {
      bytes.fill(0);
    }
  };
  const cipherKey = derive('sealed content');
  const nonceKey = derive('sealed nonce');
  return {
    seal(context, content) {
      const nonce = createHmac('sha256', nonceKey)
        .update(`${Buffer.byteLength(context)}:${context}:`)
        .update(content)
        .digest()
        .subarray(0, NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(content), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, nonce, {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
    },
  };
}
