/** Restoring from the page: one at a time, while no profile is open. */
import type { AskPerson } from '../../core/feature/confirmation.ts';
import { Failed } from '../../core/intents/failed.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { profileMigrations } from '../profile-session.ts';
import { lockedMessage, type SessionManager } from '../session-manager.ts';
import { type BringInOrder, type BringInParts, bringIn } from './bring-in.ts';
import { mergeInThread } from './merge-calls.ts';
import type { Outcome } from './outcome.ts';
import { restoreDocument } from './restore-document.ts';

export interface RestoreSteps {
  /** Asks a person (AskPerson). */
  restore(): Promise<string | null>;
}

export interface RestoreStepsParts extends Omit<BringInParts, 'run' | 'vault' | 'migrations'> {
  readonly vault: BringInParts['vault'] & Pick<Vault, 'status' | 'isDurable'>;
  readonly sessions: Pick<SessionManager, 'whileClosed'>;
  readonly ask: AskPerson;
}

const whileRestoring = 'A backup is being restored. The profile opens again when that is done.';

export function createRestoreSteps(parts: RestoreStepsParts): RestoreSteps {
  const { vault, sessions, ask, dataDir } = parts;
  let isRunning = false;

  const requirePossible = (): void => {
    if (vault.status().state !== 'unlocked') {
      throw new Failed('LOCKED', { sentence: lockedMessage, canTryAgain: true });
    }
    if (!vault.isDurable()) {
      throw invalid('A session without stored data can’t restore a backup.');
    }
    if (isRunning) throw invalid('A backup is being restored. Wait until it is done.');
  };

  const run = async (order: BringInOrder): Promise<Outcome> => {
    requirePossible();
    isRunning = true;
    try {
      const work = () =>
        bringIn({ ...parts, migrations: profileMigrations, run: mergeInThread }, order);
      return await (order.isTrial ? work() : sessions.whileClosed(whileRestoring, work));
    } finally {
      isRunning = false;
    }
  };

  return {
    async restore() {
      requirePossible();
      return await ask(restoreDocument({ dataDir, bringIn: run }));
    },
  };
}

const invalid = (sentence: string): Failed => new Failed('INVALID', { sentence, cause: 'backup' });
