/** What people do with a team that is here: its members, problems of its log, recovery, forks, and the token. */
import type { ProfileCore } from '../../core/feature/feature.ts';
import { type AcknowledgingParts, createAcknowledging } from './acknowledging.ts';
import { createForkActs } from './fork-acts.ts';
import { createMembershipActs } from './membership-acts.ts';
import { createRecoveryActs } from './recovery-acts.ts';
import { createTokenSharing, type TokenSharingParts } from './token-sharing.ts';

export interface TeamActsParts
  extends Pick<AcknowledgingParts, 'state' | 'record' | 'onChange'>,
    Pick<TokenSharingParts, 'requireOwner' | 'requireConnected' | 'connected' | 'signing'> {
  readonly core: Pick<ProfileCore, 'sqlite' | 'profile' | 'clock' | 'random'>;
  readonly installed: Pick<TokenSharingParts, 'tokens'>;
}

export function createTeamActs({ core, installed, ...parts }: TeamActsParts) {
  const { state, requireConnected, onChange } = parts;
  const all = { ...core, ...parts };
  return {
    ...createMembershipActs(all),
    ...createAcknowledging(all),
    ...createRecoveryActs(parts.requireOwner, core.random),
    ...createForkActs(requireConnected, onChange),
    ...createTokenSharing({
      ...{ ...all, tokens: installed.tokens },
      stream: () => state.get()?.stream ?? '',
    }),
  };
}
