/** For tests of the bridge: every procedure, over a console of which each part fails as the test says. */
import type { ProfileView } from '../../../bridge/profiles.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Area, ProfileCore, Routes } from '../../core/feature/feature.ts';
import type { Intent } from '../../core/intents/types.ts';
import { backupProcedures } from '../backups.ts';
import { connectionProcedures } from '../connection-view.ts';
import { coreFeature } from '../core-feature.ts';
import { diagnosticsProcedures } from '../diagnostics/diagnostics.ts';
import { erasureProcedures } from '../erasure/erasure-steps.ts';
import { features, type Installed } from '../features.ts';
import { lockProcedures } from '../lock.ts';
import { linkProcedures } from '../pending-link.ts';
import { profileProcedures } from '../profile-steps.ts';
import { type UpdateHub, updateProcedures } from '../update-hub.ts';
import { vaultProcedures } from '../vault-steps.ts';

interface Behind {
  readonly fail: () => never;
  readonly hub: UpdateHub;
  /** What the journal holds, by key. */
  readonly journal: () => ReadonlyMap<string, Intent>;
  /** What the list of profiles answers, of whatever shape. */
  readonly profiles: () => readonly unknown[];
}

const startedAt = '2026-11-20T12:00:00.000Z';

/** What is behind the bridge, reduced to failing: what is under test is the translation. */
export function failingRoutes({ fail, hub, journal, profiles }: Behind): Routes<Area> {
  const installed = failingInstalled(fail);
  return {
    ...features.procedures(fail, installed),
    intents: coreFeature.procedures(
      // Nothing else of it is asked for.
      () => ({ intents: { get: (key: string) => journal().get(key) ?? null } }) as ProfileCore,
      installed,
    ).intents,
    vault: vaultProcedures({
      status: fail,
      lock: async () => fail(),
      goOn: async () => fail(),
      useSession: async () => fail(),
      isWaiting: () => true,
      openSecretEntry: async () => '/secret/0',
      changePassphrase: async () => fail(),
      moveToKeychain: async () => fail(),
      dataKeys: { view: fail, change: async () => fail() },
      recovery: {
        view: fail,
        firstKey: fail,
        makeKey: async () => fail(),
        enterKey: async () => fail(),
      },
    }),
    lock: lockProcedures({ view: fail, save: async () => fail(), active: fail }),
    erasures: erasureProcedures({ erase: fail, record: fail }),
    backups: backupProcedures(
      {
        view: fail,
        start: fail,
        turnOff: fail,
        need: fail,
        onRequests: fail,
        close: fail,
        onOpened: fail,
        cut: fail,
        chooseFolder: async () => fail(),
        writeOne: async () => fail(),
      },
      { restore: async () => fail() },
    ),
    diagnostics: diagnosticsProcedures({ collect: async () => fail(), save: fail, file: fail }),
    profiles: profileProcedures({
      list: () => profiles() as ProfileView[],
      add: async () => fail(),
      rename: fail,
      changeAddress: async () => fail(),
      remove: async () => fail(),
      startAnew: async () => fail(),
      aside: fail,
      bringBack: fail,
      control: async () => fail(),
      setControl: async () => fail(),
      forgetControl: async () => fail(),
      changeMode: async () => fail(),
      select: async () => fail(),
      prove: async () => fail(),
      proveQuietly: fail,
    }),
    connection: connectionProcedures({
      get: fail,
      check: async () => fail(),
      watch: { warnings: fail, acceptClock: fail },
      trail: { record: fail },
      isUnlocked: fail,
      damage: { view: fail, repair: fail },
      files: { list: fail },
      about: () => ({ version: '1', host: 'browser', dataDir: '/data', startedAt }),
    }),
    links: linkProcedures({ open: fail, isWaiting: fail, take: fail }),
    updates: updateProcedures(hub),
  };
}

const failingInstalled = (fail: () => never): Installed => ({
  vault: { readToken: fail },
  known: { values: () => [], learn: fail },
  ask: fail,
  clipboard: null,
  chooseKeyFile: null,
  namePerson: fail,
  hostNotices: null,
  showStatus: null,
  clock: systemClock,
  profile: fail,
  lacksRecoveryKey: fail,
  backupNeed: fail,
  computerWarnings: fail,
  log: { error: fail },
  trail: { record: fail, recordFor: fail },
  handover: {
    view: async () => fail(),
    save: async () => fail(),
    open: async () => fail(),
    forget: async () => fail(),
  },
  team: {} as Installed['team'],
  ingress: {
    open: fail,
    current: fail,
    demand: fail,
    receiver: fail,
    resumed: fail,
    close: fail,
    whileClosed: fail,
  },
});
