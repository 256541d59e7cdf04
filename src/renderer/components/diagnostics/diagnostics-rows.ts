/** Diagnostics as rows to read. Whatever stands in the file stands here too: nothing is left out. */
import type { DiagnosticsGap } from '../../../bridge/diagnostics.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { formatBytes } from '../../format/bytes.ts';
import { diagnosticsTexts as texts } from '../../texts/diagnostics.ts';

export type FileValue =
  | string
  | number
  | boolean
  | null
  | readonly FileValue[]
  | { readonly [key: string]: FileValue };

/** `freeBytes` → `free`, `isOpen` → `open`, `not-tried` → `not tried`. */
export function wordsOf(key: string): string {
  const known = texts.words[key];
  if (known !== undefined) return known;
  const plain = key.replace(/^(?:is|has)(?=[A-Z])/, '').replace(/(?<=[a-z])(?:Bytes|At|Ms)$/, '');
  return plain
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('-', ' ')
    .toLowerCase();
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const labelOf = (key: string): string => sentenceCase(wordsOf(key));

export function textOf(key: string, value: string | number | boolean | null): string {
  if (value === null) return texts.none;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') {
    if (/bytes$/i.test(key)) return formatBytes(value);
    if (key.endsWith('Ms')) return `${groupedCount(Math.round(value))} ms`;
    if (key.endsWith('Seconds')) return `${groupedCount(value)} s`;
    return groupedCount(value);
  }
  if (key === 'dataMissing') return texts.gaps[value as DiagnosticsGap];
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return longInstant(value);
  // A version, a kind of processor, or the name of an error.
  return /\d|^[A-Z]/.test(value) ? value : sentenceCase(wordsOf(value));
}

export interface FileRow {
  readonly label: string;
  readonly text: string;
}

/** One a value; those inside others with the names of both. Lists are left to `listsIn`. */
export function rowsOf(value: Readonly<Record<string, FileValue>>, before = ''): FileRow[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const label = before === '' ? labelOf(key) : `${before}: ${wordsOf(key)}`;
    if (Array.isArray(inner)) return [];
    if (typeof inner === 'object' && inner !== null) {
      const inside = rowsOf(inner as Readonly<Record<string, FileValue>>, label);
      return inside.length === 0 ? [{ label, text: texts.none }] : inside;
    }
    return [{ label, text: textOf(key, inner as string | number | boolean | null) }];
  });
}
