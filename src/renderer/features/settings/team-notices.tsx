/** In the frame: since when shared records are not up to date. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import type { FrameNotice } from '../../app/feature.tsx';
import { FrameLine } from '../../app/shell/frame-line.tsx';
import { useNow } from '../../components/use-now.ts';
import { asOf } from '../../format/instants.ts';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.frame;

export function useTeamNotices(): FrameNotice[] {
  const { queries } = useBridge();
  const now = useNow();
  const team = useQuery(queries.team.get.queryOptions()).data?.team ?? null;
  if (team === null) return [];
  const { state, exchangedAt, toRead } = team;
  if (state === 'away' || state === 'refused') {
    const sentence = exchangedAt === null ? texts.never : texts.away(asOf(exchangedAt, now));
    const line = <FrameLine tone="amber">{sentence}</FrameLine>;
    return [{ key: 'team-away', tone: 'amber', line }];
  }
  if (toRead === null || toRead === 0) return [];
  const line = <FrameLine tone="grey">{texts.catchingUp(teamTexts.entries(toRead))}</FrameLine>;
  return [{ key: 'team-catching-up', tone: 'grey', line }];
}
