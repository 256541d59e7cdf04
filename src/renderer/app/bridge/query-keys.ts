/**
 * Keys of what was read. What is of a profile begins with the visit in which it was read, so nothing of
 * one profile, nor of an earlier visit of the same, can be found under another.
 */
import type { QueryKey } from '@tanstack/react-query';

const mark = '@';

/** First part of the keys of one visit of a profile. */
export const visitOf = (profileId: string, count: number): string => `${mark}${profileId}/${count}`;

/** null for what is of the installation. */
export function visitIn(key: QueryKey): string | null {
  const [first] = pathOf(key);
  return first?.startsWith(mark) ? first : null;
}

/** Area of the bridge that it was read from; null for keys of another form. */
export function areaOf(key: QueryKey): string | null {
  const path = pathOf(key);
  return path[visitIn(key) === null ? 0 : 1] ?? null;
}

const pathOf = ([path]: QueryKey): readonly string[] =>
  Array.isArray(path) ? path.filter((part) => typeof part === 'string') : [];
