/** What an erasure leaves of texts that people wrote. */

/** Stands where a text was. */
export const ERASED = '(erased)';

/**
 * Whether the text may be what is left of the other one, which an erasure can't tell any more.
 *
 * @param isTheirs it is about somebody who was erased, so nothing of it may be left at all
 */
export function isLeftOf(left: unknown, text: unknown, isTheirs: boolean): boolean {
  if (left === text || (isTheirs && (left === '' || left === 'null'))) return true;
  if (typeof left !== 'string' || typeof text !== 'string' || !left.includes(ERASED)) return false;
  const parts = left.split(ERASED);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first)) return false;
  // Where each part is found first, so a long text is read once. Something stood in each place.
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.endsWith(last) && text.length - last.length > at;
}
