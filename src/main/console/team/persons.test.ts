/** A person with several computers in a team: each has a name and a role, and the person one voice. */
import { safe } from '@orpc/server';
import { expect, it } from 'vitest';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import { newIntentKey, submitDocument } from '../testing/console.ts';
import {
  admit,
  type Desk,
  found,
  giveToken,
  invite,
  join,
  newDesk,
  problemIn,
  teamOf,
  teamSuite,
  until,
  untilState,
} from './testing/team.ts';

const suite = teamSuite(() => startPostgres());

async function newDeskWithToken(): Promise<Desk> {
  const desk = await newDesk(suite.directories);
  return await giveToken(desk);
}

const rule = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };

it('has one voice, from whichever computer, and a name for each', async () => {
  const desk = await newDeskWithToken();
  const laptop = await newDesk(suite.directories);
  const other = await newDesk(suite.directories);
  const create = (personName: string) =>
    found(desk, suite.database, suite.server, { name: 'Desk', personName });
  expect(problemIn(await create(' '))).toBe('Enter your name.');
  expect(await create('Ada Byron')).toContain('Team created');
  const [founder] = (await teamOf(desk)).members;
  expect(founder?.person).toBe('Ada Byron');
  expect((await desk.bridge.audit.state()).person?.name).toBe('Ada Byron');
  const person = founder?.personId ?? '';
  await join(laptop, await invite(desk), suite.database, { name: 'Desk' });
  const request = await until(async () => (await teamOf(desk)).requests[0]);
  expect(request.name).toBe('Desk');
  const own = (await teamOf(laptop)).own.words;
  const taken = await admit(desk, laptop, 'owner', own, { person, name: 'Desk' });
  expect(problemIn(taken)).toContain('Another computer of the team has this name');
  expect(problemIn(await admit(desk, laptop, 'owner', own, { person: 'nobody' }))).toContain(
    'whose computer',
  );
  expect(await admit(desk, laptop, 'owner', own, { person })).toContain('“Desk 2” is in the team');
  await untilState(laptop, 'on');
  await until(async () => (await teamOf(desk)).requests.length === 0);
  await join(other, await invite(desk), suite.database, { name: 'Other' });
  await admit(desk, other, 'approver', undefined, { personName: 'Grace' });
  await untilState(other, 'on');

  expect((await teamOf(laptop)).own.name).toBe('Desk 2');
  const members = (await teamOf(other)).members.map(({ name, personId }) => [name, personId]);
  expect(members).toEqual([
    ['Desk', person],
    ['Desk 2', person],
    ['Other', expect.not.stringContaining(person)],
  ]);
  expect((await teamOf(desk)).members.at(-1)?.person).toBe('Grace');

  const { bridge, profileId } = desk;
  const policy = {
    rules: [{ of: 'createCustomer' as const, ...rule, approvers: 1 }],
    limits: [],
    allowWithoutDatabase: false,
  };
  const { path } = await bridge.approvals.setPolicy({ profileId, policy });
  expect(await submitDocument(desk, path)).toContain('Policy set');
  const { id } = await bridge.approvals.propose({
    profileId,
    request: {
      what: 'createCustomer',
      intentKey: newIntentKey(),
      confirmed: [],
      input: { type: 'individual', email: 'grace@example.com' },
    },
  });
  const seenBy = (of: Desk) =>
    until(async () => (await safe(of.bridge.approvals.get({ id }))).data);
  expect(await seenBy(laptop)).toMatchObject({ may: [], maker: { isOwn: false, isMine: true } });
  const decided = await safe(laptop.bridge.approvals.decide({ profileId: laptop.profileId, id }));
  expect(decided.error).toMatchObject({ code: 'INVALID' });
  expect((await laptop.bridge.approvals.list({ which: 'mine' })).total).toBe(1);
  expect(await seenBy(other)).toMatchObject({ may: ['decide'], maker: { isMine: false } });
}, 60_000);
