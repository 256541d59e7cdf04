/** Main's own documents: what asks a person, what takes a secret that is typed, and where what was typed goes. */
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import { steadyClock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { AuditTrail } from '../core/audit/types.ts';
import type { AskPerson } from '../core/feature/confirmation.ts';
import type { Log } from '../core/foundation/log.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Ingress } from '../features/webhooks/ingress.ts';
import { tunnelSecrets } from '../features/webhooks/tunnels/tunnel-procedures.ts';
import type { NamedCalls } from './call-scope.ts';
import type { ConsoleOptions } from './console.ts';
import { createDocumentWindows } from './document-windows.ts';
import type { Lock } from './lock.ts';
import type { ProfileSession } from './profile-session.ts';
import type { ProfileSteps } from './profile-steps.ts';
import { createSecretEntry, type SecretEntry } from './secret-entry.ts';
import { requirePossible, type VaultSteps } from './vault-steps.ts';

export interface OwnDocumentsParts {
  readonly options: Pick<ConsoleOptions, 'clock' | 'steady' | 'printUrl' | 'openSecretWindow'>;
  readonly random: Random;
  readonly log: Log;
  readonly vault: Pick<Vault, 'status'>;
  readonly profiles: Pick<Profiles, 'get'>;
  readonly ingress: Pick<Ingress, 'demand'>;
  readonly trail: AuditTrail;
  readonly calls: Pick<NamedCalls<ProfileSession>, 'session'>;
  /** What is made after the documents, because it asks a person. */
  readonly later: () => {
    readonly vaultSteps: Pick<VaultSteps, 'typed'>;
    readonly profileSteps: Pick<ProfileSteps, 'keepToken'>;
    readonly lock: Pick<Lock, 'active'>;
  };
}

export interface OwnDocuments {
  readonly secrets: SecretEntry;
  readonly ask: AskPerson;
  /** Opens the document for a secret: its path, as openedDocument has it. Throws Failed where it can lead nowhere. */
  openSecretEntry(purpose: SecretEntryPurpose): Promise<string>;
  /** Whether the document of the path can still be answered. */
  isWaiting(path: string): boolean;
}

export function createOwnDocuments(parts: OwnDocumentsParts): OwnDocuments {
  const { options, random, log, vault, profiles, ingress, trail, calls, later } = parts;
  const tunnels = tunnelSecrets({ tunnelManager: () => ingress.demand().tunnelManager, trail });
  const secrets = createSecretEntry({
    clock: options.clock,
    steady: options.steady ?? steadyClock,
    random,
    log,
    target: (id) => profiles.get(id),
    tunnelFacts: tunnels.tunnelFacts,
    printUrl: options.printUrl ?? null,
    onUse: () => later().lock.active(),
    actions: {
      keepWebhookSecret: ({ profileId, webhookId, url, name }, secret) =>
        calls
          .session(profileId)
          .features.webhooks.demand()
          .webhooks.adopt({ webhookId, url, name, secret }),
      keepTunnelSecret: tunnels.keepTunnelSecret,
      keepToken: (id, token) => later().profileSteps.keepToken(id, token),
      createPassphrase: (passphrase) => later().vaultSteps.typed.createPassphrase(passphrase),
      unlock: (passphrase) => later().vaultSteps.typed.unlock(passphrase),
    },
  });
  const windows = createDocumentWindows({
    openWindow: options.openSecretWindow ?? null,
    secrets: () => secrets,
  });

  return {
    secrets,
    ask: (confirmation) =>
      windows.open(confirmation.button, () => secrets.issueConfirmation(confirmation)),
    async openSecretEntry(purpose) {
      requirePossible(purpose, vault.status(), profiles);
      // Whoever opens it in one profile must not be led to type its secret into another.
      if (purpose.purpose === 'webhook-secret') calls.session(purpose.profileId);
      if (purpose.purpose === 'tunnel-secret') {
        tunnels.requireTunnelSecret(purpose.tunnelId, purpose.secret);
      }
      return await windows.open(purpose.purpose, () => secrets.issue(purpose));
    },
    isWaiting: windows.isWaiting,
  };
}
