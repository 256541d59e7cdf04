/** JSON that a person pasted. */
import { hasDuplicateKeys } from '../../../contract/duplicate-keys.ts';
import { parseExactJson } from '../../../contract/exact-json.ts';
import { invalid } from './failed.ts';
import { requireNoKey, textsOf } from './no-secret.ts';

/**
 * Throws Failed INVALID: `not-json`, `duplicate-keys` where an object names a field twice, and where a
 * private key stands anywhere in it.
 */
export function readPastedJson(text: string): unknown {
  const value = parse(text);
  if (hasDuplicateKeys(text))
    throw invalid(
      'An object in this JSON names a field twice, so its value is not certain. Remove one of the two. Nothing was saved.',
      'duplicate-keys',
    );
  for (const [where, leaf] of textsOf(value)) requireNoKey(leaf, where);
  return value;
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text.replace(/^\uFEFF/, ''));
  } catch {
    throw invalid(
      'This is not valid JSON: a bracket, quote or comma is missing or extra. Paste the whole text as it came. Nothing was saved.',
      'not-json',
    );
  }
}
