/** The team as approvals use it (features/approvals), also while this computer can't exchange anything with it. */
import type { Sqlite } from '../../../platform/sqlite.ts';
import { mayWrite } from '../../../team-log/kinds.ts';
import { foldMembership } from '../../../team-log/membership.ts';
import type { TeamVoice } from '../approvals/book.ts';
import type { Connected } from './connected.ts';
import { createJudgeStore } from './judge-store.ts';
import { openTeamState, type TeamRow, type TeamState } from './team-state.ts';

export interface VoiceParts {
  readonly row: TeamRow;
  readonly state: TeamState;
  readonly connected: Connected;
}

export const voiceOf = ({ row, state, connected }: VoiceParts): TeamVoice => ({
  own: connected.own,
  stream: row.stream,
  isOn: () => connected.status().state === 'on',
  isAway: () => connected.status().state === 'away',
  hasRead: () => state.get()?.exchanged_at !== null,
  readAt: connected.readAt,
  waitsFrom: () => waitsFrom(state, row.stream, connected.own),
  membership: connected.membership,
  now: connected.now,
  say: (kind, content) => connected.say(row.stream, { kind, content }),
  nameOf: (author) => connected.nameOf(author)?.name ?? null,
  personOf: (author) => connected.nameOf(author)?.person ?? null,
  hasProblems: state.hasProblems,
  isLost: (author, sequence) => state.isLost(row.stream, author, sequence),
});

const waitsFrom = (state: TeamState, stream: string, own: string): number | null =>
  state.firstOf(stream, own)?.sequence ?? null;

/** Whether this computer is in a team that believes what it tells of resolutions. */
export function resolvesForTeam(sqlite: Sqlite): boolean {
  const row = openTeamState(sqlite).get();
  if (row === null) return false;
  const { members } = foldMembership(row.team, createJudgeStore(sqlite).membership());
  return mayWrite(members.get(row.author)?.role, 'settlement');
}

/**
 * Voice of a profile that was removed, or has lost its key of the team: what is known of the policy holds until it
 * leaves.
 */
export function silentVoice(row: TeamRow, state: TeamState, sqlite: Sqlite): TeamVoice {
  const membership = foldMembership(row.team, createJudgeStore(sqlite).membership());
  const away = () =>
    Promise.reject(new RangeError('This computer exchanges nothing with its team.'));
  return {
    own: row.author,
    stream: row.stream,
    hasRead: () => true,
    readAt: () => null,
    waitsFrom: () => waitsFrom(state, row.stream, row.author),
    isOn: () => false,
    isAway: () => false,
    membership: () => membership,
    now: away,
    say: away,
    nameOf: () => null,
    personOf: () => null,
    hasProblems: state.hasProblems,
    isLost: () => false,
  };
}
