/** Steps of the vault, each with what follows from it: the profile opens or closes, the log says so. */
import { implement } from '@orpc/server';
import { type SecretEntryPurpose, type VaultStatus, vaultContract } from '../../bridge/vault.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { Routes } from '../core/feature/feature.ts';
import { Failed, invalidOf } from '../core/intents/failed.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { DataKeys } from './data-keys/data-keys.ts';
import { locked } from './locked.ts';
import {
  createPassphraseSteps,
  type PassphraseSteps,
  type PassphraseStepsParts,
} from './passphrase-steps.ts';
import type { RecoverySteps } from './recovery-steps.ts';
import type { SessionManager } from './session-manager.ts';

export const isForSession = (status: VaultStatus): boolean =>
  status.state !== 'choose' && status.backing === 'session';

/** Why it was locked, as the audit log says it. */
export type LockCause = 'asked' | 'idle' | 'sleep' | 'screen-locked';

export interface VaultSteps extends PassphraseSteps {
  /** At the start: by the given passphrase, else for this session only, else it waits for a person. */
  begin(given: { readonly passphrase: string | null; readonly ephemeral: boolean }): Promise<void>;
  createPassphrase(passphrase: string): Promise<VaultStatus>;
  unlock(passphrase: string): Promise<VaultStatus>;
  /** The same two, with a sentence for the document in which they were typed. */
  readonly typed: Readonly<
    Record<'createPassphrase' | 'unlock', (passphrase: string) => Promise<string>>
  >;
  useSession(): Promise<VaultStatus>;
  lock(cause?: LockCause): Promise<VaultStatus>;
  /** Without a passphrase, where it was locked without one: after the system's own prompt. */
  goOn(): Promise<VaultStatus>;
}

export interface VaultStepsParts extends PassphraseStepsParts {
  readonly sessions: Pick<SessionManager, 'refresh'>;
  readonly trail: AuditTrail;
  /** The system's prompt for the person at the computer: false when it was not answered. Null without one. */
  readonly askSystem: (() => Promise<boolean>) | null;
  /** Just locked: what was open outside the page goes too. */
  readonly onLock: () => void;
}

export function createVaultSteps(parts: VaultStepsParts): VaultSteps {
  const { vault, sessions, trail, askSystem, onLock } = parts;
  const unlocked = async (status: VaultStatus, action: string): Promise<VaultStatus> => {
    const backing = status.state === 'unlocked' ? status.backing : null;
    trail.record(action, { backing });
    await sessions.refresh();
    return status;
  };
  const createPassphrase = async (passphrase: string) =>
    await unlocked(await vault.createPassphrase(passphrase), 'vault.passphrase-chosen');
  const unlock = async (passphrase: string) =>
    await unlocked(await vault.unlock(passphrase), 'vault.unlocked');
  const withPassphrase = { locked: unlock, choose: createPassphrase };
  const steps = {
    session: async () => await unlocked(await vault.useSession(), 'vault.session-chosen'),
  };

  return {
    ...createPassphraseSteps(parts),
    createPassphrase,
    unlock,
    typed: {
      async createPassphrase(passphrase) {
        await createPassphrase(passphrase);
        return 'Passphrase set. Causeway is unlocked.';
      },
      async unlock(passphrase) {
        await unlock(passphrase);
        return 'Causeway is unlocked.';
      },
    },
    useSession: steps.session,
    async begin({ passphrase, ephemeral }) {
      const status = await vault.open();
      if (status.state === 'unlocked') await unlocked(status, 'vault.unlocked');
      else if (passphrase !== null) await withPassphrase[status.state](passphrase);
      else if (ephemeral && status.state === 'choose') await steps.session();
    },
    async lock(cause = 'asked') {
      const before = vault.status();
      if (before.state !== 'unlocked') return before;
      trail.record('vault.locked', { cause });
      const status = await vault.lock();
      onLock();
      await sessions.refresh();
      return status;
    },
    async goOn() {
      const before = vault.status();
      if (before.state === 'unlocked') return before;
      const needsPassphrase = before.state === 'choose' || before.backing === 'passphrase';
      if (!needsPassphrase && askSystem !== null && !(await askSystem())) {
        throw new Failed('INVALID', {
          sentence: notConfirmed,
          cause: 'not-confirmed',
          canTryAgain: true,
        });
      }
      return await unlocked(await vault.goOn(), 'vault.unlocked');
    },
  };
}

const notConfirmed = 'Causeway stays locked, because the system did not confirm that it is you.';

export interface VaultProceduresParts
  extends PassphraseSteps,
    Pick<VaultSteps, 'useSession' | 'lock' | 'goOn'> {
  readonly dataKeys: Pick<DataKeys, 'view' | 'change'>;
  readonly status: () => VaultStatus;
  readonly recovery: RecoverySteps;
  /** The path of the document, as openedDocument has it. */
  readonly openSecretEntry: (purpose: SecretEntryPurpose) => Promise<string>;
  /** Whether the document of the path can still be answered. */
  readonly isWaiting: (path: string) => boolean;
}

const vault = implement(vaultContract);

export const vaultProcedures = (parts: VaultProceduresParts): Routes<'vault'>['vault'] => ({
  status: vault.status.handler(() => parts.status()),
  useSession: vault.useSession.handler(() => parts.useSession()),
  lock: vault.lock.handler(() => parts.lock()),
  unlock: vault.unlock.handler(() => parts.goOn()),
  openSecretEntry: vault.openSecretEntry.handler(async ({ input }) => ({
    path: await parts.openSecretEntry(input),
  })),
  isDocumentWaiting: vault.isDocumentWaiting.handler(({ input: { path } }) =>
    path === null ? false : parts.isWaiting(path),
  ),
  changePassphrase: vault.changePassphrase.handler(async () => ({
    path: await parts.changePassphrase(),
  })),
  moveToKeychain: vault.moveToKeychain.handler(async () => ({
    path: await parts.moveToKeychain(),
  })),
  dataKeys: vault.dataKeys.handler(() => parts.dataKeys.view()),
  changeDataKeys: vault.changeDataKeys.handler(async () => ({
    path: await parts.dataKeys.change(),
  })),
  recovery: vault.recovery.handler(() => parts.recovery.view()),
  makeRecoveryKey: vault.makeRecoveryKey.handler(async () => ({
    path: await parts.recovery.makeKey(),
  })),
  enterRecoveryKey: vault.enterRecoveryKey.handler(async () => ({
    path: await parts.recovery.enterKey(),
  })),
});

/**
 * Whether a document for a secret can lead anywhere, before a window opens for it. Throws Failed LOCKED,
 * NOT_FOUND or INVALID with a sentence.
 */
export function requirePossible(
  purpose: SecretEntryPurpose,
  vault: VaultStatus,
  profiles: Pick<Profiles, 'get'>,
): void {
  const { purpose: wanted } = purpose;
  if (wanted === 'token') requireToken(purpose.profileId, vault, profiles);
  if ((wanted === 'webhook-secret' || wanted === 'tunnel-secret') && vault.state !== 'unlocked') {
    throw locked();
  }
  if (wanted === 'new-passphrase' && vault.state !== 'choose') {
    throw invalid('The place for secrets has already been chosen.');
  }
  if (wanted === 'passphrase' && (vault.state !== 'locked' || vault.backing !== 'passphrase')) {
    throw invalid('Causeway is not locked with a passphrase.');
  }
}

function requireToken(id: string, vault: VaultStatus, profiles: Pick<Profiles, 'get'>): void {
  const profile = profiles.get(id);
  if (profile === null) {
    throw new Failed('NOT_FOUND', { sentence: 'This profile does not exist.' });
  }
  if (profile.environment === 'built-in')
    throw invalid('The built-in sandbox creates its own token.');
  if (vault.state !== 'unlocked') {
    throw locked();
  }
}

const invalid = invalidOf('not-now');
