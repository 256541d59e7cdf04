/** Reads outside JSON without losing a digit of any number. */

/** A double represents every decimal number of this many digits. */
const EXACT_DIGITS = 15;
const manyDigits = /[\d.]{16}/;
/** With three digits it may exceed a double. */
const largePower = /[:[,]\s*-?\d[\d.]*[eE][+-]?\d{3}/;

/** On an object: its keys whose text was a number. Not enumerable, so copies lack it. */
const cameAsNumber: unique symbol = Symbol('came as a number');

/**
 * As JSON.parse, but a number with more digits than a double becomes its text, digit by digit: an account
 * number of 19 digits would otherwise change. So does one too large or too small for a double, because no
 * store takes Infinity. Throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!manyDigits.test(text) && !largePower.test(text)) return value;
  try {
    return JSON.parse(text, exactly);
  } catch {
    // Too deep to walk; nothing that deep is shown.
    return value;
  }
}

function exactly(
  this: object & { [cameAsNumber]?: string[] },
  key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  const isBeyond = !Number.isFinite(value) || (value === 0 && /^[^eE]*[1-9]/.test(source));
  if (!isBeyond && source.replaceAll(/\D/g, '').length <= EXACT_DIGITS) return value;
  const keys = this[cameAsNumber];
  if (keys === undefined) Object.defineProperty(this, cameAsNumber, { value: [key] });
  else keys.push(key);
  return source;
}

/**
 * Dotted paths, within a value of parseExactJson, of texts that were numbers: any leading zeros are lost.
 */
export function textsThatCameAsNumbers(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as { [cameAsNumber]?: string[] })[cameAsNumber] ?? [];
  const below = path === '' ? '' : `${path}.`;
  return [
    ...own.map((key) => `${below}${key}`),
    ...Object.entries(value).flatMap(([key, part]) =>
      textsThatCameAsNumbers(part, `${below}${key}`),
    ),
  ];
}

/** `copy`, a copy of `original` with the same paths, marked with what was a number there. */
export function withNumbersOf<Copy>(original: unknown, copy: Copy): Copy {
  if (typeof original !== 'object' || original === null) return copy;
  if (typeof copy !== 'object' || copy === null) return copy;
  const own = (original as { [cameAsNumber]?: string[] })[cameAsNumber];
  if (own !== undefined) Object.defineProperty(copy, cameAsNumber, { value: own });
  for (const [key, part] of Object.entries(original)) {
    if (Object.hasOwn(copy, key)) withNumbersOf(part, (copy as Record<string, unknown>)[key]);
  }
  return copy;
}

/** A deviation's message for such a text, after its path. */
export const cameAsNumberWords = 'expected string, received number with more digits than are exact';
