/** Words for what is in a team, on the page and in documents of main's own. */
import type { ColleagueRequest, JoinedTeam, TeamRole } from './team.ts';

export const roleNames: Readonly<Record<TeamRole, string>> = {
  owner: 'Owner',
  operator: 'Operator',
  approver: 'Approver',
  reviewer: 'Reviewer',
  relay: 'Relay',
};

/** Without its cause: on this computer nothing says whether it was a database that was set back. */
export const forkSentence =
  'Two or more changes of the team’s members follow the same earlier change, as after the database was set back. Only one branch of changes can count.';

export const problemNames: Readonly<Record<JoinedTeam['problems'][number]['kind'], string>> = {
  forged: 'Forged',
  elsewhere: 'From elsewhere',
  stranger: 'Not by a member',
  gap: 'Missing entries',
  fork: 'Forked',
  'rolled back': 'Rolled back',
  unreadable: 'Unreadable',
  'membership fork': 'Membership forked',
  audit: 'Audit log cut',
};

/** What a person stated of a colleague's request. */
export const statementNames: Readonly<
  Record<ColleagueRequest['statements'][number]['verdict'], string>
> = { absent: 'Not created', exists: 'Created', unknown: 'Unknown, allowed again' };

/** What that computer itself says became of it, within a sentence. */
export const outcomesThere: Readonly<
  Record<NonNullable<ColleagueRequest['outcome']>['state'], string>
> = {
  journalled: 'being sent',
  created: 'created',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'unknown',
  exists: 'marked as created',
  absent: 'marked as not created',
  released: 'nothing was sent',
};
