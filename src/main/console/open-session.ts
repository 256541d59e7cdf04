/** Opens a profile's session, once what the vault and the profile's own mode say of it is known. */
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Vault } from '../core/vault/vault.ts';
import type { Backups } from './backups.ts';
import type { TokenStates } from './bound-tokens.ts';
import { startBuiltInSandbox } from './built-in-sandbox.ts';
import type { ChosenProfile } from './chosen-profile.ts';
import type { ComputerWatch } from './computer-watch.ts';
import type { ConsoleOptions } from './console.ts';
import type { Installed } from './features.ts';
import type { Lock } from './lock.ts';
import type { ProfileModes } from './profile-modes.ts';
import {
  openProfileSession,
  type ProfileSession,
  type ProfileSessionParts,
} from './profile-session.ts';
import { createWriteBlock, type WriteFacts } from './write-block.ts';

type Given = Pick<
  ProfileSessionParts,
  | 'profiles'
  | 'controlPlanes'
  | 'known'
  | 'installationId'
  | 'dataDir'
  | 'people'
  | 'databases'
  | 'work'
  | 'backupFolder'
  | 'onProblem'
>;

export interface SessionOpenerParts extends Given {
  readonly options: ConsoleOptions;
  readonly vault: Vault;
  readonly boundTokens: ProfileSessionParts['tokens'];
  readonly tokens: Pick<TokenStates, 'look' | 'lookAll'>;
  readonly chosen: Pick<ChosenProfile, 'look'>;
  readonly watch: Pick<ComputerWatch, 'knows'>;
  readonly factsOf: (profile: Profile) => WriteFacts;
  readonly publish: (notice: UpdateNotice) => void;
  /** When the program started (ISO 8601). */
  readonly startedAt: string;
  /** What is made after the sessions, which needs them. */
  readonly later: () => {
    readonly lock: Pick<Lock, 'look'>;
    readonly modes: Pick<ProfileModes, 'look' | 'of'>;
    readonly backups: Pick<Backups, 'onRequests'>;
    readonly installed: Installed;
  };
}

export const createSessionOpener =
  (parts: SessionOpenerParts) =>
  async (id: string): Promise<ProfileSession> => {
    const { options, profiles, tokens, chosen, watch, factsOf, later } = parts;
    const { lock, modes, backups, installed } = later();
    const profile = profiles.get(id) ?? profiles.selected();
    await lock.look();
    await tokens.lookAll();
    for (const { id: each } of profiles.list()) await modes.look(each);
    await chosen.look(id);
    const { fetch, clock, random, log, pauses } = options;
    const session = await openProfileSession(profile, {
      ...parts,
      tokens: parts.boundTokens,
      fetch,
      clock,
      random,
      log,
      pauses,
      installed,
      startSandbox: options.startSandbox ?? startBuiltInSandbox,
      writeBlock: createWriteBlock(tokens, factsOf),
      isReadOnly: (it) => modes.of(it) !== 'full',
      notify(notice) {
        parts.publish(notice);
        if (notice.topic === 'intents') backups.onRequests();
      },
      chooseFile: options.chooseExportFile ?? null,
    });
    try {
      await tokens.look(id);
      watch.knows(session.audit.list({ offset: 0, limit: 1 }).rows[0]?.at ?? parts.startedAt);
    } catch (error) {
      await session.close(0);
      throw error;
    }
    return session;
  };
