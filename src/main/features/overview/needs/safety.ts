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
