/** Who of the team is there: a short note of each computer and relay, sealed to the team and signed, the newest alone. */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';
import type { Random } from '../platform/random.ts';
import { isSignedBy } from '../platform/signature.ts';
import type { TeamSigning } from './entry.ts';
import { type Epochs, sealName } from './epochs.ts';
import type { EpochKey } from './sealing.ts';
import type { PresenceNote } from './team-log.ts';

const purpose = 'causeway team presence';

const note = z.strictObject({
  version: z.literal(1),
  person: z.string().max(200).nullable(),
  /** Of Causeway. */
  release: z.string().max(40),
  /** Entries of the profile's stream that are there; null for a relay, which reads none. */
  has: z.int().min(0).nullable(),
});
export type Presence = Omit<z.infer<typeof note>, 'version'>;
const envelope = z.strictObject({ epoch: z.int().min(1), sealed: z.string().max(8_000) });

/** What is said, for `TeamLog.presence.say`. */
export function presenceNote(
  signing: TeamSigning,
  epoch: EpochKey,
  said: Presence,
  random: Random,
): Omit<PresenceNote, 'at'> {
  const text = JSON.stringify({ version: 1, ...said });
  const sealed = sealName(epoch, signing.publicKey, text, random);
  const bytes = Buffer.from(JSON.stringify({ epoch: epoch.number, sealed }));
  return { author: signing.publicKey, said: bytes, signature: signing.sign(purpose, bytes) };
}

/** null for what its author did not sign, or that can't be opened here. */
export function readPresence(
  epochs: Epochs,
  { author, said, signature }: PresenceNote,
): Presence | null {
  if (!isSignedBy(author, purpose, said, signature)) return null;
  try {
    const text = epochs.openName(author, readJson(envelope, said));
    const { version: _version, ...presence } = readJson(note, text);
    return presence;
  } catch {
    return null;
  }
}
