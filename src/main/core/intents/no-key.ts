/** Private keys, seed phrases and tokens in what was pasted: the place is named, and never what stands there. */
import { secretIn } from '../foundation/secrets/secret-in.ts';
import { type Failed, invalid } from './failed.ts';

/** An access token as it is sent (Interface 5). */
const token = /^(?:bearer\s+)?eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*$/i;

/**
 * Throws Failed INVALID for a private key, a seed phrase or a token: `where` names its place, and what it
 * is stands nowhere.
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
