import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import type { Team } from '../../features/team/team.ts';
import { createTeamDocuments } from './team-documents.ts';

const id = 'ab'.repeat(32);

function asking(of: object) {
  const shown: Confirmation[] = [];
  const documents = createTeamDocuments({
    ask: async (confirmation) => `${shown.push(confirmation)}`,
    clock: { now: () => 0 },
    random: systemRandom,
    rules: {} as never,
  });
  const profile = {
    name: 'Hosted',
    baseUrl: 'https://service.example.com',
    environment: 'sandbox',
  };
  const team = { profile, ...of } as unknown as Team;
  return { of: () => team, documents, shown };
}

async function asked(
  what: 'changeRole' | 'remove',
  role: MemberRole,
  approved: number,
  more: { loginOf?: () => string; othersByLogin?: () => readonly string[] } = {},
) {
  const { of, documents, shown } = asking({
    nameOf: () => 'Laptop',
    roleOf: () => role,
    openApprovedBy: () => approved,
    cardKeysOf: () => ({ signing: id, sealing: id }),
    hasSharedToken: () => false,
    recoveryPlace: () => ({ before: null }),
    loginOf: () => null,
    othersByLogin: () => [],
    remove: async () => true,
    ...more,
  });
  await documents[what](of, id);
  const [document] = shown;
  if (document === undefined) throw new Error('Nothing was asked.');
  const { facts, paragraphs, act } = document;
  return { facts, text: paragraphs.join(' '), act: () => act(new URLSearchParams()) };
}

it.each(['changeRole', 'remove'] as const)(
  'before %s it is said which approvals of the computer stop counting',
  async (what) => {
    const { facts, text } = await asked(what, 'approver', 2);
    expect(facts).toContainEqual(['Approved, not sent yet', '2 requests']);
    expect(text).toContain('requests that are not sent yet then stop counting');
    const operator = await asked(what, 'operator', 0);
    expect(operator.facts.flat()).not.toContain('Approved, not sent yet');
    expect(operator.text).not.toContain('counting');
  },
);

it('before and after a removal it is said which login of the database is to be taken away', async () => {
  const alone = await asked('remove', 'approver', 0, { loginOf: () => 'cy' });
  expect(alone.facts).toContainEqual(['Database login', 'cy']);
  expect(alone.text).toContain('take away the login cy');
  expect(await alone.act()).toMatchObject({
    sentence: expect.stringContaining('take away the login cy'),
  });

  const shared = await asked('remove', 'approver', 0, {
    loginOf: () => 'cy',
    othersByLogin: () => ['Desk', 'Laptop 2', 'Laptop 3'],
  });
  const warning = 'The login cy of the database is used by “Desk”, “Laptop 2” and “Laptop 3”, too';
  expect(shared.text).toContain(warning);
  expect(await shared.act()).toMatchObject({ sentence: expect.stringContaining(warning) });

  const unknown = await asked('remove', 'approver', 0);
  expect(unknown.text).toContain('take away its login');
});

it.each(['on', 'removed'])('before leaving it is said what others don’t get: %s', async (state) => {
  const view = () => ({ team: { state, members: [] } });
  const asked = async (...waiting: { kind: string; count: number }[]) => {
    const { of, documents, shown } = asking({
      view,
      database: () => 'localhost/team',
      waiting: () => waiting,
    });
    await documents.leave(of);
    return { facts: shown[0]?.facts, text: shown[0]?.paragraphs.join(' ') };
  };
  // Facts are told again.
  const none = await asked({ kind: 'facts', count: 3 });
  expect(none.text).toContain('has not shared yet goes to the team only once');
  expect(none.text).not.toContain('lost');
  expect(none.facts).toHaveLength(2);
  const some = await asked({ kind: 'approval', count: 1 }, { kind: 'membership', count: 2 });
  expect(some.facts).toContainEqual([
    'Lost when you leave',
    '1 approval or refusal · 2 changes of the members',
  ]);
  expect(some.text).toContain('The team never gets it.');
});

it('a chosen branch names who can confirm it, and a resolved one claims no computer that can’t see it', async () => {
  const chosen = async (isResolved: boolean, confirmers: readonly string[]) => {
    const { of, documents, shown } = asking({
      resolveFork: async () => isResolved,
      fork: () => ({
        branches: [{ tip: 'a', says: [], chosenBy: [] }],
        mayResolve: true,
        confirmers,
      }),
    });
    await documents.resolveFork(of);
    return await shown[0]?.act(new URLSearchParams({ tip: 'a' }));
  };
  expect(await chosen(false, ['Desk', 'Tower'])).toMatchObject({
    sentence: expect.stringContaining('confirmed at “Desk” or “Tower”'),
  });
  expect(await chosen(false, [])).toMatchObject({
    sentence: expect.stringContaining('No other owner can confirm it'),
  });
  expect(await chosen(true, [])).toMatchObject({
    sentence: expect.stringContaining('keeps the other branch until it joins again'),
  });
});
