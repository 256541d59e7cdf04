/** The composition root: builds the modules of main into one Console, and takes them down again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateTopic } from '../../bridge/updates.ts';
import { isoNow, steadyClock } from '../../platform/clock.ts';
import { type BridgeRouterParts, createBridgeRouter } from '../bridge/router.ts';
import type { AskPerson } from '../core/feature/confirmation.ts';
import { createKnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { openDataDirectory } from '../core/profiles/data-directory.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import { openProfiles } from '../core/profiles/profiles.ts';
import { createVault } from '../core/vault/vault.ts';
import { withoutTemporaryTargets } from '../features/webhooks/forwarding/forwarding-procedures.ts';
import { createIngress } from '../features/webhooks/ingress.ts';
import { createSecretClipboard } from '../features/webhooks/register/clipboard.ts';
import { tunnelSecrets } from '../features/webhooks/tunnels/tunnel-procedures.ts';
import { createAuditTrail } from './audit-trail.ts';
import { backupProcedures, createBackups, ofOpenProfile } from './backups.ts';
import { createBoundTokens, createTokenStates } from './bound-tokens.ts';
import { createCallScope } from './call-scope.ts';
import { createChosenProfile } from './chosen-profile.ts';
import { watchComputer } from './computer-watch.ts';
import { connectionProcedures, createConnection } from './connection-view.ts';
import {
  asksForAnotherPlace,
  type Console,
  type ConsoleOptions,
  type Stopping,
} from './console.ts';
import { createControlPlanes } from './control-planes.ts';
import { createDataKeys } from './data-keys/data-keys.ts';
import { createDatabaseWork } from './database-work.ts';
import { createDiagnostics, diagnosticsProcedures } from './diagnostics/diagnostics.ts';
import { createDocumentWindows } from './document-windows.ts';
import { createErasureSteps, erasureProcedures } from './erasure/erasure-steps.ts';
import { features, type Installed } from './features.ts';
import { createFileProblems, noteUnlisted } from './file-problems.ts';
import { createHandover } from './handover/handover.ts';
import { removeCopies } from './handover/open-document.ts';
import { createLock, lockProcedures, requireUnlocked } from './lock.ts';
import { createSessionOpener } from './open-session.ts';
import { createPendingActions } from './pending-actions.ts';
import { createPendingLink, linkProcedures, withoutLinksOfPages } from './pending-link.ts';
import { createProfileModes, requireAllowed } from './profile-modes.ts';
import { durableDatabase, profileMigrations, removeSessionData } from './profile-session.ts';
import { createProfileSteps, profileProcedures } from './profile-steps.ts';
import { createRecoverySteps } from './recovery-steps.ts';
import { createDamage } from './repair/damage.ts';
import { finishRepairs } from './repair/repair-database.ts';
import { createRestoreSteps } from './restore-beside/restore-steps.ts';
import { createSecretEntry, type SecretEntry } from './secret-entry.ts';
import { createSessionManager } from './session-manager.ts';
import { shutdownTimeoutMs } from './shutdown-timeout.ts';
import { openPeople } from './signing.ts';
import { createTeamInstalled } from './team/team-installed.ts';
import { createUpdateHub, updateProcedures } from './update-hub.ts';
import { createVaultSteps, isForSession, requirePossible, vaultProcedures } from './vault-steps.ts';
import type { WriteFacts } from './write-block.ts';

/**
 * Builds everything and opens the selected profile where the vault allows it; else the console starts
 * locked. Throws DataDirectoryInUse, ProfileError `damaged`, and VaultError for a wrong passphrase.
 */
export async function createConsole(options: ConsoleOptions): Promise<Console> {
  const directory = openDataDirectory({ ...options, path: options.dataDir });
  try {
    finishRepairs(directory.path);
    removeCopies(directory.path);
    return await build(options, directory);
  } catch (error) {
    directory.close();
    throw error;
  }
}

type Directory = ReturnType<typeof openDataDirectory>;

async function build(options: ConsoleOptions, directory: Directory): Promise<Console> {
  const { clock, random, log, fetch, version, host } = options;
  const startedAt = isoNow(clock);
  let disposal: Promise<void> | null = null;
  const hub = createUpdateHub({ random });
  const tell = (...topics: readonly UpdateTopic[]): void => {
    for (const topic of topics) hub.publish({ topic, ids: [] });
  };
  const pendingLink = createPendingLink(() => tell('links'));
  const isSession = () => isForSession(vault.status());
  const profiles = openProfiles({ directory, clock, random, isSession });
  const files = createFileProblems(log, () => tell('connection'));
  noteUnlisted(directory.path, profiles, files);
  removeSessionData(profiles);
  const work = createDatabaseWork({
    vault: () => vault,
    sessions: () => sessions,
    onChange: () => tell('vault', 'connection'),
  });
  const dataKeys = createDataKeys({
    dataDir: directory.path,
    profiles,
    work,
    log,
    later: () => ({
      vault,
      ingress,
      trail,
      ask,
      isBackingUp: () => backups.view().running !== null,
    }),
  });
  const vault = createVault({
    // A session of its own leaves the sealed file of other starts alone, too.
    dataDir: options.ephemeral ? join(directory.path, 'ephemeral') : directory.path,
    installationId: directory.installationId,
    keychain: asksForAnotherPlace(options) ? null : options.keychain,
    files: dataKeys.files,
    random,
    log,
    onProblem: files.note,
    // A session's database begins with the session's key, so it never stands in the way.
    hasDatabase: (id) => vault.isDurable() && existsSync(durableDatabase(profiles, id)),
  });

  const known = options.known ?? createKnownSecrets();
  const boundTokens = createBoundTokens(vault, known);
  const controlPlanes = createControlPlanes(vault, known);
  const tokens = createTokenStates(vault, profiles, boundTokens, log);
  const chosen = createChosenProfile(vault);

  const people = openPeople(directory.path, () => vault.isDurable(), files.note);

  const damage = createDamage({
    dataDir: directory.path,
    vault,
    profiles,
    migrations: profileMigrations,
    person: people.person,
    clock,
    random,
    log,
    onProblem: files.note,
    onChange: () => tell('connection'),
    checkAfterMs: options.databaseCheckMs,
    work,
    ingress: () => ingress,
    trail: () => trail,
    ask: (confirmation) => ask(confirmation),
  });
  const ingress = createIngress({
    dataDir: directory.path,
    vault,
    databases: damage,
    fetch,
    known,
    hasProfile: profiles.holds,
    agentSocket: options.agentSocket ?? null,
    allowPrivateTunnels: options.allowPrivateTunnels ?? false,
    clock,
    random,
    log,
    onProblem: files.note,
    onTunnel: () => tell('tunnels'),
    onReceiver: () => tell('webhooks'),
  });

  const factsOf = (profile: Profile): WriteFacts => ({
    profile,
    isUnlocked: vault.status().state === 'unlocked',
    isDurable: vault.isDurable(),
    hasToken: tokens.has(profile),
    token: tokens.of(profile.id),
    isOther: chosen.isOther() && profile.id === profiles.selected().id,
    mode: modes.of(profile.id),
  });

  const watch = watchComputer({
    dataDir: directory.path,
    clock,
    random,
    log,
    onProblem: files.note,
    isReadOnly: options.ephemeral ?? false,
    onChange: () => tell('connection', 'overview'),
  });
  const backupFolder = (): string | null => backups.view().folder;
  const sessions = createSessionManager({
    log,
    alone: damage.unchecked,
    wanted: () => (vault.status().state === 'unlocked' ? profiles.selected().id : null),
    open: createSessionOpener({
      options,
      profiles,
      vault,
      boundTokens,
      controlPlanes,
      tokens,
      chosen,
      known,
      people,
      installationId: directory.installationId,
      dataDir: directory.path,
      startedAt,
      databases: damage,
      work,
      watch,
      factsOf,
      publish: hub.publish,
      backupFolder,
      onProblem: files.note,
      later: () => ({ lock, modes, backups, installed }),
    }),
    onChange() {
      hub.publish({ topic: 'everything', ids: [] });
      trail.flush();
      profileSteps.proveQuietly(sessions.current()?.profileId ?? null);
      backups.onOpened();
    },
  });

  const trail = createAuditTrail({
    log,
    open: sessions.current,
    pending: createPendingActions({
      directoryOf: profiles.directoryOf,
      isSession,
      clock,
      onProblem: files.note,
    }),
    onAppend: () => tell('audit'),
  });
  const documents = createDocumentWindows({
    openWindow: options.openSecretWindow ?? null,
    secrets: () => secrets,
  });
  const ask: AskPerson = (confirmation) =>
    documents.open(confirmation.button, () => secrets.issueConfirmation(confirmation));

  const modes = createProfileModes({
    vault,
    trail,
    ask,
    onChange: () => tell('profiles', 'connection'),
  });
  const { systemPrompt } = options;
  const hasSystemPrompt = () => systemPrompt?.isAvailable() ?? false;
  const vaultSteps = createVaultSteps({
    vault,
    sessions,
    trail,
    ask,
    dataDir: directory.path,
    askSystem: async () => !hasSystemPrompt() || ((await systemPrompt?.ask()) ?? true),
    onLock() {
      void damage.stop();
      void work.stop();
      void backups.cut();
      secrets.forget();
      options.closeSecretWindows?.();
    },
  });
  const lock = createLock({
    vault,
    trail,
    clock,
    log,
    hasSystemPrompt,
    lock: vaultSteps.lock,
    // Who starts it with a passphrase in a file may have nobody there to type it.
    guardsRealMoney: () =>
      (options.passphrase ?? null) === null &&
      profiles.list().some(({ environment }) => environment === 'production'),
    hearsSystem: host === 'electron',
    onChange: () => tell('vault'),
  });
  const recovery = createRecoverySteps({
    vault,
    sessions,
    trail,
    ask,
    clock,
    random,
    dataDir: directory.path,
    onChange: () => tell('vault', 'overview'),
  });
  const backups = createBackups({
    dataDir: directory.path,
    installationId: directory.installationId,
    version,
    vault,
    profiles,
    trail,
    ask,
    clock,
    random,
    log,
    ...ofOpenProfile(sessions),
    areKeysChanging: () => dataKeys.view().running !== null,
    isDamaged: () => damage.view().length > 0,
    onChange: () => tell('backups', 'overview'),
    onProblem: files.note,
  });
  const restoring = createRestoreSteps({
    dataDir: directory.path,
    installationId: directory.installationId,
    profiles,
    vault,
    work,
    ask,
    random,
    person: people.person,
    here: () => ingress.open(),
  });
  const handover = createHandover({
    dataDir: directory.path,
    vault,
    profiles,
    work,
    known,
    trail,
    ask,
    clock,
    random,
    log,
    person: people.person,
    onProblem: files.note,
    mayErase: (id) => modes.of(id) === 'full',
    onChange: () => tell('handover'),
  });
  const calls = createCallScope(sessions, () => profiles.selected().id);
  const erasing = createErasureSteps({
    dataDir: directory.path,
    installationId: directory.installationId,
    profiles,
    vault,
    work,
    calls,
    ingress,
    people,
    backupFolder,
    ask,
    clock,
    random,
    log,
    onProblem: files.note,
  });
  const diagnostics = createDiagnostics({
    options,
    dataDir: directory.path,
    startedAt,
    profiles,
    vault,
    modes,
    sessions,
    ingress,
    lock,
    backups,
    trail,
    clock,
    random,
    log,
    onChange: () => tell('exports'),
  });
  const profileSteps = createProfileSteps({
    profiles,
    vault,
    tokens: boundTokens,
    controlPlanes,
    modes,
    sessions,
    trail,
    ask,
    chosen,
    firstRecoveryKey: recovery.firstKey,
    hasToken: tokens.has,
    tokenState: tokens.of,
    isStopped: () => disposal !== null,
    fetch,
    clock,
    random,
    log,
    known,
    async onToken(id) {
      await tokens.look(id);
      const open = sessions.current();
      if (open?.profileId === id) open.service.reset();
      profileSteps.proveQuietly(id);
    },
  });

  const { clipboard: board } = options;
  const clipboard = board === undefined ? null : createSecretClipboard(board, { clock, log });
  const installed: Installed = {
    vault,
    known,
    ingress,
    trail,
    clipboard,
    ask,
    clock,
    log,
    handover,
    team: createTeamInstalled({
      vault,
      ask,
      clock,
      random,
      profiles,
      boundTokens,
      profileSteps,
      release: version,
      rules: { allowPrivate: options.allowPrivateTunnels ?? false },
    }),
    namePerson: people.name,
    chooseKeyFile: options.chooseKeyFile ?? null,
    profile: profiles.get,
    backupNeed: backups.need,
    computerWarnings: watch.warnings,
    lacksRecoveryKey: () => vault.isDurable() && vault.recoveryMadeAt() === null,
    hostNotices: options.notices ?? null,
    showStatus: options.showStatus ?? null,
  };
  const tunnels = tunnelSecrets({ tunnelManager: () => ingress.demand().tunnelManager, trail });
  const secrets: SecretEntry = createSecretEntry({
    clock,
    steady: options.steady ?? steadyClock,
    random,
    log,
    target: (id) => profiles.get(id),
    tunnelFacts: tunnels.tunnelFacts,
    printUrl: options.printUrl ?? null,
    actions: {
      keepWebhookSecret: ({ profileId, webhookId, url, name }, secret) =>
        calls
          .session(profileId)
          .features.webhooks.demand()
          .webhooks.adopt({ webhookId, url, name, secret }),
      keepTunnelSecret: tunnels.keepTunnelSecret,
      keepToken: profileSteps.keepToken,
      ...vaultSteps.typed,
    },
  });

  vault.onChange(() => {
    tell('vault', 'connection');
    // A keychain may answer late; then the profile opens without anyone asking.
    void sessions
      .refresh()
      .then(sessions.drained)
      .then(() => {
        // Not before what was under way is stored: a response may repeat a token.
        if (vault.status().state === 'locked') known.forget();
      });
    lock.active();
  });
  profiles.onChange(() => tell('profiles'));

  const routes = {
    ...features.procedures((profileId) => calls.session(profileId).features, installed),
    vault: vaultProcedures({
      ...vaultSteps,
      recovery,
      dataKeys,
      status: vault.status,
      isWaiting: documents.isWaiting,
      async openSecretEntry(purpose) {
        requirePossible(purpose, vault.status(), profiles);
        // Whoever opens it in one profile must not be led to type its secret into another.
        if (purpose.purpose === 'webhook-secret') calls.session(purpose.profileId);
        if (purpose.purpose === 'tunnel-secret') {
          tunnels.requireTunnelSecret(purpose.tunnelId, purpose.secret);
        }
        return await documents.open(purpose.purpose, () => secrets.issue(purpose));
      },
    }),
    lock: lockProcedures(lock),
    backups: backupProcedures(backups, restoring),
    erasures: erasureProcedures(erasing),
    diagnostics: diagnosticsProcedures(diagnostics),
    profiles: profileProcedures(profileSteps),
    connection: connectionProcedures({
      ...createConnection({
        profiles,
        vault,
        sessions,
        writeFacts: () => factsOf(profiles.selected()),
      }),
      about: () => ({ version, host, dataDir: directory.path, startedAt }),
      watch,
      damage,
      files,
      trail,
      isUnlocked: () => vault.status().state === 'unlocked',
    }),
    links: linkProcedures(pendingLink),
    updates: updateProcedures(hub),
  };
  const serving: BridgeRouterParts = {
    log,
    known,
    calls,
    onDamage: damage.met,
    requireUnlocked: (path) => requireUnlocked(path, vault),
    requireAllowed: (need) => requireAllowed(modes.of(profiles.selected().id), need),
  };

  const endWork = async (timeoutMs: number, stopping?: Stopping): Promise<void> => {
    lock.close();
    hub.close();
    await Promise.all([backups.close(), diagnostics.close(), work.close(), damage.close()]);
    await sessions.close(timeoutMs, stopping);
    await ingress.close();
  };
  const dispose = async (stopping: Stopping): Promise<void> => {
    trail.record('console.stopped');
    await endWork(options.stoppingMs ?? shutdownTimeoutMs, stopping);
    await clipboard?.close();
    if (!vault.isDurable()) removeSessionData(profiles);
    await vault.lock();
    watch.close();
    directory.close();
  };

  trail.record('console.started', { version, host });
  try {
    const { passphrase = null, ephemeral = false } = options;
    await vaultSteps.begin({ passphrase, ephemeral });
  } catch (error) {
    await endWork(0);
    watch.close();
    throw error;
  }

  return {
    dataDir: directory.path,
    router: createBridgeRouter(serving, withoutLinksOfPages(withoutTemporaryTargets(routes))),
    attachedRouter: createBridgeRouter(serving, routes),
    secrets,
    downloads: {
      take: (ticket) => sessions.current()?.files.take(ticket) ?? diagnostics.take(ticket),
    },
    announce: directory.announce,
    openLink: pendingLink.open,
    resumed: ingress.resumed,
    systemLocks: lock.onSystem,
    sandbox: () => sessions.current()?.sandbox ?? null,
    isKeychainSilent: vault.isKeychainSilent,
    dispose: (stopping = {}) => {
      disposal ??= dispose(stopping);
      return disposal;
    },
  };
}
