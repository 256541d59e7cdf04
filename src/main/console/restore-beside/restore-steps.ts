/** Restoring from the page: one at a time, while no profile is open. */
import { statSync } from 'node:fs';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { DatabaseWork } from '../database-work.ts';
import { profileMigrations } from '../profile-session.ts';
import { type BringInParts, bringIn } from './bring-in.ts';
import { restoreDocument } from './restore-document.ts';

export interface RestoreSteps {
  /** Asks a person (AskPerson). */
  restore(): Promise<string | null>;
}

export interface RestoreStepsParts extends Omit<BringInParts, 'run' | 'migrations'> {
  readonly vault: BringInParts['vault'] & Pick<Vault, 'checkRecoveryKey'>;
  readonly work: Pick<DatabaseWork, 'run' | 'requirePossible'>;
  readonly ask: AskPerson;
  readonly installationId: string;
}

export const createRestoreSteps = (parts: RestoreStepsParts): RestoreSteps => ({
  async restore() {
    const { work, ask, dataDir, installationId, vault } = parts;
    work.requirePossible();
    return await ask(
      restoreDocument({
        dataDir,
        installationId,
        checkRecoveryKey: vault.checkRecoveryKey,
        bringIn: async (order) =>
          await work.run(
            {
              of: 'merge',
              is: 'A backup is being restored.',
              isAside: order.shown === null,
              total: statSync(order.file).size,
            },
            async (run) => await bringIn({ ...parts, migrations: profileMigrations, run }, order),
          ),
      }),
    );
  },
});
