/** Main's own document in which an owner puts a problem of a team's log aside: what it may hide stands there. */
import { longInstant } from '../../../bridge/instants.ts';
import { forkSentence, problemNames } from '../../../bridge/team-words.ts';
import type { Confirmation, SecretField } from '../../core/feature/confirmation.ts';
import { recoveryKeyOf } from '../../core/vault/recovery-words.ts';
import type { Team } from '../../features/team/team.ts';
import { wordsField } from '../recovery-documents.ts';
import { invalid } from './database-fields.ts';
import { lastsMs, profileFact } from './document-parts.ts';

/** Throws Failed INVALID where it is not there any more, or this computer is no owner's. */
export function problemDocument(team: () => Team, number: number): Confirmation {
  const { problem, author } = team().problem(number);
  const { kind, sequence, until, sentence, at } = problem;
  return {
    title: 'Put this problem aside?',
    facts: [
      ['Problem', problemNames[kind]],
      ['Entries by', author],
      ['Entries', sequence === until ? String(sequence) : `${sequence} to ${until}`],
      ['Found', longInstant(at)],
    ],
    paragraphs: [
      sentence,
      'A missing or rejected entry may be a refusal, a withdrawal, a stricter policy, or the removal of someone who approved. Until you put the problem aside, computers that found it send nothing that needs approval. After that, they all send as if nothing were hidden.',
      'Ask the person at the computer that wrote these entries what they say, and whoever runs the database what was changed. If more entries are concerned later, the problem opens again.',
    ],
    fields: [
      {
        name: 'note',
        label: 'What you found out',
        isOpen: true,
        isLong: true,
        help: 'The team’s other computers show it, with the name of this one. It is kept in their audit logs.',
      },
    ],
    button: 'Put aside',
    async act(fields) {
      const note = (fields.get('note') ?? '').trim();
      if (note === '') throw invalid('Enter what you found out.');
      if (note.length > 500) throw invalid('Enter a shorter note: 500 characters at most.');
      await team().putAside(problem, note);
      return {
        title: 'Put aside',
        sentence:
          'The problem is put aside here, and on every computer of the team that has found the same once it reads this.',
      };
    },
  };
}

const confirmedBy = (computers: readonly string[]): string =>
  computers.length === 0
    ? 'No other owner can confirm it. Choose it again with the recovery key of the team.'
    : `It can be confirmed at ${computers.map((computer) => `“${computer}”`).join(' or ')}, by choosing the same under Settings, Team. If that computer can’t see this branch, as after the database was restored, choose it again with the recovery key of the team.`;

/** Throws Failed INVALID where there is no fork. */
export function forkDocument(team: () => Team): Confirmation {
  const { branches, mayResolve, confirmers } = team().fork();
  const nameOf = (at: number): string => `Branch ${at + 1}`;
  const branchField: SecretField = {
    name: 'tip',
    label: 'What counts',
    help: null,
    choices: branches.map(({ tip, chosenBy }, at) => ({
      value: tip,
      label: nameOf(at),
      help:
        chosenBy.length === 0 ? 'Nobody has chosen it.' : `Chosen by ${chosenBy.join(' and ')}.`,
    })),
  };
  return {
    title: 'Resolve the fork of the team’s members',
    facts: [
      profileFact(team()),
      ...branches.map(({ says }, at) => [nameOf(at), says.join(' · ')] as const),
    ],
    paragraphs: [
      `${forkSentence} Choose the branch that the owners want: the changes of the others count on no computer, and have to be made again where they are still needed.`,
      'One owner chooses, and a second owner at another computer confirms it by choosing the same. With the recovery key of the team one is enough.',
      ...(mayResolve
        ? []
        : ['This computer is not an owner’s in every branch, so it needs the recovery key.']),
      'Compare the changes, not the numbers of the branches, with the other owners by phone first. Somebody who was removed in one branch may want the other one to count.',
    ],
    fields: [
      branchField,
      {
        ...wordsField,
        label: 'Recovery key of the team',
        isOptional: mayResolve,
        ...(mayResolve
          ? {
              help: 'Leave it empty where a second owner can confirm. Otherwise enter all 24 words in order.',
            }
          : {}),
      },
    ],
    button: 'Choose branch',
    lastsMs,
    async act(fields) {
      const tip = fields.get('tip') ?? '';
      if (!branches.some((branch) => branch.tip === tip)) throw invalid('Select a branch.');
      const words = (fields.get('words') ?? '').trim();
      if (words !== '') await team().resolveByRecovery(tip, recoveryKeyOf(words));
      const isResolved = words !== '' || (await team().resolveFork(tip));
      return isResolved
        ? {
            title: 'Fork resolved',
            sentence:
              'That branch counts now, on every computer that can see it. One that can’t, as after the database was restored, keeps the other branch until it joins again.',
          }
        : {
            title: 'Branch chosen',
            sentence: `${confirmedBy(confirmers)} Until then the members stay as they were before the fork, and a computer that any branch removes can’t take part.`,
          };
    },
  };
}
