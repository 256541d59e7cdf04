/** The composition root: builds the modules of main into one Console, and takes them down again. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateTopic } from '../../bridge/updates.ts';
import { isoNow } from '../../platform/clock.ts';
import { createKnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { openDataDirectory } from '../core/profiles/data-directory.ts';
import { openProfiles } from '../core/profiles/profiles.ts';
import { createVault } from '../core/vault/vault.ts';
import { createIngress } from '../features/webhooks/ingress.ts';
import { createAuditTrail } from './audit-trail.ts';
import { createBackups, ofOpenProfile } from './backups.ts';
import { createBoundTokens, createTokenStates } from './bound-tokens.ts';
import { createCallScope } from './call-scope.ts';
import { createChosenProfile } from './chosen-profile.ts';
import { watchComputer } from './computer-watch.ts';
import {
  asksForAnotherPlace,
  type Console,
  type ConsoleOptions,
  type Stopping,
} from './console.ts';
import { createConsoleBridge } from './console-bridge.ts';
import { createControlPlanes } from './control-planes.ts';
import { createDataKeys } from './data-keys/data-keys.ts';
import { createDatabaseWork } from './database-work.ts';
import { createDiagnostics } from './diagnostics/diagnostics.ts';
import { createErasureSteps } from './erasure/erasure-steps.ts';
import { createFileProblems, noteUnlisted } from './file-problems.ts';
import { createHandover } from './handover/handover.ts';
import { removeCopies } from './handover/open-document.ts';
import { createInstalled } from './installed.ts';
import { createLock } from './lock.ts';
import { createSessionOpener } from './open-session.ts';
import { createOwnDocuments } from './own-documents.ts';
import { createPendingActions } from './pending-actions.ts';
import { createPendingLink } from './pending-link.ts';
import { createProfileModes } from './profile-modes.ts';
import { durableDatabase, profileMigrations, removeSessionData } from './profile-session.ts';
import { createProfileSteps } from './profile-steps.ts';
import { createRecoverySteps } from './recovery-steps.ts';
import { createDamage } from './repair/damage.ts';
import { finishRepairs } from './repair/repair-database.ts';
import { createRestoreSteps } from './restore-beside/restore-steps.ts';
import { createSessionManager } from './session-manager.ts';
import { shutdownTimeoutMs } from './shutdown-timeout.ts';
import { openPeople } from './signing.ts';
import { createUpdateHub } from './update-hub.ts';
import { createVaultSteps, isForSession } from './vault-steps.ts';
import { createWriteFacts } from './write-block.ts';

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
  const { path: dataDir, installationId } = directory;
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
  /** What everything stands on. */
  const base = { dataDir, installationId, clock, random, log, onProblem: files.note };
  noteUnlisted(dataDir, profiles, files);
  removeSessionData(profiles);
  const work = createDatabaseWork({
    vault: () => vault,
    sessions: () => sessions,
    onChange: () => tell('vault', 'connection'),
  });
  const dataKeys = createDataKeys({
    ...base,
    profiles,
    work,
    later: () => ({
      vault,
      ingress,
      trail,
      ask,
      isBackingUp: () => backups.view().running !== null,
    }),
  });
  const vault = createVault({
    ...base,
    // A session of its own leaves the sealed file of other starts alone, too.
    dataDir: options.ephemeral ? join(dataDir, 'ephemeral') : dataDir,
    keychain: asksForAnotherPlace(options) ? null : options.keychain,
    files: dataKeys.files,
    // A session's database begins with the session's key, so it never stands in the way.
    hasDatabase: (id) => vault.isDurable() && existsSync(durableDatabase(profiles, id)),
  });

  /** What opens the databases of profiles, and works on them. */
  const withDatabases = { ...base, vault, profiles, work };

  const known = options.known ?? createKnownSecrets();
  const boundTokens = createBoundTokens(vault, known);
  const controlPlanes = createControlPlanes(vault, known);
  const tokens = createTokenStates(vault, profiles, boundTokens, log);
  const chosen = createChosenProfile(vault);

  const people = openPeople(dataDir, () => vault.isDurable(), files.note);

  const damage = createDamage({
    ...withDatabases,
    migrations: profileMigrations,
    person: people.person,
    checkAfterMs: options.databaseCheckMs,
    onChange: () => tell('connection'),
    ingress: () => ingress,
    trail: () => trail,
    ask: (confirmation) => ask(confirmation),
  });
  const ingress = createIngress({
    ...base,
    vault,
    databases: damage,
    fetch,
    known,
    hasProfile: profiles.holds,
    agentSocket: options.agentSocket ?? null,
    allowPrivateTunnels: options.allowPrivateTunnels ?? false,
    onTunnel: () => tell('tunnels'),
    onReceiver: () => tell('webhooks'),
  });

  const factsOf = createWriteFacts({
    vault,
    profiles,
    tokens,
    chosen,
    modes: () => modes,
  });
  const watch = watchComputer({
    ...base,
    isReadOnly: options.ephemeral ?? false,
    onChange: () => tell('connection', 'overview'),
  });
  const backupFolder = (): string | null => backups.view().folder;
  const sessions = createSessionManager({
    log,
    alone: damage.unchecked,
    wanted: () => (vault.status().state === 'unlocked' ? profiles.selected().id : null),
    open: createSessionOpener({
      ...withDatabases,
      options,
      boundTokens,
      controlPlanes,
      tokens,
      chosen,
      known,
      people,
      startedAt,
      databases: damage,
      watch,
      factsOf,
      publish: hub.publish,
      backupFolder,
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
    waitsFor: () =>
      vault.status().state === 'locked' || sessions.failure() !== null
        ? profiles.selected().id
        : null,
    pending: createPendingActions({ ...base, directoryOf: profiles.directoryOf, isSession }),
    onAppend: () => tell('audit'),
  });
  const calls = createCallScope(sessions, () => profiles.selected().id);
  const documents = createOwnDocuments({
    ...withDatabases,
    options,
    ingress,
    trail,
    calls,
    later: () => ({ vaultSteps, profileSteps, lock }),
  });
  const { secrets, ask } = documents;
  /** What a person does goes by these: it is done to them, asked about in a document, and written down. */
  const withPerson = { ...withDatabases, sessions, trail, ask };

  const modes = createProfileModes({
    ...withPerson,
    onChange: () => tell('profiles', 'connection'),
  });
  const { systemPrompt } = options;
  const hasSystemPrompt = () => systemPrompt?.isAvailable() ?? false;
  const vaultSteps = createVaultSteps({
    ...withPerson,
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
    ...withPerson,
    hasSystemPrompt,
    lock: vaultSteps.lock,
    // Who starts it with a passphrase in a file may have nobody there to type it.
    guardsRealMoney: () =>
      (options.passphrase ?? null) === null &&
      profiles.list().some(({ environment }) => environment === 'production'),
    hearsSystem: options.hearsSystem ?? 'waking',
    onChange: () => tell('vault'),
  });
  const recovery = createRecoverySteps({
    ...withPerson,
    onChange: () => tell('vault', 'overview'),
  });
  const backups = createBackups({
    ...withPerson,
    ...ofOpenProfile(sessions),
    version,
    areKeysChanging: () => dataKeys.view().running !== null,
    isDamaged: () => damage.view().length > 0,
    onChange: () => tell('backups', 'overview'),
  });
  const restoring = createRestoreSteps({
    ...withPerson,
    person: people.person,
    here: () => ingress.open(),
  });
  const handover = createHandover({
    ...withPerson,
    known,
    person: people.person,
    mayErase: (id) => modes.of(id) === 'full',
    onChange: () => tell('handover'),
  });
  const erasing = createErasureSteps({ ...withPerson, calls, ingress, people, backupFolder });
  const diagnostics = createDiagnostics({
    ...withPerson,
    options,
    startedAt,
    modes,
    ingress,
    lock,
    backups,
    onChange: () => tell('exports'),
  });
  const profileSteps = createProfileSteps({
    ...withPerson,
    tokens: boundTokens,
    controlPlanes,
    modes,
    chosen,
    firstRecoveryKey: recovery.firstKey,
    hasToken: tokens.has,
    tokenState: tokens.of,
    isStopped: () => disposal !== null,
    fetch,
    known,
    async onToken(id) {
      await tokens.look(id);
      const open = sessions.current();
      if (open?.profileId === id) open.service.reset();
      profileSteps.proveQuietly(id);
    },
  });

  const installed = createInstalled({
    ...withPerson,
    options,
    known,
    ingress,
    handover,
    boundTokens,
    profileSteps,
    people,
    backups,
    watch,
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

  const bridge = createConsoleBridge({
    ...withPerson,
    known,
    calls,
    modes,
    factsOf,
    installed,
    documents,
    vaultSteps,
    recovery,
    dataKeys,
    lock,
    backups,
    restoring,
    erasing,
    diagnostics,
    profileSteps,
    about: () => ({ version, host, dataDir, startedAt }),
    watch,
    damage,
    files,
    pendingLink,
    hub,
  });

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
    await installed.clipboard?.close();
    if (!vault.isDurable()) removeSessionData(profiles);
    await vault.lock();
    watch.close();
    directory.close();
  };

  trail.record('console.started', { version, host });
  try {
    const { passphrase = null, ephemeral = false } = options;
    await vaultSteps.begin({ passphrase, ephemeral });
    trail.flush();
  } catch (error) {
    await endWork(0);
    watch.close();
    throw error;
  }

  return {
    dataDir,
    ...bridge,
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
