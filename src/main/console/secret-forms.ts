/** What each document asks for, and what may be typed into it. */
import type { Environment } from '../../bridge/profiles.ts';
import type { SecretEntryPurpose } from '../../bridge/vault.ts';
import { webhookSecret } from '../../contract/ids.ts';
import { environmentNames } from '../core/profiles/environment-names.ts';
import { problemOfNewPassphrase, shortestPassphrase } from '../core/vault/new-passphrase.ts';
import { secretWords } from '../features/webhooks/tunnels/providers.ts';
import type { SecretForm } from './secret-page.ts';

/** Longest token in characters: far over any JWT, far under what a header may carry. */
const longestToken = 16_384;

/** The profile that a token or a webhook's secret is for, as the page names it. */
export interface TokenTarget {
  readonly name: string;
  readonly environment: Environment;
  readonly baseUrl: string | null;
}

/** The form for a purpose. `target` is its profile, where it has one. */
export function formFor(purpose: SecretEntryPurpose, target: TokenTarget | null): SecretForm {
  switch (purpose.purpose) {
    case 'token':
      return tokenForm(target);
    case 'new-passphrase':
      return {
        title: 'Choose passphrase',
        paragraphs: [
          'The passphrase encrypts the keys of this data folder in a file on this computer. You enter it at every start.',
          'Without the passphrase or a recovery key, the data that Causeway stores here can’t be opened.',
        ],
        fields: [
          {
            name: 'passphrase',
            label: 'New passphrase',
            help: `At least ${shortestPassphrase} characters. Several unrelated words work well.`,
          },
          { name: 'again', label: 'Repeat new passphrase', help: null },
        ],
        button: 'Set passphrase',
      };
    case 'passphrase':
      return {
        title: 'Unlock Causeway',
        paragraphs: ['Enter the passphrase of this data folder.'],
        fields: [{ name: 'passphrase', label: 'Passphrase', help: null }],
        button: 'Unlock',
      };
    case 'webhook-secret':
      return {
        title: 'Enter webhook secret',
        facts: [
          ...(target === null ? [] : profileFacts(target)),
          ['Webhook', purpose.webhookId],
          ...(purpose.url === null ? [] : [['URL', purpose.url] as const]),
        ],
        paragraphs: [
          'The secret is stored with the profile’s records. Causeway uses it to verify this webhook’s deliveries.',
        ],
        fields: [
          {
            name: 'secret',
            label: 'Secret',
            help: 'It starts with secret_ and was shown when the webhook was created.',
          },
        ],
        button: 'Store secret',
      };
    case 'tunnel-secret': {
      const { title, label } = secretWords(purpose.secret);
      return {
        title,
        paragraphs: ['It is stored with the other secrets on this computer.'],
        fields: [{ name: 'secret', label, help: null }],
        button: 'Store secret',
      };
    }
  }
}

const profileFacts = ({ name, environment }: TokenTarget): NonNullable<SecretForm['facts']> => [
  ['Profile', name],
  ['Environment', environmentNames[environment]],
];

function tokenForm(target: TokenTarget | null): SecretForm {
  const { baseUrl = null } = target ?? {};
  return {
    title: 'Enter access token',
    facts: [
      ...(target === null ? [] : profileFacts(target)),
      ...(baseUrl === null ? [] : [['Base URL', baseUrl] as const]),
    ],
    paragraphs: [
      'The token is stored with the other secrets on this computer and is sent to that URL only.',
    ],
    fields: [
      {
        name: 'token',
        label: 'Token',
        help: 'The access token (JWT) from the service. It replaces an earlier token.',
      },
    ],
    button: 'Store token',
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
  if (token === '') return wrong('Enter the token.');
  if (token.length > longestToken) return wrong('Enter a shorter token: this one is too long.');
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return wrong('Enter a token without spaces, in plain letters, digits and signs.');
  }
  return { ok: true, value: token };
}

export function readNewPassphrase(fields: URLSearchParams): Typed {
  const value = fields.get('passphrase') ?? '';
  const problem = problemOfNewPassphrase(value);
  if (problem !== null) return wrong(problem);
  if (value !== (fields.get('again') ?? ''))
    return wrong('The two passphrases differ. Enter the same one twice.');
  return { ok: true, value };
}

export function readPassphrase(fields: URLSearchParams): Typed {
  const value = fields.get('passphrase') ?? '';
  return value === '' ? wrong('Enter the passphrase.') : { ok: true, value };
}

/** Blanks and line breaks come from copying. */
export function readWebhookSecret(fields: URLSearchParams): Typed {
  const value = (fields.get('secret') ?? '').replace(/\s+/g, '');
  if (value === '') return wrong('Enter the secret.');
  return webhookSecret.safeParse(value).success
    ? { ok: true, value }
    : wrong('Enter the webhook’s secret. It starts with secret_.');
}

export function readTunnelSecret(fields: URLSearchParams): Typed {
  const value = (fields.get('secret') ?? '').replace(/[\r\n]+$/, '');
  if (value === '') return wrong('It is missing.');
  return value.length > longestToken ? wrong('This is too long.') : { ok: true, value };
}
