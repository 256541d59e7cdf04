/** Ed25519 signatures over a purpose and a content. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';

// RFC 8410: the fixed beginning of a public Ed25519 key in DER, before its 32 bytes.
const publicBeginning = Buffer.from('302a300506032b6570032100', 'hex');

/** Reading one costs a third of checking a signature with it. */
const known = new Map<string, KeyObject>();
const MOST_KNOWN = 2_000;

function asPublic(hex: string): KeyObject {
  const before = known.get(hex);
  if (before !== undefined) return before;
  const key = createPublicKey({
    key: Buffer.concat([publicBeginning, Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(hex, key);
  return key;
}

/** What is signed: the purpose and a line feed before the content. */
export const signedBytes = (purpose: string, content: string | Uint8Array): Buffer =>
  typeof content === 'string'
    ? Buffer.from(`${purpose}\n${content}`)
    : Buffer.concat([Buffer.from(`${purpose}\n`), content]);

const verifyOnPool = promisify(verify);

/** As isSignedBy, on Node's pool of threads: the check takes longer than all else that is done with what is signed. */
export async function isSignedByOnPool(
  publicKey: string,
  purpose: string,
  content: string | Uint8Array,
  signature: string,
): Promise<boolean> {
  try {
    const bytes = Buffer.from(signature, 'hex');
    return await verifyOnPool(null, signedBytes(purpose, content), asPublic(publicKey), bytes);
  } catch {
    return false;
  }
}

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
