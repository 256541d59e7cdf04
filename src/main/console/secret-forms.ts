/** What each document asks for, and what may be typed into it. */

import type { TunnelSecretName } from '../../bridge/tunnels.ts';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import { webhookSecret } from '../../contract/ids.ts';
import { problemOfNewPassphrase, shortestPassphrase } from '../vault/new-passphrase.ts';
import type { SecretForm } from './secret-page.ts';

/** Longest token in characters: far over any JWT, far under what a header may carry. */
const longestToken = 16_384;

/** The profile that a token is for, as the page names it. */
export interface TokenTarget {
  readonly name: string;
  readonly environment: string;
  readonly baseUrl: string | null;
}

/** The form for a purpose. `target` is the profile of a token. */
export function formFor(purpose: SecretEntryPurpose, target: TokenTarget | null): SecretForm {
  switch (purpose.purpose) {
    case 'token':
      return tokenForm(target);
    case 'new-passphrase':
      return {
        title: 'Choose a passphrase',
        paragraphs: [
          'It seals the keys of this data directory in a file on this computer. It is asked for at every start.',
          'Nobody can bring it back. Without it, what Causeway has stored here can’t be opened.',
        ],
        fields: [
          {
            name: 'passphrase',
            label: 'New passphrase',
            help: `At least ${shortestPassphrase} characters. Several unrelated words are good.`,
          },
          { name: 'again', label: 'New passphrase, once more', help: null },
        ],
        button: 'Set passphrase',
      };
    case 'passphrase':
      return {
        title: 'Unlock Causeway',
        paragraphs: ['Give the passphrase that was chosen for this data directory.'],
        fields: [{ name: 'passphrase', label: 'Passphrase', help: null }],
        button: 'Unlock',
      };
    case 'webhook-secret':
      return {
        title: 'Enter the webhook’s secret',
        facts: [
          ['Webhook', purpose.webhookId],
          ...(purpose.url === null ? [] : [['Address', purpose.url] as const]),
        ],
        paragraphs: [
          'The secret is kept encrypted in the profile’s database. It proves what this webhook delivers.',
        ],
        fields: [
          { name: 'secret', label: 'Secret', help: 'It begins with secret_ and came on creation.' },
        ],
        button: 'Keep secret',
      };
    case 'tunnel-secret':
      return {
        title: tunnelSecretTitles[purpose.secret],
        paragraphs: ['It is kept with the other secrets of this computer.'],
        fields: [{ name: 'secret', label: tunnelSecretLabels[purpose.secret], help: null }],
        button: 'Keep',
      };
  }
}

const tunnelSecretTitles: Readonly<Record<TunnelSecretName, string>> = {
  'ssh-password': 'Enter the password for SSH',
  'ssh-passphrase': 'Enter the passphrase of the key file',
  'ngrok-authtoken': 'Enter the authtoken of ngrok',
};
const tunnelSecretLabels: Readonly<Record<TunnelSecretName, string>> = {
  'ssh-password': 'Password',
  'ssh-passphrase': 'Passphrase',
  'ngrok-authtoken': 'Authtoken',
};

function tokenForm(target: TokenTarget | null): SecretForm {
  const { name, environment, baseUrl } = target ?? { name: '', environment: '', baseUrl: null };
  return {
    title: 'Enter the access token',
    facts: [
      ['Profile', name],
      ['Environment', environment],
      ...(baseUrl === null ? [] : [['Base URL', baseUrl] as const]),
    ],
    paragraphs: [
      'The token is kept with the other secrets of this computer and is sent to that address only.',
    ],
    fields: [
      {
        name: 'token',
        label: 'Token',
        help: 'The access token (JWT) that the service gave you. It replaces one entered before.',
      },
    ],
    button: 'Keep token',
  };
}

/** What was typed, or the sentence that says what is wrong with it. */
export type Typed =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: string };

const wrong = (problem: string): Typed => ({ ok: false, problem });

/** Blanks around and line breaks inside come from copying, and `Bearer` from a header: cut. */
export function readToken(fields: URLSearchParams): Typed {
  const value = (fields.get('token') ?? '').replace(/\s*[\r\n]+\s*/g, '').trim();
  const token = value.replace(/^bearer\s+/i, '');
  if (token === '') return wrong('The token is missing.');
  if (token.length > longestToken) return wrong('This is too long for a token.');
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return wrong('A token has no blanks and only plain letters, digits and signs.');
  }
  return { ok: true, value: token };
}

export function readNewPassphrase(fields: URLSearchParams): Typed {
  const value = fields.get('passphrase') ?? '';
  const problem = problemOfNewPassphrase(value);
  if (problem !== null) return wrong(problem);
  if (value !== (fields.get('again') ?? '')) return wrong('The two passphrases differ.');
  return { ok: true, value };
}

export function readPassphrase(fields: URLSearchParams): Typed {
  const value = fields.get('passphrase') ?? '';
  return value === '' ? wrong('The passphrase is missing.') : { ok: true, value };
}

/** Blanks and line breaks come from copying. */
export function readWebhookSecret(fields: URLSearchParams): Typed {
  const value = (fields.get('secret') ?? '').replace(/\s+/g, '');
  if (value === '') return wrong('The secret is missing.');
  return webhookSecret.safeParse(value).success
    ? { ok: true, value }
    : wrong('This is no webhook’s secret: it begins with secret_.');
}

export function readTunnelSecret(fields: URLSearchParams): Typed {
  const value = (fields.get('secret') ?? '').replace(/[\r\n]+$/, '');
  if (value === '') return wrong('It is missing.');
  return value.length > longestToken ? wrong('This is too long.') : { ok: true, value };
}
