/** The bridge of a console: every procedure over the part that carries it out, for pages and for attached programs. */
import { type BridgeRouter, type BridgeRouterParts, createBridgeRouter } from '../bridge/router.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import { withoutTemporaryTargets } from '../features/webhooks/forwarding/forwarding-procedures.ts';
import { type Backups, backupProcedures } from './backups.ts';
import type { NamedCalls } from './call-scope.ts';
import {
  type ConnectionParts,
  type ConnectionProceduresParts,
  connectionProcedures,
  createConnection,
} from './connection-view.ts';
import type { Console } from './console.ts';
import { type Diagnostics, diagnosticsProcedures } from './diagnostics/diagnostics.ts';
import { type ErasureSteps, erasureProcedures } from './erasure/erasure-steps.ts';
import { features, type Installed } from './features.ts';
import { type Lock, lockProcedures, requireUnlocked } from './lock.ts';
import type { OwnDocuments } from './own-documents.ts';
import { linkProcedures, type PendingLink, withoutLinksOfPages } from './pending-link.ts';
import { type ProfileModes, requireAllowed } from './profile-modes.ts';
import type { ProfileSession } from './profile-session.ts';
import { type ProfileSteps, profileProcedures } from './profile-steps.ts';
import type { Damage } from './repair/damage.ts';
import type { RestoreSteps } from './restore-beside/restore-steps.ts';
import { type UpdateHub, updateProcedures } from './update-hub.ts';
import { type VaultProceduresParts, type VaultSteps, vaultProcedures } from './vault-steps.ts';
import type { WriteFacts } from './write-block.ts';

export interface ConsoleBridgeParts
  extends Omit<ConnectionParts, 'writeFacts'>,
    Pick<ConnectionProceduresParts, 'about' | 'watch' | 'files' | 'trail'>,
    Pick<VaultProceduresParts, 'recovery' | 'dataKeys'>,
    Pick<BridgeRouterParts, 'log' | 'known'> {
  readonly calls: NamedCalls<ProfileSession>;
  readonly installed: Installed;
  readonly damage: Damage;
  readonly modes: ProfileModes;
  readonly documents: Pick<OwnDocuments, 'openSecretEntry' | 'isWaiting'>;
  readonly vaultSteps: VaultSteps;
  readonly lock: Lock;
  readonly backups: Backups;
  readonly restoring: RestoreSteps;
  readonly erasing: ErasureSteps;
  readonly diagnostics: Diagnostics;
  readonly profileSteps: ProfileSteps;
  readonly factsOf: (profile: Profile) => WriteFacts;
  readonly pendingLink: PendingLink;
  readonly hub: UpdateHub;
}

export function createConsoleBridge(
  parts: ConsoleBridgeParts,
): Pick<Console, 'router' | 'attachedRouter'> {
  const { log, known, calls, vault, profiles, modes, damage } = parts;
  const routes = routesOf(parts);
  const serving: BridgeRouterParts = {
    log,
    known,
    calls,
    onDamage: damage.met,
    requireUnlocked: (path) => requireUnlocked(path, vault),
    requireAllowed: (need) => requireAllowed(modes.of(profiles.selected().id), need),
  };
  const routerOf = (served: typeof routes): BridgeRouter => createBridgeRouter(serving, served);
  return {
    router: routerOf(withoutLinksOfPages(withoutTemporaryTargets(routes))),
    attachedRouter: routerOf(routes),
  };
}

function routesOf(parts: ConsoleBridgeParts) {
  const { vault, profiles, calls, factsOf } = parts;
  const writeFacts = () => factsOf(profiles.selected());
  return {
    ...features.procedures((profileId) => calls.session(profileId).features, parts.installed),
    vault: vaultProcedures({
      ...parts.vaultSteps,
      ...parts.documents,
      recovery: parts.recovery,
      dataKeys: parts.dataKeys,
      status: vault.status,
    }),
    lock: lockProcedures(parts.lock),
    backups: backupProcedures(parts.backups, parts.restoring),
    erasures: erasureProcedures(parts.erasing),
    diagnostics: diagnosticsProcedures(parts.diagnostics),
    profiles: profileProcedures(parts.profileSteps),
    connection: connectionProcedures({
      ...parts,
      ...createConnection({ ...parts, writeFacts }),
      isUnlocked: () => vault.status().state === 'unlocked',
    }),
    links: linkProcedures(parts.pendingLink),
    updates: updateProcedures(parts.hub),
  };
}
