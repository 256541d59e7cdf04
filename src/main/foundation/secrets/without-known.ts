/** Known secrets cut by value out of a whole answer, on its way to the page. */
import { CUT } from './cut-secrets.ts';

/**
 * The same value where nothing is found in it, else a copy with CUT in each place. Lists and plain
 * objects are walked; anything else (a stream of notices) stays as it is.
 *
 * @param known secrets in every form (known-secrets.ts), longest first
 */
export function withoutKnown<Value>(value: Value, known: readonly string[]): Value {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined || !known.some((secret) => text.includes(secret))) return value;
  return cutIn(value, known) as Value;
}

function cutIn(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') {
    return known.reduce((rest, secret) => rest.replaceAll(secret, CUT), value);
  }
  if (Array.isArray(value)) return value.map((one) => cutIn(one, known));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cutIn(name, known), cutIn(inner, known)]),
  );
}
