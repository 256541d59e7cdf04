/**
 * Which webhook paths relays take deliveries on, and their secrets. A path is told as its SHA-256, because
 * such entries are in clear and whoever knows a path can send there.
 */
import { z } from 'zod';
import { canonicalJson, sha256Hex } from '../platform/canonical-json.ts';
import { jsonOrNull, readJson } from '../platform/json-column.ts';
import type { Random } from '../platform/random.ts';
import { hex16, hex32, type TeamSigning } from './entry.ts';
import type { MemberKeys } from './membership-payload.ts';
import { openSealed, sealTo, Unopenable } from './sealing.ts';

/** A webhook's secret, sealed to a member. */
const sealedSecret = z.strictObject({
  /** Its Ed25519 key. */
  to: hex32,
  sealed: z
    .string()
    .regex(/^(?:[0-9a-f]{2})+$/)
    .max(2_000),
});
export type SealedSecret = z.infer<typeof sealedSecret>;
export const sealedSecrets = z.array(sealedSecret).max(1_000);

const pathsContent = z.strictObject({
  version: z.literal(1),
  /** Stream of the profile that the deliveries are for. */
  stream: hex16,
  paths: z
    .array(
      z.strictObject({
        /** hashOfPath. */
        path: hex32,
        /** Secrets sealed to relays; none where the secret is not shared with them. */
        secrets: sealedSecrets,
      }),
    )
    .max(1_000),
});
export type PathsContent = z.infer<typeof pathsContent>;

export const pathsBytes = (content: PathsContent): Uint8Array =>
  Buffer.from(canonicalJson(content));

/** null for what is not of this form. */
export function readPaths(bytes: Uint8Array): PathsContent | null {
  try {
    return readJson(pathsContent, bytes);
  } catch {
    return null;
  }
}

/** @param path 32 hex digits. Gives 64. */
export const hashOfPath = (path: string): string => sha256Hex(path);

/** What a secret is of. */
export interface SecretPlace {
  readonly team: string;
  readonly stream: string;
  /** hashOfPath. */
  readonly path: string;
}

const purpose = 'causeway team webhook secret';
const secretContent = z.strictObject({ webhookId: z.string(), secret: z.string().min(1) });
export type WebhookSecret = z.infer<typeof secretContent>;

export const sealSecret = (
  { signing, sealing }: MemberKeys,
  { team, stream, path }: SecretPlace,
  secret: WebhookSecret,
  random: Random,
): SealedSecret => ({
  to: signing,
  sealed: sealTo(
    sealing,
    purpose,
    { team, stream, path, to: signing },
    Buffer.from(canonicalJson(secret)),
    random,
  ).toString('hex'),
});

/** What was sealed to this member; null where nothing was, or nothing that can be opened. */
export function openSecret(
  secrets: readonly SealedSecret[],
  { team, stream, path }: SecretPlace,
  own: Pick<TeamSigning, 'publicKey' | 'keyOfSealed'>,
): WebhookSecret | null {
  const found = secrets.find(({ to }) => to === own.publicKey);
  if (found === undefined) return null;
  try {
    const opened = openSealed(
      Buffer.from(found.sealed, 'hex'),
      (ephemeral) => own.keyOfSealed(ephemeral, purpose),
      { team, stream, path, to: own.publicKey },
    );
    return jsonOrNull(secretContent, opened);
  } catch (error) {
    if (error instanceof Unopenable) return null;
    throw error;
  }
}
