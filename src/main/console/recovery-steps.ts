/** Steps of the recovery key: each is asked of a person in a document of main's own. */
import { readdirSync } from 'node:fs';
import { localDay } from '../../bridge/instants.ts';
import type { RecoveryView } from '../../bridge/vault.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { AskPerson, Confirmation } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import type { Vault } from '../core/vault/vault.ts';
import { locked } from './locked.ts';
import { enteredRecoveryKeyDocument, newRecoveryKeyDocument } from './recovery-documents.ts';
import type { SessionManager } from './session-manager.ts';

export interface RecoverySteps {
  view(): RecoveryView;
  makeKey(): Promise<string | null>;
  /** The document for the first key; null where there is one, or nothing that it could open. */
  firstKey(): Confirmation | null;
  enterKey(): Promise<string | null>;
}

export interface RecoveryStepsParts {
  readonly vault: Vault;
  readonly sessions: Pick<SessionManager, 'refresh'>;
  readonly trail: AuditTrail;
  readonly ask: AskPerson;
  readonly clock: Clock;
  readonly random: Random;
  readonly dataDir: string;
  readonly onChange: () => void;
}

export function createRecoverySteps(parts: RecoveryStepsParts): RecoverySteps {
  const { vault, sessions, trail, ask, clock, random, dataDir, onChange } = parts;
  const newKey = (madeAt: string | null): Confirmation =>
    newRecoveryKeyDocument({
      random,
      dataDir,
      before: madeAt === null ? null : localDay(madeAt),
      async keep(recoveryKey) {
        await vault.makeRecoveryKey(recoveryKey, isoNow(clock));
        trail.record('vault.recovery-key-made', { replaces: madeAt });
        onChange();
      },
    });
  return {
    view: () => ({ madeAt: vault.recoveryMadeAt() }),
    async makeKey() {
      if (vault.status().state !== 'unlocked') {
        throw locked();
      }
      if (!vault.isDurable()) throw invalid('A session without stored data needs no recovery key.');
      return await ask(newKey(vault.recoveryMadeAt()));
    },
    firstKey: () => (vault.isDurable() && vault.recoveryMadeAt() === null ? newKey(null) : null),
    async enterKey() {
      const madeAt = vault.recoveryMadeAt();
      if (madeAt === null) throw invalid('This data folder has no recovery key.');
      const status = vault.status();
      if (status.state === 'unlocked' && !vault.isDurable()) {
        throw invalid(
          'This session stores no keys. Start Causeway again, then use the recovery key.',
        );
      }
      return await ask(
        enteredRecoveryKeyDocument({
          dataDir,
          madeAt: localDay(madeAt),
          opened:
            status.state !== 'unlocked' || status.backing === 'session' ? null : status.backing,
          keptFiles: readdirSync(dataDir).filter((name) => name.includes('.before-recovery-')),
          check: vault.checkRecoveryKey,
          async recover(recoveryKey, passphrase) {
            const { state } = await vault.recover(recoveryKey, passphrase);
            trail.record('vault.recovered', { state: status.state, after: state });
            await sessions.refresh();
            onChange();
          },
        }),
      );
    },
  };
}

const invalid = invalidOf('not-now');
