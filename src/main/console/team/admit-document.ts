/** Main's own document in which an owner admits a computer: its words are compared, and it is said whose it is. */
import { type TeamRole, teamRole } from '../../../bridge/team.ts';
import { roleNames } from '../../../bridge/team-words.ts';
import type { Random } from '../../../platform/random.ts';
import type { Confirmation, Confirmed, SecretField } from '../../core/feature/confirmation.ts';
import { fingerprintOfCard, wordsOfFingerprint } from '../../features/handover/card.ts';
import { foldedPerson } from '../../features/team/member-name.ts';
import type { Admitted, TeamPerson } from '../../features/team/membership-acts.ts';
import type { Team } from '../../features/team/team.ts';
import { checkOfWords } from '../handover/words-check.ts';
import { invalid, nameField, readName } from './database-fields.ts';
import { lastsMs, later, profileFact } from './document-parts.ts';

const roleHelp: Readonly<Record<Exclude<TeamRole, 'relay'>, string>> = {
  owner: 'Admits and removes computers, and does all that an operator does.',
  operator: 'Works with the record, and shares secrets of webhooks.',
  approver: 'Approves requests, and works with the record.',
  reviewer: 'Reads, and adds notes and sign-offs. Sends no requests to the service.',
};
export const roleField: SecretField = {
  name: 'role',
  label: 'Role',
  help: null,
  choices: Object.entries(roleHelp).map(([value, help]) => ({
    value,
    help,
    label: roleNames[value as TeamRole],
  })),
};

/** Throws Failed INVALID. */
export function readRole(fields: URLSearchParams): TeamRole {
  const role = teamRole.exclude(['relay']).safeParse(fields.get('role'));
  if (!role.success) throw invalid('Select a role.');
  return role.data;
}

const newPerson = 'new';
const maxPersonName = 100;

/** Whose computer it is: of somebody who has one in the team, or of a new person. */
export const personFields = (persons: readonly TeamPerson[]): readonly SecretField[] => [
  {
    name: 'person',
    label: 'Whose computer is it?',
    help: null,
    choices: [
      { value: newPerson, label: 'A new person', help: 'Someone without a computer in the team.' },
      ...persons.map(({ id, name, computers }) => ({
        value: id,
        label: name ?? `Person with “${computers[0] ?? ''}”`,
        help: `Has ${computers.map((computer) => `“${computer}”`).join(', ')}.`,
      })),
    ],
  },
  {
    name: 'personName',
    label: 'Name of the new person',
    isOpen: true,
    isOptional: true,
    help: 'The team sees it beside their computers.',
  },
];

/** Throws Failed INVALID. */
export function readPersonName(fields: URLSearchParams): string {
  const name = (fields.get('personName') ?? '').trim();
  if (name.length <= maxPersonName && !/\p{Cc}/u.test(name)) return name;
  throw invalid(`Enter a shorter name of the person: ${maxPersonName} characters at most.`);
}

/** Throws Failed INVALID. */
export function readPerson(
  fields: URLSearchParams,
  persons: readonly TeamPerson[],
): Pick<Admitted, 'person' | 'personName'> {
  const chosen = fields.get('person');
  const name = readPersonName(fields);
  if (chosen === newPerson) return { person: null, personName: name === '' ? null : name };
  if (!persons.some(({ id }) => id === chosen)) throw invalid('Select whose computer it is.');
  return { person: chosen, personName: null };
}

type Whose = ReturnType<typeof readPerson>;

/**
 * Does it for whom was chosen. Where that is a new person with the name of somebody in the team, it is asked first:
 * two persons approve each other's requests, and two computers of one person don't.
 */
export async function withPerson(
  { person, personName }: Whose,
  persons: readonly TeamPerson[],
  act: (whose: Whose) => Promise<Confirmed>,
): Promise<Confirmed> {
  const same = persons.filter(
    ({ name }) => name !== null && foldedPerson(name) === foldedPerson(personName),
  );
  const [first] = same;
  if (first === undefined) return await act({ person, personName });
  const next: Confirmation = {
    title: `There is a ${first.name} already`,
    facts: [],
    paragraphs: [
      'Is it another computer of theirs? A person counts once, and can’t approve their own request from another computer. As another person, they could.',
    ],
    fields: [
      {
        name: 'samePerson',
        label: 'Whose computer is it?',
        help: null,
        choices: [
          ...same.map(({ id, name, computers }) => ({
            value: id,
            label: `${name}, who is in the team`,
            help: `Has ${computers.map((computer) => `“${computer}”`).join(', ')}.`,
          })),
          {
            value: newPerson,
            label: `Another person called ${personName}`,
            help: 'You are sure that they are two people.',
          },
        ],
      },
    ],
    button: 'Continue',
    lastsMs,
    async act(fields) {
      const chosen = fields.get('samePerson');
      if (chosen === newPerson) return await act({ person: null, personName });
      if (!same.some(({ id }) => id === chosen)) throw invalid('Select whose computer it is.');
      return await act({ person: chosen, personName: null });
    },
  };
  return { next };
}

/** `Laptop 2` where another computer is called `Laptop`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const next = `${name.slice(0, 58)} ${number}`;
    if (!taken.has(next)) return next;
  }
}

export function admitDocument(team: () => Team, id: string, random: Random): Confirmation {
  const card = team().request(id);
  const words = wordsOfFingerprint(fingerprintOfCard(card));
  const check = checkOfWords(words, false, random, {
    help: 'As the other computer shows it under Settings, Team, Words of this computer.',
    wrong:
      'These are not the words of this request. Compare all twelve with Settings, Team on the other computer. If one differs, someone else used the invitation: cancel.',
  });
  const taken = () =>
    new Set(
      team()
        .persons()
        .flatMap(({ computers }) => computers),
    );
  return {
    title: `Admit “${card.name}”?`,
    facts: [profileFact(team()), ['Computer', card.name], ['Its words', check.shown]],
    paragraphs: [
      'Call the person at that computer. Compare the words with those that it shows under Settings, Team, and type the two that are left out here. If a word differs, someone else used the invitation: cancel.',
      'Once admitted, that computer reads all that the team has ever shared. Select whose it is: nobody can approve their own request from another computer of theirs, and each person counts once.',
    ],
    fields: [
      ...check.fields,
      {
        ...nameField(freeName(card.name, taken())),
        label: 'Name of the computer',
        help: 'What the team calls it. Each computer has a name of its own.',
      },
      ...personFields(team().persons()),
      roleField,
    ],
    button: 'Admit computer',
    lastsMs,
    async act(fields) {
      check.require(fields);
      const name = readName(fields);
      if (taken().has(name)) {
        throw invalid(
          'Another computer of the team has this name. Enter one that tells them apart.',
        );
      }
      const persons = team().persons();
      const chosen = readPerson(fields, persons);
      const role = readRole(fields);
      return await withPerson(chosen, persons, async (person) => {
        const isSent = await team().admit({ ...card, name, url: null, ...person }, role, id);
        return {
          title: 'Computer admitted',
          sentence: `“${name}” is in the team as ${role}.${later(isSent)}`,
        };
      });
    },
  };
}
