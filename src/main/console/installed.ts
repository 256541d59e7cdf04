/** What the features of a profile use of the installation, and of the host. */
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Profiles } from '../core/profiles/profiles.ts';
import type { Vault } from '../core/vault/vault.ts';
import { createSecretClipboard } from '../features/webhooks/register/clipboard.ts';
import type { Backups } from './backups.ts';
import type { BoundTokens } from './bound-tokens.ts';
import type { ComputerWatch } from './computer-watch.ts';
import type { ConsoleOptions } from './console.ts';
import type { Installed } from './features.ts';
import type { ProfileSteps } from './profile-steps.ts';
import type { People } from './signing.ts';
import { createTeamInstalled } from './team/team-installed.ts';

export interface InstalledParts extends Pick<Installed, 'ingress' | 'trail' | 'ask' | 'handover'> {
  readonly options: ConsoleOptions;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly vault: Vault;
  readonly known: KnownSecrets;
  readonly profiles: Profiles;
  readonly boundTokens: BoundTokens;
  readonly profileSteps: Pick<ProfileSteps, 'keepToken'>;
  readonly people: Pick<People, 'name'>;
  readonly backups: Pick<Backups, 'need'>;
  readonly watch: Pick<ComputerWatch, 'warnings'>;
}

export function createInstalled(parts: InstalledParts): Installed {
  const { options, clock, log, vault, profiles, people, backups, watch } = parts;
  const { clipboard } = options;
  return {
    vault,
    clock,
    log,
    known: parts.known,
    ingress: parts.ingress,
    trail: parts.trail,
    ask: parts.ask,
    handover: parts.handover,
    team: createTeamInstalled({
      ...parts,
      release: options.version,
      rules: { allowPrivate: options.allowPrivateTunnels ?? false },
    }),
    namePerson: people.name,
    profile: profiles.get,
    backupNeed: backups.need,
    computerWarnings: watch.warnings,
    lacksRecoveryKey: () => vault.isDurable() && vault.recoveryMadeAt() === null,
    clipboard: clipboard === undefined ? null : createSecretClipboard(clipboard, { clock, log }),
    chooseKeyFile: options.chooseKeyFile ?? null,
    hostNotices: options.notices ?? null,
    showStatus: options.showStatus ?? null,
  };
}
