/**
 * The document that confirms where a profile leads, for a new profile or a changed address. Whoever
 * chooses that address gets the token and every customer that is created, so a person reads it here,
 * and types the token for it beside it.
 */
import type { AddProfileInput, Environment } from '../../bridge/profiles.ts';
import { Failed } from '../intents/failed.ts';
import type { Confirmation } from './confirmation.ts';
import { readToken } from './secret-forms.ts';

export interface ProfileDocument {
  /** As it will be, checked: its base URL is the one that is called. */
  readonly profile: AddProfileInput;
  /** The address until now; null for a new profile. */
  readonly addressBefore: string | null;
  /** Whether a token is kept for that address, and goes along where none is typed. */
  readonly hasToken: boolean;
  /** Does it. `token` is null where none was typed. Gives the sentence for the last page. */
  act(token: string | null): Promise<string>;
}

export const environmentNames: Readonly<Record<Environment, string>> = {
  'built-in': 'Built-in sandbox',
  sandbox: 'Hosted sandbox',
  production: 'Production: real money moves',
};

export function profileDocument(document: ProfileDocument): Confirmation {
  const { profile, addressBefore, hasToken, act } = document;
  const isNew = addressBefore === null;
  return {
    title: isNew ? 'Add profile' : 'Change base URL',
    facts: [
      ['Name', profile.name],
      ['Environment', environmentNames[profile.environment]],
      ...(isNew ? [] : [['Base URL until now', addressBefore] as const]),
      [isNew ? 'Base URL' : 'New base URL', profile.baseUrl],
    ],
    paragraphs: [
      'The token and everything that is created in this profile are sent to this base URL. Compare it with what the service gave you.',
      ...(isNew
        ? []
        : [
            'What is stored stays, so this is for the same service at another address. Another service needs a profile of its own.',
          ]),
    ],
    fields: [
      {
        name: 'token',
        label: 'Token',
        help: `The access token (JWT) that the service gave you. It is kept with the other secrets of this computer. ${hasToken ? tokenGoesAlong : 'Leave it empty to enter it later under Settings.'}`,
        isOptional: true,
      },
    ],
    button: isNew ? 'Add profile' : 'Change base URL',
    async act(fields) {
      if ((fields.get('token') ?? '').trim() === '') return { sentence: await act(null) };
      const typed = readToken(fields);
      if (!typed.ok) throw new Failed('INVALID', { sentence: typed.problem, cause: 'token' });
      return { sentence: await act(typed.value) };
    },
  };
}

const tokenGoesAlong =
  'Leave it empty to go on with the one that was entered for the base URL until now: it is sent to the new one from then on.';
