/** Main's own documents of the service's token that a team shares. The token stands in none of them. */
import { longInstant } from '../../../bridge/instants.ts';
import type { Confirmation, SecretField } from '../../core/feature/confirmation.ts';
import type { Team } from '../../features/team/team.ts';
import { invalid } from './database-fields.ts';
import { later, profileFact } from './document-parts.ts';

const replacedField: SecretField = {
  name: 'replaced',
  label: 'The token that was shared before',
  help: null,
  isOpen: true,
  choices: [
    {
      value: 'no',
      label: 'Still works, or I don’t know',
      help: 'Causeway still names who had it and left.',
    },
    {
      value: 'yes',
      label: 'Was replaced at the service',
      help: 'The service refuses it now. Causeway no longer names who had it.',
    },
  ],
};
/** Throws Failed INVALID where nothing was chosen. */
function readReplaced(fields: URLSearchParams): boolean {
  const chosen = fields.get('replaced');
  if (chosen !== 'yes' && chosen !== 'no')
    throw invalid('Select whether the token that was shared before was replaced at the service.');
  return chosen === 'yes';
}

/** Throws Failed INVALID where there is no token, or nobody to share it with. */
export async function shareTokenDocument(team: () => Team): Promise<Confirmation> {
  const receivers = await team().tokenReceivers();
  const isOut = team().isTokenOut();
  return {
    title: 'Share the access token with the team?',
    facts: [
      profileFact(team()),
      ['To', receivers.map(({ name, role }) => `${name} (${role})`).join(', ')],
    ],
    paragraphs: [
      'The access token of this profile is sealed to these computers, the team’s owners and operators. Whoever runs the database, approvers, reviewers and relays can’t read it. At each computer a person decides whether to use it.',
      'Whoever has it can do everything that the service lets this token do, with any program: the team’s roles and approvals hold inside Causeway alone, and the service can’t tell one computer from another. That can’t be undone. When one of them leaves, replace the token at the service.',
      'Whoever becomes an owner or operator later gets it only once you share it again.',
    ],
    ...(isOut ? { fields: [replacedField] } : {}),
    button: 'Share token',
    async act(fields) {
      const isReplaced = isOut && readReplaced(fields);
      const isSent = await team().shareToken(
        receivers.map(({ name }) => name),
        isReplaced,
      );
      return {
        title: 'Token shared',
        sentence: `Each computer that the token was sealed to offers it under Settings, Team. When one of them leaves the team, replace the token at the service.${later(isSent)}`,
      };
    },
  };
}

export const takeBackTokenDocument = (team: () => Team): Confirmation => ({
  title: 'Stop sharing the access token?',
  facts: [profileFact(team())],
  paragraphs: [
    'The team’s computers no longer offer the token. Computers that use it keep it, and anyone who could read it may have it: replace the token at the service, and enter the new one here.',
  ],
  fields: [replacedField],
  button: 'Stop sharing',
  async act(fields) {
    const isSent = await team().takeBackToken(readReplaced(fields));
    return {
      title: 'Token no longer shared',
      sentence: `Replace the token at the service, and enter the new one under Settings, Profiles.${later(isSent)}`,
    };
  },
});

/** Throws Failed INVALID where none is shared with this computer. */
export function useTokenDocument(team: () => Team): Confirmation {
  const { by, at, entry } = team().offeredToken();
  return {
    title: 'Use the team’s token?',
    facts: [profileFact(team()), ['Shared by', by], ['Shared', longInstant(at)]],
    paragraphs: [
      'The access token that this owner shared is stored in the vault of this computer as the token of this profile, in place of an earlier one. Causeway then sends it to the base URL above, as if you had entered it.',
    ],
    button: 'Use token',
    async act() {
      return { title: 'Token stored', sentence: await team().useToken(entry) };
    },
  };
}
