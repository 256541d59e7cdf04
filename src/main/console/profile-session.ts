/** Everything of one profile while it is open: its database, its service, its sandbox if it has one. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import { removeTree } from '../../platform/durable-file.ts';
import { type Migration, migrate } from '../../platform/migrations.ts';
import type { Random } from '../../platform/random.ts';
import { nextTurn } from '../../platform/slices.ts';
import {
  DatabaseMissing,
  isMissingOrEmpty,
  openSqlite,
  type Sqlite,
} from '../../platform/sqlite.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import { openAnnotations } from '../core/annotations/annotations.ts';
import { annotationMigrations } from '../core/annotations/migrations.ts';
import { openAnchor } from '../core/audit/anchor.ts';
import { auditMigrations, openAudit } from '../core/audit/audit.ts';
import { type ChooseFile, openExportFiles } from '../core/exports/export-files.ts';
import type { Opened, ProfileCore } from '../core/feature/feature.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { createApprovalsPlace } from '../core/intents/approvals.ts';
import { createClaimsPlace } from '../core/intents/claims.ts';
import { Failed } from '../core/intents/failed.ts';
import { openIntents } from '../core/intents/intents.ts';
import { intentsMigrations } from '../core/intents/migrations.ts';
import type { WriteBlock } from '../core/intents/write-path.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import { openAsOf } from '../core/records/as-of.ts';
import { createLookups } from '../core/records/lookups.ts';
import { recordsMigrations } from '../core/records/migrations.ts';
import { openRecords } from '../core/records/records.ts';
import { type DatabaseWatch, watched } from '../core/repair/database-watch.ts';
import { createServiceClient } from '../core/service/service-client.ts';
import type { Vault } from '../core/vault/vault.ts';
import { chosenFields } from '../features/payouts/choices.ts';
import { removeIndex } from '../features/timeline/index/open-index.ts';
import { fitToInbox } from '../features/webhooks/fit-to-inbox.ts';
import type { BoundTokens } from './bound-tokens.ts';
import { openBuiltInSandbox, type StartSandbox } from './built-in-sandbox.ts';
import { runAllSteps, runTogether, type Step } from './closing-steps.ts';
import type { Stopping } from './console.ts';
import type { ControlPlanes } from './control-planes.ts';
import { databaseIn, databaseName } from './database-file.ts';
import type { DatabaseWork } from './database-work.ts';
import { createProfileErasures } from './erasure/profile-erasures.ts';
import { type FeatureApis, features, type Installed } from './features.ts';
import type { FileProblems } from './file-problems.ts';
import { createServiceState, type ServiceState } from './service-state.ts';
import { withinTimeout } from './shutdown-timeout.ts';
import { anchorFileOf, openSigningKey, type People } from './signing.ts';

export interface ProfileSession
  extends Pick<ProfileCore, 'intents' | 'audit' | 'anchor' | 'client' | 'files'> {
  readonly profileId: string;
  readonly features: FeatureApis;
  readonly service: ServiceState;
  /** null for hosted profiles, and while the built-in one could not be started. */
  readonly sandbox: Sandbox | null;
  /** Base URL of the service; null while there is none. */
  readonly baseUrl: string | null;
  /** Waits for writes under way, at most so many milliseconds, then closes everything. */
  close(patienceMs: number, stopping?: Stopping): Promise<void>;
}

export interface ProfileSessionParts {
  readonly profiles: Profiles;
  readonly vault: Vault;
  readonly tokens: BoundTokens;
  readonly controlPlanes: Pick<ControlPlanes, 'read'>;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Learns every token and every secret of a webhook. */
  readonly known: KnownSecrets;
  readonly startSandbox: StartSandbox;
  /** Pauses before an unreachable service is asked again. */
  readonly pauses?: readonly number[] | undefined;
  readonly writeBlock: (profile: Profile) => Promise<WriteBlock | null>;
  /** Whether it is in reviewer mode now. */
  readonly isReadOnly: (profileId: string) => boolean;
  readonly notify: (notice: UpdateNotice) => void;
  /** Names this installation among others. */
  readonly installationId: string;
  readonly installed: Installed;
  readonly people: Pick<People, 'person'>;
  /** The data directory. */
  readonly dataDir: string;
  readonly databases: DatabaseWatch;
  readonly work: Pick<DatabaseWork, 'inThread'>;
  /** Where backups go; null where none are made. */
  readonly backupFolder: () => string | null;
  readonly onProblem: FileProblems['note'];
  /** Asks where an export shall be; null where the page fetches it. */
  readonly chooseFile: ChooseFile | null;
}

/** The schema of a profile's database, in the order in which it is applied. */
export const profileMigrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
  ...features.migrations,
];

/** What shows a customer's name. */
const naming = ['customers', 'virtual-accounts', 'timeline'] as const;

/** Where a profile's database is when it outlives the process; a session's is elsewhere. */
export const durableDatabase = (
  profiles: Pick<Profiles, 'directoryOf'>,
  profileId: string,
): string => join(profiles.directoryOf(profileId), databaseName);

/** What was anchored was on the disk. */
const isLost = (file: string, anchorFile: string): boolean =>
  existsSync(anchorFile) && isMissingOrEmpty(file);

/** Whether the database of a profile that outlives the process was there, and is missing or empty. */
export const isDatabaseLost = (dataDir: string, profileId: string): boolean =>
  isLost(databaseIn(dataDir, profileId), anchorFileOf(dataDir, profileId));

/**
 * Opens the profile. Throws what the vault, the database or its migrations throw; a sandbox that does
 * not start is no reason not to read what is known.
 */
export const openProfileSession = (
  profile: Profile,
  parts: ProfileSessionParts,
): Promise<ProfileSession> =>
  watched(
    parts.databases,
    { kind: 'records', profileId: profile.id },
    durableDatabase(parts.profiles, profile.id),
    () => openAll(profile, parts),
  );

async function openAll(profile: Profile, given: ProfileSessionParts): Promise<ProfileSession> {
  const opened: Opened<unknown>[] = [];
  const notify = (notice: UpdateNotice): void => {
    given.notify(notice);
    for (const feature of opened) feature.onUpdate?.(notice);
  };
  const parts = { ...given, notify };
  const { vault, clock, random, log } = parts;
  const dataKey = await vault.dataKey(profile.id);
  const sealKey = await vault.sealKey(profile.id);
  const directory = directoryFor(profile, parts);
  const signing = await openSigningKey(vault, random);
  const file = join(directory, databaseName);
  const anchorFile = vault.isDurable()
    ? anchorFileOf(given.dataDir, profile.id)
    : join(directory, 'anchor.json');
  if (isLost(file, anchorFile)) throw new DatabaseMissing(file);
  const sqlite = openSqlite({ file, key: dataKey, sealKey, movesLogInTurns: true });
  /** Ends what was opened before one of them failed, the last of them first. */
  const begun: Step[] = [];
  try {
    migrate(sqlite, profileMigrations);
    const ingress = await parts.installed.ingress.open();
    // Erasures that go on go by its numbers, too.
    if (ingress !== null)
      fitToInbox({
        ...parts,
        sqlite,
        inbox: ingress.inbox,
        profileId: profile.id,
        removeIndex: () => removeIndex(join(directory, 'timeline.db')),
      });
    if (vault.isDurable()) {
      await parts.work.inThread('erase', (run, signal) =>
        createProfileErasures({
          ...parts,
          sqlite,
          signing,
          directory,
          profileId: profile.id,
          run,
          signal,
          database: { file: sqlite.file, key: dataKey, sealKey },
          inbox: ingress?.inbox ?? null,
          person: given.people.person,
        }).honour(),
      );
    }
    const anchored = openAnchor({
      sqlite,
      key: signing,
      clock,
      log,
      installationId: given.installationId,
      profileId: profile.id,
      file: anchorFile,
    });
    begun.unshift(() => anchored.close());
    const { records, audit, intents } = openCore(sqlite, parts, anchored.touch);
    const receiver = ingress?.loopback() ?? null;
    const isBuiltIn = profile.environment === 'built-in';
    const builtIn = isBuiltIn
      ? await openBuiltInSandbox(profile, { ...parts, directory, dataKey, receiver })
      : null;
    const sandbox = builtIn?.sandbox ?? null;
    begun.unshift(() => sandbox?.close());
    const baseUrl = sandbox?.baseUrl ?? profile.baseUrl;
    const client = createServiceClient({
      baseUrl: () => baseUrl ?? '',
      // By its name of now: it may be renamed while it is open.
      token: builtIn?.token ?? (() => given.tokens.read(parts.profiles.get(profile.id) ?? profile)),
      fetch: parts.fetch,
      hasAnswered: () => isBuiltIn || parts.profiles.get(profile.id)?.token?.proof === 'proven',
      isReadOnly: () => parts.isReadOnly(profile.id),
      clock,
      random,
      log,
      known: parts.known,
    });
    const service = createServiceState({
      client,
      onChange: () => notify({ topic: 'connection', ids: [] }),
      ...(parts.pauses === undefined ? {} : { pauses: parts.pauses }),
    });
    const asOf = openAsOf({ sqlite, clock });
    begun.unshift(
      () => service.close(),
      () => asOf.close(),
    );
    const annotations = openAnnotations({
      sqlite,
      audit,
      clock,
      random,
      names: records,
      onChange: ({ id }, isNamed) => {
        notify({ topic: 'annotations', ids: [id] });
        if (isNamed) {
          for (const topic of naming) notify({ topic, ids: [] });
        }
        notify({ topic: 'audit', ids: [] });
      },
    });
    const files = openExportFiles({
      ...parts,
      directory: join(directory, 'exports'),
      isTest: profile.environment !== 'production',
      isExpected: (error) => error instanceof Failed,
      onFetched({ id: exportId, fileSha256 }) {
        audit.append({ action: 'export.fetched', facts: { exportId, fileSha256 } });
        notify({ topic: 'audit', ids: [] });
      },
    });
    begun.unshift(() => files.close());
    const core: ProfileCore = {
      ...parts,
      profile,
      directory,
      dataKey,
      sealKey,
      sqlite,
      records,
      asOf,
      annotations,
      audit,
      intents,
      anchor: anchored,
      signing,
      person: given.people.person,
      client,
      files,
      sandbox,
      control: sandbox ?? (await parts.controlPlanes.read(profile)),
      lookups: createLookups(sqlite),
      writeBlock: () => parts.writeBlock(profile),
      approvals: createApprovalsPlace(),
      claims: createClaimsPlace(),
    };
    const apis = await features.open(core, parts.installed, opened);
    return {
      profileId: profile.id,
      features: apis,
      intents,
      audit,
      anchor: anchored,
      client,
      files,
      service,
      sandbox,
      baseUrl,
      async close(patienceMs, stopping) {
        const idle = () => Promise.all([...opened.map((it) => it.drain?.()), intents.idle()]);
        await runAllSteps([
          () => service.close(),
          () => withinTimeout(idle(), patienceMs, stopping),
          // Whoever waited for a write still reads what it came to.
          nextTurn,
          // Together: secrets of webhooks are taken back at once, however long a thread takes to end.
          () => runTogether([...opened.map((it) => () => it.close?.()), () => files.close()]),
          () => sandbox?.close(),
          () => asOf.close(),
          () => anchored.close(),
          () => sqlite.close(),
          () => dataKey.fill(0),
          () => sealKey.fill(0),
        ]);
      },
    };
  } catch (error) {
    await runAllSteps([
      () => runTogether(opened.map((it) => () => it.close?.())),
      ...begun,
      () => sqlite.close(),
      () => dataKey.fill(0),
      () => sealKey.fill(0),
    ]).catch((failure: unknown) => log.error({ err: failure }, 'a profile did not close whole'));
    throw error;
  }
}

function openCore(
  sqlite: Sqlite,
  { clock, log, known, people }: ProfileSessionParts,
  onAppend: () => void,
) {
  const records = openRecords({ sqlite, known, figures: chosenFields(sqlite) });
  const audit = openAudit({ sqlite, clock, person: people.person, onAppend });
  const intents = openIntents({ sqlite, records, audit, clock, log });
  const left = intents.recover();
  if (left.length > 0) {
    log.warn({ intents: left.map(({ key }) => key) }, 'writes were cut off by the last stop');
  }
  return { records, audit, intents };
}

/** Under keys that live in memory, data stands apart from what outlives the process. */
const sessionDirectory = (profiles: Profiles, profileId: string): string =>
  join(profiles.directoryOf(profileId), 'session');

function directoryFor(profile: Profile, { profiles, vault }: ProfileSessionParts): string {
  if (vault.isDurable()) return profiles.directoryOf(profile.id);
  const directory = sessionDirectory(profiles, profile.id);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** Removes what sessions left: their keys are gone with their process, so nothing can open it. */
export function removeSessionData(profiles: Profiles): void {
  for (const { id } of [...profiles.list(), ...profiles.aside()]) {
    removeTree(sessionDirectory(profiles, id));
  }
}
