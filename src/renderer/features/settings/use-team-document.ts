import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useDocument } from '../../components/secret-entry/use-document.ts';

type Asked =
  | ('found' | 'join' | 'invite' | 'admitRelay' | 'leave' | 'changeAccess')
  | ('setRecovery' | 'recover' | 'resolveFork' | 'shareToken' | 'takeBackToken' | 'useToken');

/** Opens a document about the team of this profile. `done` changes with what it does. */
export function useTeamDocument(name: Asked, done: string) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  return useDocument(() => bridge.team[name]({ profileId }), done);
}
