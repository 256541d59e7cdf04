import type { JoinedTeam } from '../../../bridge/team.ts';
import { asOf } from '../../format/instants.ts';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.frame;

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
