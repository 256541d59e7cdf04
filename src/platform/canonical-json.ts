/** Canonical JSON (RFC 8785), so that equal content is equal bytes and has one hash. */
import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';

/** Keys sorted, no white space. Throws on what JSON can't hold. */
export function canonicalJson(value: unknown): string {
  const text = plainJson(value) ?? canonicalize(value);
  if (text === undefined) throw new TypeError('There is no JSON for this value.');
  return text;
}

/** The same, of what JSON.parse gives as most bodies are; undefined for what is nested deeply, or is anything else. */
export const plainJson = (value: unknown): string | undefined => textOfPlain(value, 0);

/** Deeper than most bodies, far below the depth where recursion overflows the stack. */
const DEEPEST = 60;

/** Printable ASCII that needs no escape. */
const needsNoEscape = /^[ !#-[\]-~]*$/;

/**
 * The same text, several times faster, for parsed JSON: plain objects, lists, texts, numbers, true, false
 * and null. undefined for everything else, which is left to the library.
 */
function textOfPlain(value: unknown, depth: number): string | undefined {
  switch (typeof value) {
    case 'string':
      return textOfString(value);
    case 'number':
      return Number.isFinite(value) ? JSON.stringify(value) : undefined;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth > DEEPEST) return undefined;
      return Array.isArray(value) ? textOfList(value, depth) : textOfObject(value, depth);
    default:
      return undefined;
  }
}

function textOfString(value: string): string | undefined {
  if (needsNoEscape.test(value)) return `"${value}"`;
  return value.isWellFormed() ? JSON.stringify(value) : undefined;
}

function textOfList(list: readonly unknown[], depth: number): string | undefined {
  let text = '';
  for (let index = 0; index < list.length; index += 1) {
    const element = textOfPlain(list[index], depth + 1);
    if (element === undefined) return undefined;
    text += index === 0 ? element : `,${element}`;
  }
  return `[${text}]`;
}

function textOfObject(object: object, depth: number): string | undefined {
  const prototype: unknown = Object.getPrototypeOf(object);
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in object) {
    return undefined;
  }
  let text = '';
  for (const key of Object.keys(object).sort()) {
    const value = textOfPlain((object as Record<string, unknown>)[key], depth + 1);
    const name = textOfString(key);
    if (value === undefined || name === undefined) return undefined;
    text += text === '' ? `${name}:${value}` : `,${name}:${value}`;
  }
  return `{${text}}`;
}

/** Canonical JSON of the values, and of texts that are canonical JSON already, under their keys. */
export function canonicalJsonWith(
  values: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): string {
  const all = { ...texts };
  for (const [key, value] of Object.entries(values)) all[key] = canonicalJson(value);
  const fields = Object.keys(all).sort();
  return `{${fields.map((key) => `${canonicalJson(key)}:${all[key]}`).join(',')}}`;
}

/** SHA-256 as 64 lowercase hex digits. */
export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');
