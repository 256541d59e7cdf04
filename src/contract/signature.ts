/**
 * Signatures of webhook deliveries (Interface 5.2): header `signature`, hex-encoded HMAC-SHA256 of
 * the JSON-serialised request body, keyed with the webhook's secret. The key is the whole secret
 * text with its prefix, as UTF-8 (decisions 9).
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8 } from '@scure/base';
import { hasDuplicateKeys, isTooDeep } from './duplicate-keys.ts';

/**
 * How a signature relates to a body:
 * - `genuine`: it matches the raw bytes;
 * - `genuine-reserialised`: it matches only the body parsed and serialised again (decisions 9);
 * - `duplicate-keys`: it does not match the raw bytes, and because the body repeats a key, its source is
 *   ambiguous;
 * - `wrong`: it matches neither; `missing`: there is none.
 */
export type SignatureMatch =
  | 'genuine'
  | 'genuine-reserialised'
  | 'duplicate-keys'
  | 'wrong'
  | 'missing';

/** The value of the `signature` header for these exact bytes: 64 lowercase hex digits. */
export function sign(body: Uint8Array, secret: string): string {
  return bytesToHex(hmac(sha256, utf8.decode(secret), body));
}

/**
 * Checks the `signature` header of a delivery. Accepts hex in either case, in constant time in the
 * signature. Never throws.
 */
export function verifySignature(
  body: Uint8Array,
  header: string | null | undefined,
  secret: string,
): SignatureMatch {
  if (header === null || header === undefined || header === '') return 'missing';
  if (isSameText(sign(body, secret), header.toLowerCase())) return 'genuine';
  const again = reserialised(body);
  if (again === 'duplicate-keys') return again;
  if (again !== null && isSameText(sign(again, secret), header.toLowerCase())) {
    return 'genuine-reserialised';
  }
  return 'wrong';
}

/** The body as `JSON.stringify(JSON.parse(…))` would send it, or null when it is not JSON or too deep. */
function reserialised(body: Uint8Array): Uint8Array | 'duplicate-keys' | null {
  try {
    const text = utf8.encode(body);
    if (isTooDeep(text)) return null;
    const again = JSON.stringify(JSON.parse(text));
    return hasDuplicateKeys(text) ? 'duplicate-keys' : utf8.decode(again);
  } catch {
    return null;
  }
}

/** Compares without an early exit. Lengths are public: a signature always has 64 digits. */
function isSameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0;
}
