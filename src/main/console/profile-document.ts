/**
 * The document that confirms where a profile leads, for a new profile or a changed address. Whoever
 * chooses that address gets the token and every customer that is created, so a person reads it here,
 * and types the token for it beside it.
 */
import type { AddProfileInput } from '../../bridge/profiles.ts';
import type { Confirmation, Confirmed } from '../core/feature/confirmation.ts';
import { invalid } from '../core/intents/failed.ts';
import { environmentNames } from '../core/profiles/environment-names.ts';
import { readToken } from './secret-forms.ts';

export interface ProfileDocument {
  /** As it will be, checked: its base URL is the one that is called. */
  readonly profile: AddProfileInput;
  /** The address until now; null for a new profile. */
  readonly addressBefore: string | null;
  /** Whether a token is kept for that address, and goes along where none is typed. */
  readonly hasToken: boolean;
  /** What the same window asks after it; null for nothing. */
  readonly next?: () => Confirmation | null;
  /** Does it. `token` is null where none was typed. Gives the sentence for the last page. */
  act(token: string | null): Promise<string>;
}

export function profileDocument(document: ProfileDocument): Confirmation {
  const { profile, addressBefore, hasToken, act, next = () => null } = document;
  const done = (sentence: string): Confirmed => {
    const asked = next();
    return asked === null ? { sentence } : { next: asked, done: sentence };
  };
  const isNew = addressBefore === null;
  return {
    title: isNew ? 'Add profile' : 'Change base URL',
    facts: [
      ['Name', profile.name],
      ['Environment', environmentNames[profile.environment]],
      ...(isNew ? [] : [['Current base URL', addressBefore] as const]),
      [isNew ? 'Base URL' : 'New base URL', profile.baseUrl],
    ],
    paragraphs: [
      'Causeway sends the token and every request of this profile to this base URL. Compare it with the one the service gave you.',
      ...(isNew
        ? []
        : [
            'Stored data stays, so use this only for the same service at another URL. For another service, add a profile.',
          ]),
    ],
    fields: [
      {
        name: 'token',
        label: 'Token',
        help: `The access token (JWT) from the service. It is stored with the other secrets on this computer. ${hasToken ? tokenGoesAlong : 'Leave it empty to enter it later in Settings.'}`,
        isOptional: true,
      },
    ],
    button: isNew ? 'Add profile' : 'Change base URL',
    async act(fields) {
      if ((fields.get('token') ?? '').trim() === '') return done(await act(null));
      const typed = readToken(fields);
      if (!typed.ok) throw invalid(typed.problem, 'token');
      return done(await act(typed.value));
    },
  };
}

const tokenGoesAlong =
  'Leave it empty to keep the current token: Causeway then sends it to the new base URL.';
