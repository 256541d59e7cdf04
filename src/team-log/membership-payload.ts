/** What membership entries say: in clear, without personal data. Names are sealed. */
import { z } from 'zod';
import { canonicalJson } from '../platform/canonical-json.ts';
import { readJson } from '../platform/json-column.ts';
import { chainHead, entryHeader, hex16, hex32, type SignedEntry } from './entry.ts';

export const memberRoles = ['owner', 'operator', 'approver', 'reviewer', 'relay'] as const;
export const memberRole = z.enum(memberRoles);
export type MemberRole = z.infer<typeof memberRole>;

/** Public keys of an installation or relay: Ed25519 and X25519. */
const memberKeys = z.strictObject({ signing: hex32, sealing: hex32 });
export type MemberKeys = z.infer<typeof memberKeys>;

const sealed = z
  .string()
  .regex(/^(?:[0-9a-f]{2})+$/)
  .max(2_000);
const sealedName = z.strictObject({ epoch: z.int().min(1), sealed });
export type SealedName = z.infer<typeof sealedName>;

/** An epoch that begins, its private half sealed to each member that reads: 310 bytes each, in 4 MiB. */
const newEpoch = z.strictObject({
  number: z.int().min(1),
  publicKey: hex32,
  keys: z.array(z.strictObject({ to: hex32, sealed })).max(10_000),
});

/** Private halves of epochs, each sealed to one key. */
const sealedEpochs = z.array(z.strictObject({ epoch: z.int().min(1), sealed })).max(10_000);

/** Last entry of a member that counts, by stream. A stream that is not named has none. */
const lastHeads = z.record(hex16, chainHead);
export type LastHeads = z.infer<typeof lastHeads>;

/**
 * Whose computer it is: random, the same for all computers of a person, and nothing about them. Entries of before
 * have none: there a computer's own Ed25519 key is its person. Relays have none.
 */
const person = hex32.optional();

const founded = z.strictObject({
  what: z.literal('founded'),
  /** Random. */
  id: hex32,
  member: memberKeys,
  person,
  epoch: newEpoch,
  name: sealedName,
});

const added = z.strictObject({
  what: z.literal('added'),
  member: memberKeys,
  person,
  role: memberRole,
  /** ID of the invitation that the member took up; each is used once. */
  invitation: hex32,
  /** Every epoch so far, sealed to the member; none for a relay. */
  keys: sealedEpochs,
  name: sealedName,
});
const roleChanged = z.strictObject({
  what: z.literal('role'),
  member: hex32,
  role: memberRole,
  /** Last entries that the member wrote under the role before, as far as they count. */
  heads: lastHeads,
});
const removed = z.strictObject({
  what: z.literal('removed'),
  member: hex32,
  heads: lastHeads,
  /** The next one, sealed to who stays (no relays). */
  epoch: newEpoch,
});

/** The recovery key of the team: whoever holds it makes a computer an owner. It takes the place of the one before. */
const recovery = z.strictObject({
  what: z.literal('recovery'),
  key: memberKeys,
  /** Every epoch so far, sealed to it. */
  keys: sealedEpochs,
  /** The next one, sealed to members that read and to it: the recovery key of before opens none of what comes. */
  epoch: newEpoch,
});

/** A membership entry that another one carries, whole, for computers that were never shown it. */
const carried = entryHeader.extend({
  kind: z.literal('membership'),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  bytes: z.string().regex(/^(?:[0-9a-f]{2})+$/),
});
/** Most entries that one entry carries: those of all branches, and the choice that is confirmed. */
export const maxCarried = 200;
/** What an owner would let count of a fork. */
const ofFork = {
  /** Hash of the last entry before the branches part. */
  fork: hex32,
  /** Hash of the last entry of a branch, up to which it counts. */
  tip: hex32,
  /** Entries of all branches; where a choice is confirmed, the choice too. */
  entries: z.array(carried).min(2).max(maxCarried),
};
const choice = z.strictObject({ what: z.literal('choice'), ...ofFork });
const resolved = z.strictObject({
  what: z.literal('settled'),
  ...ofFork,
  /** Hash of the other owner's choice; null by the recovery key. */
  choice: hex32.nullable(),
});

export const membershipPayload = z.discriminatedUnion('what', [
  founded,
  added,
  roleChanged,
  removed,
  recovery,
  choice,
  resolved,
]);
export type MembershipPayload = z.infer<typeof membershipPayload>;

export const membershipBytes = (payload: MembershipPayload): Uint8Array =>
  Buffer.from(canonicalJson(payload));

type Carried = z.infer<typeof carried>;

/** As it stands in the payload that carries it. */
export function carriedOf({ bytes, kind: _kind, ...entry }: SignedEntry): Carried {
  return { ...entry, kind: 'membership', bytes: Buffer.from(bytes).toString('hex') };
}
export const entryCarried = ({ bytes, ...entry }: Carried): SignedEntry => ({
  ...entry,
  bytes: new Uint8Array(Buffer.from(bytes, 'hex')),
});

/** null for what is not canonical JSON of this form. */
export function readMembershipPayload(bytes: Uint8Array): MembershipPayload | null {
  const text = Buffer.from(bytes).toString();
  try {
    const payload = readJson(membershipPayload, text);
    return canonicalJson(payload) === text ? payload : null;
  } catch {
    return null;
  }
}
