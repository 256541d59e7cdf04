/** What the team of a profile uses of the installation. */
import { openTeamLog } from '../../../team-log/team-log.ts';
import { teamsIn } from '../../../team-log/teams-in.ts';
import { ownComputerName } from '../../features/handover/card.ts';
import type { TeamInstalled } from '../../features/team/feature.ts';
import { reduceErased } from './reduce-erased.ts';
import { createTeamDocuments, type TeamDocumentParts } from './team-documents.ts';

type Given = Pick<TeamInstalled['team'], 'vault' | 'release' | 'tokens'> & TeamDocumentParts;

export const createTeamInstalled = ({
  vault,
  release,
  tokens,
  ...parts
}: Given): TeamInstalled['team'] => ({
  ...{ vault, release, tokens, openTeamLog, teamsIn, reduceErased },
  computerName: ownComputerName,
  documents: createTeamDocuments(parts),
});
