/** The link to a record or a screen of the profile that is shown; null where there is none. */
import { useQuery } from '@tanstack/react-query';
import { formatLink, type RecordLink } from '../../bridge/record-link.ts';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { useProfileId } from '../app/shell/use-profile-id.ts';

type Target = Pick<RecordLink, 'kind' | 'id'>;

export function useLinkTo(target: Target | null): string | null {
  const { queries } = useBridge();
  const openId = useProfileId();
  const profiles = useQuery(queries.profiles.list.queryOptions()).data;
  const open = profiles?.find(({ id }) => id === openId);
  if (target === null || open === undefined || profiles === undefined) return null;
  // A colleague's installation has other IDs and may have the same name.
  const isPlain = profiles.every(
    ({ id, name }) => id === openId || ![id, name].includes(open.name),
  );
  const byName = isPlain ? formatLink({ ...target, profile: open.name }) : null;
  return byName ?? formatLink({ ...target, profile: openId });
}
