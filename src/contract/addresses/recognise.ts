/** What a text is, whatever network was named: for a word on what was pasted by mistake. */

import type { RecognisedFamily } from './address-check.ts';
import { isBitcoin } from './bitcoin.ts';
import { isEvmForm } from './evm.ts';
import { type SecretKind, secretIn } from './secrets.ts';
import { solanaBytes } from './solana.ts';
import { checkStellar } from './stellar.ts';
import { checkTron } from './tron.ts';

export type Recognised =
  | { readonly kind: 'secret'; readonly secret: SecretKind }
  | { readonly kind: 'address'; readonly family: RecognisedFamily }
  | { readonly kind: 'nothing' };

/** An address counts with its checksum, where its form has one; hex is EVM in any case of letters. */
export function recognise(text: string): Recognised {
  const secret = secretIn(text);
  if (secret !== null) return { kind: 'secret', secret };
  const family = familyOfText(text);
  return family === null ? { kind: 'nothing' } : { kind: 'address', family };
}

function familyOfText(text: string): RecognisedFamily | null {
  if (isEvmForm(text)) return 'evm';
  if (checkTron(text).kind === 'checksum') return 'tron';
  if (checkStellar(text).kind === 'checksum') return 'stellar';
  if (isBitcoin(text)) return 'bitcoin';
  return solanaBytes(text) === null ? null : 'solana';
}
