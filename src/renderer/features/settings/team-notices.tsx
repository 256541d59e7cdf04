/** In the frame: since when shared records are not up to date. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { JoinedTeam, TeamConnection } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import type { FrameNotice } from '../../app/feature.tsx';
import { FrameLine } from '../../app/shell/frame-line.tsx';
import rail from '../../app/shell/rail.module.css';
import { StatusMark, type Tone } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { asOf } from '../../format/instants.ts';
import { settingsPaths } from './paths.ts';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.frame;

export const teamTones: Readonly<Record<TeamConnection, Tone>> = {
  waiting: 'blue',
  connecting: 'grey',
  on: 'green',
  away: 'amber',
  refused: 'red',
  removed: 'red',
  conflict: 'red',
  restored: 'amber',
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

interface TeamNotice {
  readonly key: string;
  readonly tone: 'amber' | 'grey';
  readonly sentence: string;
}

type Exchanged = Pick<JoinedTeam, 'state' | 'exchangedAt' | 'toRead'>;

/** As of when shared records are, where that is not now; null while all is read. @param now milliseconds since 1970 */
export function teamNoticeOf(team: Exchanged, now: number): TeamNotice | null {
  const away = awayOf(team, now);
  if (away !== null) return { key: 'team-away', tone: 'amber', sentence: away };
  const { toRead } = team;
  if (toRead === null || toRead === 0) return null;
  const sentence = texts.catchingUp(teamTexts.entries(toRead));
  return { key: 'team-catching-up', tone: 'grey', sentence };
}

function awayOf({ state, exchangedAt }: Exchanged, now: number): string | null {
  switch (state) {
    case 'away':
    case 'refused':
      return exchangedAt === null ? texts.never : texts.away(asOf(exchangedAt, now));
    case 'removed':
    case 'conflict':
    case 'restored':
      return exchangedAt === null ? null : texts.ended(asOf(exchangedAt, now));
    default:
      return null;
  }
}
