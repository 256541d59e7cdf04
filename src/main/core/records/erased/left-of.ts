/** What an erasure leaves of texts that people wrote. */

/** Stands where a text was. */
export const ERASED = '(erased)';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * Whether the text may be what is left of the other one, which an erasure can't tell any more.
 *
 * @param isTheirs it is about somebody who was erased, so nothing of it may be left at all
 */
export function isLeftOf(left: unknown, text: unknown, isTheirs: boolean): boolean {
  if (left === text || (isTheirs && (left === '' || left === 'null'))) return true;
  if (typeof left !== 'string' || typeof text !== 'string' || !left.includes(ERASED)) return false;
  return new RegExp(`^${left.split(ERASED).map(escaped).join('.+')}$`, 'su').test(text);
}
