/**
 * X25519: what two keys agree on, and the key for content that follows from it. Keys are 32 raw bytes; a private one
 * that is kept for long may be held as `privateKeyOf` makes it, out of the heap.
 */
import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { overwrite } from './overwrite.ts';

// RFC 8410: the fixed beginnings of an X25519 key in DER, before its 32 bytes.
const privateBeginning = Buffer.from('302e020100300506032b656e04220420', 'hex');
const publicBeginning = Buffer.from('302a300506032b656e032100', 'hex');

type PrivateKey = Uint8Array | KeyObject;

export function privateKeyOf(bytes: Uint8Array): KeyObject {
  const der = Buffer.concat([privateBeginning, bytes]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  overwrite(der);
  return key;
}

const asPrivate = (key: PrivateKey): KeyObject =>
  key instanceof Uint8Array ? privateKeyOf(key) : key;

/** As a text: of an object Node finds out by errors that it is no key yet, which takes as long as agreeing. */
const asPublic = (bytes: Uint8Array): KeyObject => {
  const der = Buffer.concat([publicBeginning, bytes]);
  return createPublicKey(
    `-----BEGIN PUBLIC KEY-----\n${der.toString('base64')}\n-----END PUBLIC KEY-----\n`,
  );
};

/** Throws for a public key with which every private key agrees on the same. */
export const agree = (privateKey: PrivateKey, publicKey: Uint8Array): Uint8Array =>
  diffieHellman({ privateKey: asPrivate(privateKey), publicKey: asPublic(publicKey) });

export function publicHalf(privateKey: PrivateKey): Uint8Array {
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
    hkdfSync(
      'sha256',
      createSecretKey(secret),
      Buffer.concat([ephemeralPublic, publicKey]),
      purpose,
      32,
    ),
  );
