import { expect, it } from 'vitest';
import { createTeam } from '../../../team-log/testing/team.ts';
import { describedIn } from './fork-acts.ts';
import { createMemberNames, foldedPerson, memberNameText } from './member-name.ts';

const named = (name: string) => memberNameText({ name, url: null });

it('tells computers of one name apart, opens each once, and shows nothing of what it can’t read', () => {
  const made = createTeam();
  const [one, other, gone] = ['one', 'other', 'gone'].map(() => made.add('operator', named('vm')));
  made.add('approver', named('Desk'));
  const epochs = made.epochs();
  let opened = 0;
  let membership = made.membership();
  const nameOf = createMemberNames({
    membership: () => membership,
    epochs: {
      has: epochs.has,
      openName(...of) {
        opened += 1;
        return epochs.openName(...of);
      },
    },
  });
  expect(nameOf(one?.publicKey ?? '')?.name).toBe(`vm (${one?.publicKey.slice(0, 4)})`);
  expect(nameOf(other?.publicKey ?? '')?.name).toBe(`vm (${other?.publicKey.slice(0, 4)})`);
  // Its owner's name is none that this version knows.
  expect(nameOf(made.owner.publicKey)).toBeNull();
  expect(nameOf('ab'.repeat(32))).toBeNull();
  expect(opened).toBe(5);
  for (const member of [other, gone]) if (member !== undefined) made.remove(member);
  membership = made.membership();
  expect(nameOf(one?.publicKey ?? '')?.name).toBe('vm');
});

it('says what changes of members say, also where a name is of another form', () => {
  const made = createTeam();
  const [text, shape, good] = ['Desk', '{"name":7}', named('Ada’s Mac')].map((name) =>
    made.add('operator', name),
  );
  const parts = { membership: made.membership, epochs: made.epochs() };
  expect(describedIn({ ...parts, nameOf: () => null }, made.entries)).toEqual([
    expect.stringContaining('created the team'),
    expect.stringContaining(`admitted “${text?.publicKey.slice(0, 8)}” as operator`),
    expect.stringContaining(`admitted “${shape?.publicKey.slice(0, 8)}” as operator`),
    expect.stringContaining('admitted “Ada’s Mac” as operator'),
  ]);
  expect(good).toBeDefined();
});

it.each(['Ada Byron', ' ADA byron', 'Ádá Byron', 'Ａda Byron '])(
  'calls %s like Ada Byron',
  (name) => {
    expect(foldedPerson(name)).toBe('ada byron');
  },
);
