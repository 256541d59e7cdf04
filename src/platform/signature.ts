/** Ed25519 signatures over a purpose and a content. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

// RFC 8410: the fixed beginning of a public Ed25519 key in DER, before its 32 bytes.
const publicBeginning = Buffer.from('302a300506032b6570032100', 'hex');

const asPublic = (hex: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([publicBeginning, Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  });

/** What is signed: the purpose and a line feed before the content. */
export const signedBytes = (purpose: string, content: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${purpose}\n`), Buffer.from(content)]);

/** Whether `publicKey` (hex of 32 bytes) signed it; false for a key or signature of another form too. */
export function isSignedBy(
  publicKey: string,
  purpose: string,
  content: string | Uint8Array,
  signature: string,
): boolean {
  try {
    const bytes = Buffer.from(signature, 'hex');
    return verify(null, signedBytes(purpose, content), asPublic(publicKey), bytes);
  } catch {
    return false;
  }
}
