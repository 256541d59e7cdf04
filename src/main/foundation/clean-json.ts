/** JSON as it may be kept: without secrets, and in a form that every store gives back unchanged. */
import type { JsonObject } from '../../contract/scalars.ts';
import { canonicalJson } from './canonical-json.ts';

/** Deeper than any real body; below it the walk, which recurses, would end in a stack overflow. */
export const DEEPEST = 100;
const TOO_DEEP = '(nested too deeply to show; the bytes are kept sealed)';

/** A webhook's secret wherever it stands (Interface 2.6): by its key, or by its prefix. */
export const isSecret = (key: string, value: unknown): boolean =>
  typeof value === 'string' &&
  (key.toLowerCase() === 'secret' || /^secret_[A-Za-z0-9_-]+$/.test(value));

/**
 * A copy without secrets, with lone surrogates replaced (neither canonical JSON nor UTF-8 can hold
 * them). Secrets in lists become null, so that the other places keep their numbers.
 */
export const cleanJson = (body: JsonObject): JsonObject => cleanWithText(body).clean;

/** As cleanJson, with the canonical JSON of the copy. */
export function cleanWithText(body: JsonObject): {
  readonly clean: JsonObject;
  readonly text: string;
} {
  // Through canonical text: what has no JSON (undefined, functions) goes, and `__proto__` is a key.
  const text = canonicalJson(cleanObject(body, 0));
  return { clean: JSON.parse(text) as JsonObject, text };
}

function cleanObject(body: object, depth: number): Record<string, unknown> {
  const clean: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(body)) {
    if (!isSecret(key, value)) clean[key.toWellFormed()] = cleanValue(value, depth + 1);
  }
  return clean;
}

function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (!Array.isArray(value)) return cleanObject(value, depth);
  return value.map((element) => (isSecret('', element) ? null : cleanValue(element, depth + 1)));
}
