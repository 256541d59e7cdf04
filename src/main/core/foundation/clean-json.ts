/** JSON as it may be kept: without secrets, and in a form that every store gives back unchanged. */
import { withNumbersOf } from '../../../contract/exact-json.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson, plainJson } from '../../../platform/canonical-json.ts';
import { CUT, cutSecrets, holdsKnown, mayHoldSecret } from './secrets/cut-secrets.ts';

/** Deeper than any real body; below it the walk, which recurses, would end in a stack overflow. */
export const DEEPEST = 100;
const TOO_DEEP = '(nested too deeply to show; the bytes are kept sealed)';

/** A webhook's secret wherever it stands (Interface 2.6): by its key, or by its prefix. */
export const isSecret = (key: string, value: unknown): boolean =>
  typeof value === 'string' && (key.toLowerCase() === 'secret' || /^secret_\S+$/.test(value));

export interface CleanOptions {
  /** Secrets that are cut by value (secrets/known-secrets.ts). */
  readonly known?: readonly string[];
  /** Whether a value under the key `secret` stays: in an answer that gives it to the vault. */
  readonly keepsSecretKey?: boolean;
  /** Whether what may as well be a hash is left alone: for what Causeway itself wrote. */
  readonly keepsHashes?: boolean;
}

/**
 * A copy without secrets, with lone surrogates replaced (neither canonical JSON nor UTF-8 can hold
 * them). Secrets in lists become null, so that the other places keep their numbers; those inside
 * longer texts, and names of fields, become CUT. What came as a number is still known (exact-json.ts).
 */
export const cleanJson = (body: JsonObject, options?: CleanOptions): JsonObject =>
  withNumbersOf(body, cleanWithText(body, options).clean);

/** As cleanJson, with the canonical JSON of the copy. */
export function cleanWithText(
  body: JsonObject,
  options: CleanOptions = {},
): {
  readonly clean: JsonObject;
  readonly text: string;
} {
  const { known, ...byShape } = options;
  const plain = plainJson(body);
  if (plain !== undefined && !mayBeCut(plain, known))
    return { clean: JSON.parse(plain), text: plain };
  // Through canonical text: what has no JSON (undefined, functions) goes, and `__proto__` is a key.
  const text = canonicalJson(cleanObject(body, 0, byShape));
  const isByValue = known !== undefined && holdsKnown(text, known);
  // Anew, because what a shape cuts away may tell the rest of a known one.
  const clean = isByValue ? canonicalJson(cleanObject(body, 0, options)) : text;
  return { clean: JSON.parse(clean) as JsonObject, text: clean };
}

const secretKey = /"secret":/i;

/** One look at the whole text, which most bodies are done with. It says yes too often, and never no wrongly. */
const mayBeCut = (json: string, known: readonly string[] = []): boolean =>
  secretKey.test(json) || mayHoldSecret(json, known);

/** As cleanJson, of any parsed JSON. */
export const cleanAny = (value: unknown, options?: CleanOptions): unknown =>
  cleanJson({ value: typeof value === 'string' && isSecret('', value) ? CUT : value }, options)[
    'value'
  ];

/** As cleanJson, of a row of a table: columns without parts are looked at without making JSON of them and reading it. */
export function cleanColumns(row: object, options: CleanOptions = {}): object {
  const { known = [], ...byShape } = options;
  if (!Object.values(row).every(isColumn)) return cleanAny(row, options) as object;
  const clean = cleanObject(row, 0, byShape);
  const isByValue = known.length > 0 && holdsKnown(canonicalJson(clean), known);
  return { ...(isByValue ? cleanObject(row, 0, options) : clean) };
}

const isColumn = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number';

function cleanObject(body: object, depth: number, options: CleanOptions): Record<string, unknown> {
  const clean: Record<string, unknown> = Object.create(null);
  for (const [key, value] of Object.entries(body)) {
    const isKept = options.keepsSecretKey === true && key.toLowerCase() === 'secret';
    if (!isKept && isSecret(key, value)) continue;
    const name = cutSecrets(key.toWellFormed(), options);
    clean[name] =
      isKept && typeof value === 'string' ? value : cleanValue(value, depth + 1, options, key);
  }
  return clean;
}

function cleanValue(value: unknown, depth: number, options: CleanOptions, field: string): unknown {
  if (typeof value === 'string') return cutSecrets(value.toWellFormed(), { ...options, field });
  // Beyond what a double holds, in a body that is nested too deeply to be read exactly.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (!Array.isArray(value)) return cleanObject(value, depth, options);
  if (isKeyFile(value)) return CUT;
  return value.map((element) =>
    isSecret('', element) ? null : cleanValue(element, depth + 1, options, field),
  );
}

/** The 64 bytes of a key file of Solana. */
const isKeyFile = (list: readonly unknown[]): boolean =>
  list.length === 64 &&
  list.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) < 256);
