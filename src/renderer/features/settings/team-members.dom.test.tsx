/** Who is in the team, as its owner sees it. */
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { JoinedTeam, TeamMember } from '../../../bridge/team.ts';
import { showPage } from '../../app/testing/show-page.tsx';
import { TeamMembers } from './team-members.tsx';
import { teamTexts } from './team-texts.ts';

const member = (name: string, login: string | null): TeamMember => ({
  id: name,
  personId: name,
  name,
  role: 'operator',
  words: [],
  url: null,
  isOwn: false,
  isRecovered: false,
  isSilent: false,
  login,
  person: null,
  foldedPerson: null,
  version: null,
  seenAt: null,
  behind: null,
});

it('names once the computers that share a login of the database, where that is known', async () => {
  const members = [
    member('Desk', 'ada'),
    member('Laptop', 'ada'),
    member('Home', 'ada'),
    member('Bob', 'bob'),
    ...['One', 'Other'].map((name) => member(name, null)),
  ];
  const team = { state: 'on', members } as unknown as JoinedTeam;
  showPage(<TeamMembers team={team} isOwner />, {});
  const row = await screen.findByRole('row', { name: /Bob/ });
  within(row).getByText(teamTexts.members.login('bob'));
  expect(screen.getAllByText(/same database login/).map((element) => element.textContent)).toEqual([
    'Desk, Laptop and Home use the same database login, ada. Give each computer a login of its own.',
  ]);
});
