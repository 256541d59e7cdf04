/**
 * Bank account numbers arrive masked: only trailing digits are visible (Interface 2.5). A whole one is
 * recognised and masked here until a person asks.
 */
import type { JsonObject } from './scalars.ts';

/** Mask characters, beside separators: spaces, dots and dashes. */
const hidden = '*•●·∙…xX#_';
const maskedPattern = new RegExp(`^[${hidden}\\s.\\-–]*[0-9A-Za-z]{0,6}$`, 'u');
const hasHidden = new RegExp(`^[\\s.\\-–]*[${hidden}]|^\\.{2,}`, 'u');

/** Trailing characters that stay visible. */
const visible = 4;

/** At most six trailing characters visible; four characters alone also count as a number's end. */
export function isMaskedNumber(text: string): boolean {
  const value = text.trim();
  if (!maskedPattern.test(value)) return false;
  return hasHidden.test(value) || value.length <= visible;
}

/** A whole number reduced to its last four characters; a masked one unchanged. */
export const maskedNumber = (text: string): string =>
  isMaskedNumber(text) ? text : `••••${text.trim().slice(-visible)}`;

/** Keys of a bank account's numbers, specified or not. */
const numberKey = /number|iban|routing|sort_?code/i;

type Step = (value: unknown, path: readonly string[], isNumber: boolean) => unknown;

/** A copy with `step` applied to every text and number below these keys. */
function mapped(value: unknown, path: readonly string[], isNumber: boolean, step: Step): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => mapped(item, [...path, String(at)], isNumber, step));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        mapped(part, [...path, key], isNumber || numberKey.test(key), step),
      ]),
    );
  }
  return step(value, path, isNumber);
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** Whole numbers in a bank account (Interface 2.5): dotted path and text, as received. */
export function wholeNumbers(body: JsonObject): { field: string; value: string }[] {
  const found: { field: string; value: string }[] = [];
  mapped(body, [], false, (value, path, isNumber) => {
    const text = isNumber ? textOf(value) : null;
    if (text !== null && !isMaskedNumber(text)) found.push({ field: path.join('.'), value: text });
    return value;
  });
  return found;
}

/**
 * A copy of a bank account, or of the value at `path` in one, with its whole numbers masked. JSON of any
 * shape; a masked number becomes text.
 */
export function withMaskedNumbers(value: unknown, path: readonly string[] = []): unknown {
  return mapped(
    value,
    path,
    path.some((key) => numberKey.test(key)),
    (part, _path, isNumber) => {
      const text = isNumber ? textOf(part) : null;
      return text === null || isMaskedNumber(text) ? part : maskedNumber(text);
    },
  );
}

const isAccount = (key: string, value: object): boolean =>
  key === 'bankAccount' || String((value as JsonObject)['id']).startsWith('bankAccount_');

/** A copy of an event or any other JSON with every bank account's whole numbers masked. */
export function withMaskedAccounts(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withMaskedAccounts(item, key));
  if (typeof value !== 'object' || value === null) return value;
  if (isAccount(key, value)) return withMaskedNumbers(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withMaskedAccounts(part, name)]),
  );
}
