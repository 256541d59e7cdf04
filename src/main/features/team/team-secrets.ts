/**
 * What of a team is secret: the password of the database, the seed of this computer's key in the team, and the
 * codes of invitations. In the vault, and in no backup (core/vault/key-record.ts): two computers that were
 * restored from one backup must not write as the same author.
 */
import { z } from 'zod';
import { readJson } from '../../../platform/json-column.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import { hex32 } from '../../../team-log/entry.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import type { SecretStore } from '../../core/vault/secret-store.ts';

const shape = z.strictObject({
  version: z.literal(1),
  /** Password of the team’s database. */
  password: z.string(),
  seed: hex32,
  invitations: z.array(
    z.strictObject({ id: z.string(), code: z.string(), until: z.iso.datetime() }),
  ),
});
export type TeamSecrets = z.infer<typeof shape>;

/** This computer's key in the team. */
export const keyOf = ({ seed }: Pick<TeamSecrets, 'seed'>): SigningKey =>
  signingKeyOf(Buffer.from(seed, 'hex'));

/** Secrets of a computer that comes into a team, with a new key. */
export const newSecrets = (
  { password }: Pick<TeamSecrets, 'password'>,
  random: Random,
): TeamSecrets => ({ version: 1, password, seed: randomHex(random, 32), invitations: [] });

export const cardKeys = (key: SigningKey) => ({
  signing: key.publicKey,
  sealing: key.sealingKey,
});

const nameOf = (profileId: string): string => `team:${profileId}`;

export const teamSecretsOf = (vault: { readonly named: SecretStore }, profileId: string) => ({
  /** null where there are none, as after a restore. */
  async read(): Promise<TeamSecrets | null> {
    const text = await vault.named.get(nameOf(profileId));
    return text === null ? null : readJson(shape, text);
  },
  keep: (secrets: TeamSecrets) => vault.named.set(nameOf(profileId), JSON.stringify(secrets)),
  forget: () => vault.named.delete(nameOf(profileId)),
});
