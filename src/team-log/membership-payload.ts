/** What membership entries say: in clear, without personal data. Names are sealed. */
import { z } from 'zod';
import { canonicalJson } from '../platform/canonical-json.ts';
import { chainHead, hex16, hex32 } from './entry.ts';

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

/** An epoch that begins, its private half sealed to each member that reads. */
const newEpoch = z.strictObject({
  number: z.int().min(1),
  publicKey: hex32,
  keys: z.array(z.strictObject({ to: hex32, sealed })).max(1_000),
});

/** By stream: the last entry of a member that counts. A stream that is not named has none. */
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
  /** Of the invitation that it took up; each is used once. */
  invitation: hex32,
  /** Every epoch so far, sealed to the member; none for a relay. */
  keys: z.array(z.strictObject({ epoch: z.int().min(1), sealed })).max(10_000),
  name: sealedName,
});
const roleChanged = z.strictObject({
  what: z.literal('role'),
  member: hex32,
  role: memberRole,
  /** What it wrote under the role before, as far as it counts. */
  heads: lastHeads,
});
const removed = z.strictObject({
  what: z.literal('removed'),
  member: hex32,
  heads: lastHeads,
  /** The next one, sealed to who stays (no relays). */
  epoch: newEpoch,
});

export const membershipPayload = z.discriminatedUnion('what', [
  founded,
  added,
  roleChanged,
  removed,
]);
export type MembershipPayload = z.infer<typeof membershipPayload>;

export const membershipBytes = (payload: MembershipPayload): Uint8Array =>
  Buffer.from(canonicalJson(payload));

/** null for what is not canonical JSON of this form. */
export function readMembershipPayload(bytes: Uint8Array): MembershipPayload | null {
  const text = Buffer.from(bytes).toString();
  try {
    const payload = membershipPayload.parse(JSON.parse(text));
    return canonicalJson(payload) === text ? payload : null;
  } catch {
    return null;
  }
}
