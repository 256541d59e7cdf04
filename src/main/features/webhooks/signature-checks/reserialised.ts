/**
 * The other form of a body that a signature may cover (Interface 5.2; decisions 9). Outside of what the
 * signature covers nothing is believed and nothing goes on: spellings that give the same JSON here (numbers
 * of more digits than a double holds, keys that are named twice) are other values to other readers.
 */
import { hasDuplicateKeys, isTooDeep } from '../../../../contract/duplicate-keys.ts';
import type { SignatureCheckKind } from './types.ts';

/** null when it is no JSON text in UTF-8, too deep, or the same bytes. */
export function reserialised(body: Uint8Array): Uint8Array | 'duplicate-keys' | null {
  const text = textOf(body);
  const again = text === null || isTooDeep(text) ? null : serialisedAgain(text);
  if (text === null || again === null) return null;
  if (hasDuplicateKeys(text)) return 'duplicate-keys';
  return again.equals(body) ? null : again;
}

/** The bytes of a genuine delivery that its signature covers: what is read of it, and what goes on. */
export function verifiedBytes(kind: SignatureCheckKind, body: Uint8Array): Uint8Array {
  if (kind !== 'genuine-reserialised') return body;
  const text = textOf(body);
  return (text === null ? null : serialisedAgain(text)) ?? body;
}

function textOf(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

/** As `JSON.stringify(JSON.parse(…))` would send it. */
function serialisedAgain(text: string): Buffer | null {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(text)));
  } catch {
    return null;
  }
}
