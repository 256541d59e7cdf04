/** The vault as the renderer may see it: states, never secrets. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, continuesConfirmed, reads, stops, writesHere } from './procedure.ts';
import { instant, profileId } from './scalars.ts';
import { tunnelSecretName } from './tunnels.ts';

/**
 * Where secrets are held:
 * - `keychain`: the operating system's, unlocked with the session;
 * - `passphrase`: a file sealed with a key derived from a passphrase (scrypt);
 * - `session`: memory only. Nothing is durable; only the built-in sandbox can be written to.
 */
export const vaultBacking = z.enum(['keychain', 'passphrase', 'session']);
export type VaultBacking = z.infer<typeof vaultBacking>;

export const vaultStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unlocked'), backing: vaultBacking }),
  /** A passphrase has to be given, or, where the keys are elsewhere, a person says to go on. */
  z.object({ state: z.literal('locked'), backing: vaultBacking }),
  /** No keychain here, and nothing chosen yet. `reason` says why, in a sentence. */
  z.object({ state: z.literal('choose'), reason: z.string() }),
]);
export type VaultStatus = z.infer<typeof vaultStatus>;

/** The recovery key opens the vault when keychain or passphrase are gone. */
export const recoveryView = z.object({
  /** null where none was made. */
  madeAt: instant.nullable(),
});
export type RecoveryView = z.infer<typeof recoveryView>;

/** The keys of the databases, as they are being changed. */
export const dataKeysView = z.object({
  /** Bytes gone through, and all; null while none is changed. */
  running: z.object({ done: z.int(), total: z.int() }).nullable(),
});
export type DataKeysView = z.infer<typeof dataKeysView>;

/**
 * What a separate document may be opened for. It carries no script of the application, posts the
 * secret straight to main and is then discarded; the renderer never sees what is typed.
 */
export const secretEntryPurpose = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('token'), profileId }),
  z.object({ purpose: z.literal('new-passphrase') }),
  z.object({ purpose: z.literal('passphrase') }),
  /** Adds a webhook of this profile, the open one, that exists already, or gives a known one its secret. */
  z.object({
    purpose: z.literal('webhook-secret'),
    profileId,
    webhookId: z.string().trim().min(1).max(200),
    /** Its registered address; null where it is known already. */
    url: z.string().trim().max(2048).nullable().default(null),
    name: z.string().trim().max(200).nullable().default(null),
  }),
  z.object({
    purpose: z.literal('tunnel-secret'),
    tunnelId: z.string(),
    secret: tunnelSecretName,
  }),
]);
export type SecretEntryPurpose = z.infer<typeof secretEntryPurpose>;

export const vaultContract = {
  status: reads.output(vaultStatus),
  /** Go on with secrets in memory for this session only. */
  useSession: writesHere.output(vaultStatus),
  /** Forgets the unlocked keys and closes the open profile. */
  lock: stops.output(vaultStatus),
  /** Where no passphrase is needed: after the system's own prompt, if the host has one. */
  unlock: continuesConfirmed.output(vaultStatus),
  /** Opens the separate document. */
  openSecretEntry: asks.input(secretEntryPurpose).output(openedDocument),
  /**
   * Whether a person can still answer the document, of any kind: it is not done, cancelled, closed, too old or
   * locked away.
   */
  isDocumentWaiting: reads.input(openedDocument).output(z.boolean()),
  /**
   * Opens the document into which the old and the new passphrase are typed; under the keychain, a first
   * passphrase, to which its secrets then move.
   */
  changePassphrase: asks.output(openedDocument),
  /** Opens the document that moves secrets from the passphrase's file to the keychain. */
  moveToKeychain: asks.output(openedDocument),
  dataKeys: reads.output(dataKeysView),
  /** Opens the document that encrypts the databases under new keys. */
  changeDataKeys: asks.output(openedDocument),
  recovery: reads.output(recoveryView),
  /** Opens the document that shows a new recovery key; it counts once two of its words were typed. */
  makeRecoveryKey: asks.output(openedDocument),
  /** Opens the document into which the recovery key is typed. */
  enterRecoveryKey: asks.output(openedDocument),
};
