/** An answer of the service as it came, without secrets: to stand beside what failed. */
import { isDeepStrictEqual } from 'node:util';
import type { RawResponse } from '../../../bridge/raw-response.ts';
import { cleanAny } from '../foundation/clean-json.ts';
import { CUT, cutSecrets } from '../foundation/secrets/cut-secrets.ts';
import { parseBody } from './response-body.ts';

/** Characters that are shown; nobody reads more of an answer that says nothing known. */
const MOST = 100_000;
/** No secret is longer; what was read beyond the end shows whether one stands across it. */
const MARGIN = 20_000;

/** A secret by its name, in what is no whole JSON (Interface 2.6). */
const namedSecret = /("secret"\s*:\s*")(?:[^"\\]|\\.)*/gi;

/** @param known secrets that are cut by value (secrets/known-secrets.ts) */
export function rawResponseOf(bytes: Uint8Array, known: readonly string[]): RawResponse {
  const text = textOf(bytes, known);
  const isShortened = text.length > MOST;
  const begun = text.slice(0, MOST + MARGIN).replace(namedSecret, `$1${CUT}`);
  const cut = cutSecrets(begun, { known });
  // What was cut draws its end nearer, and half a secret may stand there.
  const shown = isShortened ? cut.slice(0, Math.max(0, Math.min(MOST, cut.length - MARGIN))) : cut;
  return { text: shown.toWellFormed(), bytes: bytes.byteLength, isShortened };
}

/** Not searched by its text yet. Spaces and order stay as they came, unless something had to be cut out. */
function textOf(bytes: Uint8Array, known: readonly string[]): string {
  const text = new TextDecoder().decode(bytes);
  const parsed = parseBody(bytes);
  const clean = parsed.kind === 'json' ? cleanAny(parsed.value, { known }) : null;
  // Escapes can spell a secret so that no search of the text finds it; reading them does.
  const isChanged = parsed.kind === 'json' && !isDeepStrictEqual(clean, parsed.value);
  return isChanged ? JSON.stringify(clean, null, 2) : text;
}
