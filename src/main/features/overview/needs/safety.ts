/** Whether what Causeway stores outlives this computer. */
import type { ComputerWarnings } from '../../../../bridge/connection.ts';
import type { Environment } from '../../../../bridge/profiles.ts';
import { foundAll, type NeedSource, needItem } from './need-source.ts';

export interface RecoveryKeySourceParts {
  readonly profile: { readonly environment: Environment; readonly createdAt: string };
  /** Stored data that no recovery key opens. */
  readonly lacksRecoveryKey: () => boolean;
}

/** The sandbox can be filled again; the records of any other profile can't be fetched again. */
export const missingRecoveryKey = ({
  profile,
  lacksRecoveryKey,
}: RecoveryKeySourceParts): NeedSource => ({
  kind: 'recoveryKey',
  topics: null,
  find: () =>
    foundAll(
      profile.environment !== 'built-in' && lacksRecoveryKey()
        ? [needItem('recovery-key', profile.createdAt, null, ['no-recovery-key'])]
        : [],
    ),
});

export interface BackupSourceParts extends Pick<RecoveryKeySourceParts, 'profile'> {
  /** What is wrong with backups, and since when; null where nothing is. */
  readonly backupNeed: () => {
    readonly what: 'no-backup' | 'backup-failed' | 'backup-old';
    readonly at: string | null;
  } | null;
}

/** Backups that fail, are too old, or are not made. */
export const backupsThat = ({ profile, backupNeed }: BackupSourceParts): NeedSource => ({
  kind: 'backups',
  topics: null,
  find() {
    const found = profile.environment === 'built-in' ? null : backupNeed();
    if (found === null) return foundAll([]);
    const { what, at } = found;
    return foundAll([needItem(what, at ?? profile.createdAt, null, [what])]);
  },
});

/** Another computer uses the data directory, or did so since it was used here. */
export const otherComputer = (warnings: () => ComputerWarnings): NeedSource => ({
  kind: 'otherComputer',
  topics: null,
  find() {
    const found = warnings().otherComputer;
    if (found === null) return foundAll([]);
    const what = found.isInUse ? 'in-use-elsewhere' : 'was-used-elsewhere';
    return foundAll([needItem('other-computer', found.lastSeenAt, null, [what])]);
  },
});

/** Whatever is recorded now gets a time before what is recorded already. */
export const clockSetBack = (warnings: () => ComputerWarnings): NeedSource => ({
  kind: 'clock',
  topics: null,
  find() {
    const from = warnings().clockSetBackFrom;
    return foundAll(from === null ? [] : [needItem('clock', from, null, ['clock-set-back'])]);
  },
});
