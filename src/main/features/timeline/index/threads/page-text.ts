/**
 * Answers as they cross from the reader's thread: JSON, and of a page its packed rows as SQLite wrote
 * them (read/rows.ts). What events of the same traits have alike crosses once, ahead of the first page.
 */
import { type PackedRow, Page, rowOf, type SharedById, type SharedTraits } from '../read/rows.ts';

/** No JSON begins so. */
const PAGE = 'p';

/** Text of an answer of the reader; of a page the short one. */
export function textOfReply(value: unknown): string {
  if (!(value instanceof Page)) return JSON.stringify(value);
  return `${PAGE}[${value.hasMore},[${value.packed.join(',')}]]`;
}

/** What textOfAnswer made a text of. Both ends are ours and of one build. */
export function replyOfText(text: string, shared: SharedById): unknown {
  if (!text.startsWith(PAGE)) return JSON.parse(text);
  const [hasMore, rows] = JSON.parse(text.slice(PAGE.length)) as [boolean, readonly PackedRow[]];
  return { rows: rows.map((row) => rowOf(row, shared)), hasMore };
}

/** Returns what gives the shared traits as a text whenever they are others than the time before. */
export function createSharedTexts(): (value: unknown) => string | null {
  let told: { readonly shared: SharedById; readonly text: string } | null = null;
  return (value) => {
    if (!(value instanceof Page) || value.shared === told?.shared) return null;
    const text = JSON.stringify([...value.shared]);
    const isNews = text !== told?.text;
    told = { shared: value.shared, text };
    return isNews ? text : null;
  };
}

export const sharedOfText = (text: string): SharedById =>
  new Map(JSON.parse(text) as readonly (readonly [number, SharedTraits])[]);
