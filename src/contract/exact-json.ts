/** JSON from outside, in which no number loses a digit. */

/** A double holds every decimal number of so many digits. */
const EXACT_DIGITS = 15;
const manyDigits = /[\d.]{16}/;
/** Of three digits it may be beyond what a double holds. */
const largePower = /[:[,]\s*-?\d[\d.]*[eE][+-]?\d{3}/;

/** On an object: those of its keys whose text came as a number. Not enumerable, so no copy has it. */
const cameAsNumber: unique symbol = Symbol('came as a number');

/**
 * As JSON.parse, but that a number with more digits than a double holds is its text, digit by digit: an
 * account number of 19 digits would come out as another one. So is one that is too large or too small for
 * it: no store keeps the Infinity that it would become. Throws SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!manyDigits.test(text) && !largePower.test(text)) return value;
  try {
    return JSON.parse(text, exactly);
  } catch {
    // Nested too deeply to go through; what is so deep is shown by nobody.
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
  const keys = [...(this[cameAsNumber] ?? []), key];
  Object.defineProperty(this, cameAsNumber, { value: keys, configurable: true });
  return source;
}

/**
 * Dotted paths within what parseExactJson gave, of texts that came as numbers: zeros that led them are
 * lost, and nobody can tell afterwards.
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

/** `copy`, told what came as a number in `original`, of which it is a copy with the same places. */
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

/** What a deviation says of such a text, behind its path. */
export const cameAsNumberWords = 'expected string, received number with more digits than are exact';
