/** A relay's card: the one line that it prints, by which an owner admits it. Public keys, and nothing secret. */
import { z } from 'zod';
import { canonicalJson } from '../platform/canonical-json.ts';
import { readJson } from '../platform/json-column.ts';
import { isSignedBy } from '../platform/signature.ts';
import { hex32, type TeamSigning } from './entry.ts';

const card = z.strictObject({ signing: hex32, sealing: hex32, name: z.string().min(1).max(80) });
export type RelayCard = z.infer<typeof card>;

const signedCard = card.extend({ signature: z.string() });

const beginning = 'causeway-relay-1.';
const purpose = 'causeway relay card';

export function relayCard(own: TeamSigning, name: string): string {
  const said: RelayCard = { signing: own.publicKey, sealing: own.sealingKey, name };
  const signature = own.sign(purpose, canonicalJson(said));
  const text = canonicalJson({ ...said, signature });
  return `${beginning}${Buffer.from(text).toString('base64url')}`;
}

/** null for what is not a card, was changed, or was not copied whole. */
export function readRelayCard(text: string): RelayCard | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(beginning)) return null;
  try {
    const json = Buffer.from(trimmed.slice(beginning.length), 'base64url').toString();
    const { signature, ...said } = readJson(signedCard, json);
    return isSignedBy(said.signing, purpose, canonicalJson(said), signature) ? said : null;
  } catch {
    return null;
  }
}
