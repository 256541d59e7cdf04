/** An answer of the service as it came, without secrets: to stand beside what failed. */
import { isDeepStrictEqual } from 'node:util';
import type { RawAnswer } from '../../bridge/raw-answer.ts';
import { cleanAny } from '../foundation/clean-json.ts';
import { CUT, cutSecrets } from '../foundation/secrets/cut-secrets.ts';
import { parseBody } from './answer-body.ts';

/** Characters that are shown; nobody reads more of an answer that says nothing known. */
const MOST = 100_000;

/** A secret by its name, in what is no whole JSON (Interface 2.6). */
const namedSecret = /("secret"\s*:\s*")(?:[^"\\]|\\.)*/gi;

/** @param known secrets that are cut by value (secrets/known-secrets.ts) */
export function rawAnswerOf(bytes: Uint8Array, known: readonly string[]): RawAnswer {
  const text = textOf(bytes, known);
  return {
    text: text.slice(0, MOST).toWellFormed(),
    bytes: bytes.byteLength,
    isShortened: text.length > MOST,
  };
}

/** Spaces and order stay as they came, unless something had to be cut out. */
function textOf(bytes: Uint8Array, known: readonly string[]): string {
  const text = new TextDecoder().decode(bytes);
  const parsed = parseBody(bytes);
  const clean = parsed.kind === 'json' ? cleanAny(parsed.value, { known }) : null;
  // Escapes can spell a secret so that no search of the text finds it; reading them does.
  const isChanged = parsed.kind === 'json' && !isDeepStrictEqual(clean, parsed.value);
  const shown = isChanged ? JSON.stringify(clean, null, 2) : text;
  return cutSecrets(shown.replace(namedSecret, `$1${CUT}`), { known });
}
