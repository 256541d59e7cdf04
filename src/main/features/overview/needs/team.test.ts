/** What of a team needs a person. */
import { expect, it } from 'vitest';
import type { LimitHours } from '../../../../bridge/overview.ts';
import type { JoinedTeam, TeamMember, TeamView } from '../../../../bridge/team.ts';
import { teamThat } from './team.ts';

const at = '2026-11-26T10:00:00.000Z';
const question = { knownAt: null, moment: Date.parse(at), limits: {} as LimitHours };
const member = (id: string, more: Partial<TeamMember>): TeamMember => ({
  id,
  name: id,
  role: 'operator',
  words: [],
  url: null,
  isOwn: false,
  isRecovered: false,
  personId: id,
  person: null,
  foldedPerson: null,
  version: '1',
  seenAt: at,
  login: null,
  isSilent: false,
  behind: 0,
  ...more,
});

/** @param team what is otherwise than in one where all is well */
async function needsOf(
  team: Partial<JoinedTeam>,
  policy = { isLost: false, maySet: true },
): Promise<string[]> {
  const well = {
    state: 'on',
    exchangedAt: at,
    requests: [],
    problems: [],
    members: [],
    fork: null,
    own: { name: 'own', words: [], role: 'owner' },
    recovery: { setAt: at, usedAt: null },
    token: null,
  };
  const view = () => ({ cannot: null, team: { ...well, ...team } }) as unknown as TeamView;
  const colleagueNeeds = () => ({ open: [], differing: [] });
  const source = teamThat({ view, colleagueNeeds }, () => policy);
  return (await source.find(question)).items.map(({ id, what }) => `${id}: ${what[0]}`);
}

it('is nothing while all is well', async () => {
  expect(await needsOf({ members: [member('ada', { behind: 999 })] })).toEqual([]);
});

it('is a computer that is far behind, a relay that is silent, and a chain that forks', async () => {
  const problem = { id: 7, kind: 'fork', author: 'ada', sequence: 3, until: 3, sentence: 'x', at };
  const needs = await needsOf({
    members: [
      member('ada', { behind: 1_000 }),
      member('relay', { role: 'relay', isSilent: true, behind: null }),
    ],
    problems: [problem] as JoinedTeam['problems'],
  });
  expect(needs.toSorted()).toEqual([
    'ada: team-behind',
    'problem-7: team-problem',
    'relay: team-relay',
  ]);
});

it.each([
  ['away', 'away: team-away'],
  ['refused', 'refused: team-refused'],
  ['removed', 'removed: team-removed'],
  ['conflict', 'conflict: team-conflict'],
  ['restored', 'restored: team-restored'],
] as const)('is that nothing is exchanged: %s', async (state, line) => {
  expect(await needsOf({ state })).toEqual([line]);
});

it('asks who may set the policy for one that the database lost', async () => {
  expect(await needsOf({}, { isLost: true, maySet: true })).toEqual(['policy: team-policy-lost']);
  expect(await needsOf({}, { isLost: true, maySet: false })).toEqual([]);
});

it('asks owners alone for a recovery key, and for another one once it was used', async () => {
  const used = { setAt: at, usedAt: at };
  expect(await needsOf({ recovery: null })).toEqual(['recovery: team-no-recovery']);
  expect(await needsOf({ recovery: used })).toEqual(['recovery: team-recovered']);
  const own: JoinedTeam['own'] = { name: 'own', words: [], role: 'operator' };
  expect(await needsOf({ recovery: null, own })).toEqual([]);
});
