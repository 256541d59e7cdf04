/** What the team of a profile uses of the installation. */
import { openTeamLog } from '../../../team-log/team-log.ts';
import { teamsIn } from '../../../team-log/teams-in.ts';
import type { Profiles } from '../../core/profiles/profiles.ts';
import { ownComputerName } from '../../features/handover/card.ts';
import type { TeamInstalled } from '../../features/team/feature.ts';
import type { BoundTokens } from '../bound-tokens.ts';
import { reduceErased } from '../erasure/reduce-erased.ts';
import type { ProfileSteps } from '../profile-steps.ts';
import { createTeamDocuments, type TeamDocumentParts } from './team-documents.ts';

interface Given extends Pick<TeamInstalled['team'], 'vault' | 'release'>, TeamDocumentParts {
  readonly profiles: Pick<Profiles, 'get'>;
  readonly boundTokens: Pick<BoundTokens, 'read'>;
  readonly profileSteps: Pick<ProfileSteps, 'keepToken'>;
}

export const createTeamInstalled = ({
  vault,
  release,
  profiles,
  boundTokens,
  profileSteps,
  ...parts
}: Given): TeamInstalled['team'] => ({
  vault,
  release,
  openTeamLog,
  teamsIn,
  reduceErased,
  tokens: {
    async read(id) {
      const profile = profiles.get(id);
      return profile === null ? null : await boundTokens.read(profile);
    },
    keep: profileSteps.keepToken,
  },
  computerName: ownComputerName,
  documents: createTeamDocuments(parts),
});
