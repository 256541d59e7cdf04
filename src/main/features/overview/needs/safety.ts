/** Whether what Causeway stores outlives this computer. */
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
