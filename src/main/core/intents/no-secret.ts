/** Private keys and seed phrases that were pasted by mistake: refused before anything is written. */
import type { SecretKind } from '../../../contract/addresses/secrets.ts';
import { secretAmong, secretIn } from '../foundation/secrets/secret-in.ts';
import { type Failed, invalid } from './failed.ts';

const sentences: Readonly<Record<SecretKind, string>> = {
  'evm-private-key': 'This looks like a private key, or the hash of a transaction.',
  'solana-private-key':
    'This looks like a private key of Solana, or the signature of a transaction.',
  'bitcoin-private-key': 'This looks like a private key of Bitcoin.',
  'stellar-secret-seed': 'This looks like the secret seed of a Stellar account.',
  'extended-key': 'This looks like an extended key of a wallet.',
  'seed-phrase': 'This looks like the seed phrase of a wallet.',
  'move-private-key': 'This looks like a private key of Sui or Aptos.',
};

/** Throws Failed INVALID (`secret`), without a word of it, when one of the texts in there is a secret. */
export function requireNoSecret(...values: readonly unknown[]): void {
  const kind = secretAmong(textsIn(values));
  if (kind === null) return;
  throw invalid(
    `${sentences[kind]} It was not sent, and not stored or written down anywhere. If others may have seen it, move what it protects.`,
    'secret',
  );
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (typeof value === 'object' && value !== null) yield* textsIn(Object.values(value));
}

/** An access token as it is sent (Interface 5). */
const token = /^(?:bearer\s+)?eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/i;

/**
 * Throws Failed INVALID for a private key, a seed phrase or a token in what was pasted: `where` names its
 * place, and what stands there is in no message.
 */
export function requireNoKey(text: string, where: string): void {
  if (token.test(text.trim())) throw keyRefused(where, 'an access token');
  if (secretIn(text) !== null) throw keyRefused(where, 'a private key or a seed phrase');
}

const keyRefused = (where: string, what: string): Failed =>
  invalid(
    `${where} looks like ${what}. Causeway stored nothing and discarded the input. Remove the secret, check who else may have seen it, then try again.`,
    'secret',
  );

/** Deeper than any resource. */
const DEEPEST = 40;

/** Every text of a value, the names of its keys too, with the path to it. */
export function* textsOf(value: unknown, path = '', depth = 0): Generator<[string, string]> {
  if (typeof value === 'string') yield [path === '' ? 'The text' : path, value];
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEEPEST)
    throw invalid(
      'The JSON is nested too deeply to be a record of the service. Nothing was stored.',
    );
  for (const [key, inner] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${Number(key) + 1}]` : join(path, key);
    if (!Array.isArray(value)) yield [`The name of a field in ${path || 'the text'}`, key];
    yield* textsOf(inner, below, depth + 1);
  }
}

const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
