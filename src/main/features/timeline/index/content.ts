/**
 * One walk over an event, for what the index needs of its content: words to find it by, and a text
 * that is equal for equal content. Secrets are left out of both, by the same rule as everywhere
 * (src/main/core/foundation/clean-json.ts).
 */
import type { JsonObject } from '../../../../contract/scalars.ts';
import { DEEPEST, isSecret } from '../../../core/foundation/clean-json.ts';
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
export function contentOf(
  { webhookRecords: _records, updated: _updated, ...event }: JsonObject,
  clean: Clean | null = null,
): EventContent {
  const words = new Set<string>();
  return { words, lasting: walk(event, { words, clean, field: '' }, 0, true) };
}

/** Cuts secrets out of the words; the text, of which a hash is kept, is the same whatever is known. */
export type Clean = (text: string, field: string) => string;

interface Walk {
  readonly words: Set<string>;
  readonly clean: Clean | null;
  /** Key of what is walked. */
  readonly field: string;
}

function walk(value: unknown, its: Walk, depth: number, isFindable: boolean): string {
  const { words } = its;
  if (typeof value === 'string') {
    if (isFindable) addWords(cleanOf(value, its), words);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) {
    if (isFindable && typeof value === 'number') addWords(String(value), words);
    return String(value);
  }
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) =>
      isSecret('', element) ? 'null' : walk(element, its, depth + 1, isFindable),
    );
    return `[${elements.join(',')}]`;
  }
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const held: unknown = (value as JsonObject)[key];
    if (isSecret(key, held)) continue;
    text += `${JSON.stringify(key)}:${walk(held, { ...its, field: key }, depth + 1, isFindable && isSearchable(key))},`;
  }
  return `${text}}`;
}

const cleanOf = (text: string, { clean, field }: Walk): string =>
  clean === null ? text : clean(text, field);
