/** Known secrets cut by value out of a whole answer, on its way to the page. */
import { cutByValue, holdsKnown } from './cut-secrets.ts';

/**
 * The same value where nothing is found in it, else a copy with a mark in each place. Lists and plain
 * objects are walked; anything else (a stream of notices) stays as it is.
 *
 * @param known secrets in every form (known-secrets.ts), longest first
 */
export function withoutKnown<Value>(value: Value, known: readonly string[]): Value {
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && holdsKnown(text, known) ? (cutIn(value, known) as Value) : value;
}

function cutIn(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') return cutByValue(value, known);
  if (Array.isArray(value)) return value.map((one) => cutIn(one, known));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [cutByValue(name, known), cutIn(inner, known)]),
  );
}
