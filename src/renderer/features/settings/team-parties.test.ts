import { expect, it } from 'vitest';
import type { TeamMember } from '../../../bridge/team.ts';
import { partiesOf, sameNames } from './team-members.tsx';

const member = (id: string, personId: string, more: Partial<TeamMember> = {}): TeamMember => ({
  id,
  personId,
  name: id,
  role: 'operator',
  words: [],
  url: null,
  isOwn: false,
  isRecovered: false,
  isSilent: false,
  person: null,
  foldedPerson: null,
  version: null,
  seenAt: null,
  behind: null,
  login: null,
  ...more,
});

it('shows each person once with all their computers: own ones first, relays last', () => {
  const members = [
    member('relay', 'relay', { role: 'relay' }),
    member('grace laptop', 'g', { person: 'Grace' }),
    member('ada desk', 'a', { person: 'Ada' }),
    member('somebody’s', 's'),
    member('ada laptop', 'a', { person: 'Ada', isOwn: true }),
  ];
  const shown = partiesOf(members).map(({ name, computers }) => [
    name,
    computers.map(({ id }) => id),
  ]);
  expect(shown).toEqual([
    ['Ada', ['ada desk', 'ada laptop']],
    ['Grace', ['grace laptop']],
    ['Not named', ['somebody’s']],
    ['Relay', ['relay']],
  ]);
});

it('points out persons who are called alike, but not computers of one', () => {
  const ada = { person: 'Ádá', foldedPerson: 'ada' };
  const one = [member('desk', 'a', ada), member('laptop', 'a', ada), member('other', 'b')];
  expect(sameNames([...one, member('third', 'c')])).toEqual([]);
  expect(sameNames([...one, member('new', 'd', { person: 'ada', foldedPerson: 'ada' })])).toEqual([
    expect.stringContaining('“Ádá”: desk, laptop and new'),
  ]);
});
