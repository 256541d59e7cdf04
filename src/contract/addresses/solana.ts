/** Solana: 32 bytes in base58, without a checksum. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { type AddressRuleCheck, isNobodys, wrong } from './address-check.ts';
import { decoded } from './decoded.ts';

/** The 32 bytes; null for anything else. */
export function solanaBytes(text: string): Uint8Array | null {
  // Longer texts are not decoded: base58 takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  const bytes = decoded(() => base58.decode(text));
  return bytes?.length === 32 ? bytes : null;
}

/** An address off the curve has no private key: it belongs to a program (PDA, token account). */
export function checkSolana(address: string): AddressRuleCheck {
  const bytes = solanaBytes(address);
  if (bytes === null) return wrong('solana-form');
  // The system program.
  if (isNobodys(bytes)) return wrong('nobody');
  return { kind: isOnCurve(bytes) ? 'no-checksum' : 'off-curve' };
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    // As Solana decompresses: non-canonical encodings are accepted (ZIP 215).
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}
