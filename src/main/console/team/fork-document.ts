/** Main's own document in which a fork of the members is resolved: what each branch says stands there. */
import type { Confirmation, SecretField } from '../../core/feature/confirmation.ts';
import { recoveryKeyOf } from '../../core/vault/recovery-words.ts';
import type { Team } from '../../features/team/team.ts';
import { wordsField } from '../recovery-documents.ts';
import { invalid } from './database-fields.ts';
import { lastsMs, profileFact } from './document-parts.ts';

/** Throws Failed INVALID where there is no fork. */
export function forkDocument(of: () => Team): Confirmation {
  const { branches, mayResolve } = of().fork();
  const nameOf = (at: number): string => `Branch ${at + 1}`;
  const branchField: SecretField = {
    ...{ name: 'tip', label: 'What counts', help: null },
    choices: branches.map(({ tip, chosenBy }, at) => ({
      ...{ value: tip, label: nameOf(at) },
      help:
        chosenBy.length === 0 ? 'Nobody has chosen it.' : `Chosen by ${chosenBy.join(' and ')}.`,
    })),
  };
  return {
    title: 'Resolve the fork of the team’s members',
    facts: [
      profileFact(of()),
      ...branches.map(({ says }, at) => [nameOf(at), says.join(' · ')] as const),
    ],
    paragraphs: [
      'These changes of the team’s members follow the same one, so only one branch can count. Choose the branch that the owners want: the changes of the others count for nothing, on every computer, and have to be made again where they are still needed.',
      'One owner chooses, and a second owner at another computer confirms it by choosing the same. With the recovery key of the team one is enough.',
      ...(mayResolve
        ? []
        : ['This computer is not an owner’s in every branch, so it needs the recovery key.']),
      'Compare with the other owners by phone first. Somebody who was removed in one branch may want the other one to count.',
    ],
    fields: [
      branchField,
      { ...wordsField, label: 'Recovery key of the team', isOptional: mayResolve },
    ],
    button: 'Choose branch',
    lastsMs,
    async act(fields) {
      const tip = fields.get('tip') ?? '';
      if (!branches.some((one) => one.tip === tip)) throw invalid('Select a branch.');
      const words = (fields.get('words') ?? '').trim();
      if (words !== '') await of().resolveByRecovery(tip, recoveryKeyOf(words));
      const isResolved = words !== '' || (await of().resolveFork(tip));
      return isResolved
        ? { title: 'Fork resolved', sentence: 'That branch counts now, on every computer.' }
        : {
            title: 'Branch chosen',
            sentence:
              'Another owner confirms it by choosing the same under Settings, Team. Until then the members stay as they were before the fork.',
          };
    },
  };
}
