/** In the frame: since when shared records are not up to date. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TeamConnection } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import type { FrameNotice } from '../../app/feature.tsx';
import { FrameLine } from '../../app/shell/frame-line.tsx';
import rail from '../../app/shell/rail.module.css';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { settingsPaths } from './paths.ts';
import { teamNoticeOf } from './team-notice.ts';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.frame;

export const teamTones: Readonly<Record<TeamConnection, Tone>> = {
  ...{ waiting: 'blue', connecting: 'grey', on: 'green', away: 'amber', refused: 'red' },
  ...{ removed: 'red', conflict: 'red', restored: 'amber' },
};

/** At the foot of the rail: whether this profile’s team is connected. Nothing where it is in none. */
export function TeamStatus() {
  const { queries } = useBridge();
  const team = useQuery(queries.team.get.queryOptions()).data?.team ?? null;
  if (team === null) return null;
  const words = texts.states[team.state];
  return (
    <Link href={settingsPaths.section('team')} className={rail['tunnel']}>
      <span title={words}>
        <StatusMark tone={teamTones[team.state]} wraps>
          {words}
        </StatusMark>
      </span>
    </Link>
  );
}

export function useTeamNotices(): FrameNotice[] {
  const { queries } = useBridge();
  const now = useNow();
  const team = useQuery(queries.team.get.queryOptions()).data?.team ?? null;
  if (team === null) return [];
  const notice = teamNoticeOf(team, now);
  if (notice === null) return [];
  const { key, tone, sentence } = notice;
  return [{ key, tone, line: <FrameLine tone={tone}>{sentence}</FrameLine> }];
}
