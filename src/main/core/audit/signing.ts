/** The installation's signing key (Ed25519), and heads of the audit log signed with it. */
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { isSignedBy, signedBytes } from '../../../platform/signature.ts';
import { agree, agreedKey, privateKeyOf, publicHalf } from '../../../platform/x25519.ts';

/** Stands for the public key of a computer that is no longer known. */
export const nobodysKey = '0'.repeat(64);

const hexOf = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** What is said of a log: it has so many entries, the last with this hash, over this tree. */
export const headStatement = z.strictObject({
  version: z.literal(1),
  installationId: z.string(),
  profileId: z.string(),
  sequence: z.int().min(0),
  hash: hexOf(32),
  /** Root of the tree over the hashes of all entries (tree.ts). */
  root: hexOf(32),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** The public key, 32 bytes. */
  key: hexOf(32),
});
export const signedHead = headStatement.extend({ signature: hexOf(64) });
export type SignedHead = z.infer<typeof signedHead>;

export interface SigningKey {
  /** Hex of 32 bytes. */
  readonly publicKey: string;
  /** Hex of 64 bytes. `purpose` keeps what is signed for one thing from being read as another. */
  sign(purpose: string, content: string | Uint8Array): string;
  /** Opens the commitment to a content that a file leaves out: 32 bytes, the same for the same name. */
  opening(name: string): Buffer;
  /** X25519, of the same seed: what others seal to for this installation. Hex of 32 bytes. */
  readonly sealingKey: string;
  /** The key for content that was sealed to `sealingKey` under this ephemeral key. Throws for a weak one. */
  keyOfSealed(ephemeralPublic: Uint8Array, purpose: string): Uint8Array;
}

// RFC 8410: the fixed beginning of a private Ed25519 key in DER. The 32 bytes of a key, private or public, end its DER.
const privateBeginning = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param seed 32 bytes */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  const der = Buffer.concat([privateBeginning, seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  overwrite(der);
  const openings = Buffer.from(
    hkdfSync('sha256', seed, new Uint8Array(0), 'causeway evidence openings', 32),
  );
  const sealingBytes = new Uint8Array(
    hkdfSync('sha256', seed, new Uint8Array(0), 'causeway sealing to an installation', 32),
  );
  const sealing = privateKeyOf(sealingBytes);
  overwrite(sealingBytes);
  const sealingPublic = publicHalf(sealing);
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('hex');
  return {
    publicKey,
    sign: (purpose, content) => sign(null, signedBytes(purpose, content), key).toString('hex'),
    opening: (name) => Buffer.from(hkdfSync('sha256', openings, new Uint8Array(0), name, 32)),
    sealingKey: Buffer.from(sealingPublic).toString('hex'),
    keyOfSealed: (ephemeral, purpose) =>
      agreedKey(agree(sealing, ephemeral), ephemeral, sealingPublic, purpose),
  };
}

export const headPurpose = 'causeway audit head';

export function signHead(
  key: SigningKey,
  head: Omit<z.infer<typeof headStatement>, 'version' | 'key'>,
): SignedHead {
  const statement = { ...head, version: 1 as const, key: key.publicKey };
  return { ...statement, signature: key.sign(headPurpose, canonicalJson(statement)) };
}

/** Whether the key that it names signed it; whose key that is, the caller knows. */
export function isIntactHead({ signature, ...statement }: SignedHead): boolean {
  return isSignedBy(statement.key, headPurpose, canonicalJson(statement), signature);
}

/** As people compare it: the first 16 bytes of the public key, in fours. */
export const fingerprintOf = (publicKey: string): string =>
  publicKey.slice(0, 32).match(/.{4}/g)?.join(' ') ?? '';
