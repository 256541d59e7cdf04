/** Steps of the passphrase: each is asked of a person in a document of main's own. */
import type { AuditTrail } from '../core/audit/types.ts';
import type { AskPerson } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import type { Vault } from '../core/vault/vault.ts';
import { VaultError } from '../core/vault/vault-error.ts';
import { locked } from './locked.ts';
import {
  changePassphraseDocument,
  firstPassphraseDocument,
  moveToKeychainDocument,
} from './passphrase-documents.ts';

export interface PassphraseSteps {
  /** Changes it; under the keychain, sets one and moves the secrets to it. */
  changePassphrase(): Promise<string | null>;
  /** Moves the secrets from the passphrase's file to the keychain. */
  moveToKeychain(): Promise<string | null>;
}

export interface PassphraseStepsParts {
  readonly vault: Vault;
  readonly trail: Pick<AuditTrail, 'record'>;
  readonly ask: AskPerson;
  readonly dataDir: string;
}

export function createPassphraseSteps(parts: PassphraseStepsParts): PassphraseSteps {
  const { vault, trail, ask, dataDir } = parts;

  const backing = () => {
    const status = vault.status();
    if (status.state === 'unlocked') return status.backing;
    throw locked();
  };

  return {
    async changePassphrase() {
      const before = backing();
      if (before === 'session') throw invalid('A session without stored data has no passphrase.');
      if (before === 'keychain') {
        return await ask(
          firstPassphraseDocument(dataDir, vault.recoveryMadeAt() !== null, async (passphrase) => {
            const isKeychainCleared = await vault.moveToPassphrase(passphrase);
            trail.record('vault.moved-to-passphrase', { isKeychainCleared });
            return isKeychainCleared;
          }),
        );
      }
      return await ask(
        changePassphraseDocument(dataDir, async (current, next) => {
          const changed = (isConfirmed: boolean) =>
            trail.record('vault.passphrase-changed', isConfirmed ? {} : { isConfirmed });
          try {
            await vault.changePassphrase(current, next);
          } catch (error) {
            if (error instanceof VaultError && error.code === 'not-confirmed') changed(false);
            throw error;
          }
          changed(true);
        }),
      );
    },
    async moveToKeychain() {
      if (backing() !== 'passphrase') throw invalid('No passphrase opens Causeway now.');
      const problem = await vault.keychainProblem();
      if (problem !== null) throw invalid(problem);
      return await ask(
        moveToKeychainDocument(dataDir, async (passphrase) => {
          await vault.moveToKeychain(passphrase);
          trail.record('vault.moved-to-keychain');
        }),
      );
    },
  };
}

const invalid = invalidOf('not-now');
