/**
 * One walk over an event, for what the index needs of its content: words to find it by, and a text
 * that is equal for equal content. Secrets are left out of both, by the same rule as everywhere
 * (src/main/foundation/clean-json.ts).
 */
import type { JsonObject } from '../../../contract/scalars.ts';
import { DEEPEST, isSecret } from '../../foundation/clean-json.ts';
import { addWords, isSearchable } from './words.ts';

export interface EventContent {
  readonly words: Set<string>;
  /** All but what may change from one delivery to the next; keys in order. */
  readonly lasting: string;
}

/**
 * What `webhookRecords` holds is about webhooks and not about the event, and comes otherwise with
 * each delivery; so does `updated`.
 */
export function contentOf({
  webhookRecords: _records,
  updated: _updated,
  ...event
}: JsonObject): EventContent {
  const words = new Set<string>();
  return { words, lasting: walk(event, words, 0, true) };
}

function walk(value: unknown, words: Set<string>, depth: number, isFindable: boolean): string {
  if (typeof value === 'string') {
    if (isFindable) addWords(value, words);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) {
    if (isFindable && typeof value === 'number') addWords(String(value), words);
    return String(value);
  }
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) =>
      isSecret('', element) ? 'null' : walk(element, words, depth + 1, isFindable),
    );
    return `[${elements.join(',')}]`;
  }
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const held: unknown = (value as JsonObject)[key];
    if (isSecret(key, held)) continue;
    text += `${JSON.stringify(key)}:${walk(held, words, depth + 1, isFindable && isSearchable(key))},`;
  }
  return `${text}}`;
}
