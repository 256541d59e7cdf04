/** X25519: what two keys agree on, and the key for content that follows from it. Keys are 32 raw bytes. */
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

// RFC 8410: the fixed beginnings of an X25519 key in DER, before its 32 bytes.
const privateBeginning = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicBeginning = Buffer.from('302a300506032b656e032100', 'hex');

const asPrivate = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privateBeginning, bytes]),
    format: 'der',
    type: 'pkcs8',
  });

const asPublic = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicBeginning, bytes]), format: 'der', type: 'spki' });

/** Throws for a public key with which every private key agrees on the same. */
export const agree = (privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array =>
  diffieHellman({ privateKey: asPrivate(privateKey), publicKey: asPublic(publicKey) });

export function publicHalf(privateKey: Uint8Array): Uint8Array {
  const der = createPublicKey(asPrivate(privateKey)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(der.subarray(publicBeginning.length));
}

/**
 * The 32-byte key for content sealed to `publicKey` under an ephemeral one, from what the two agree on.
 * `purpose` keeps what is sealed for one thing from being opened as another.
 */
export const agreedKey = (
  secret: Uint8Array,
  ephemeralPublic: Uint8Array,
  publicKey: Uint8Array,
  purpose: string,
): Uint8Array =>
  new Uint8Array(
    hkdfSync('sha256', secret, Buffer.concat([ephemeralPublic, publicKey]), purpose, 32),
  );
