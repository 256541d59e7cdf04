/** What the help says of a field, by its label: an item under Fields or Words that begins with it in bold. */
import { type HelpPage, helpNameAt, helpPage, helpPages } from './help-pages.ts';
import { type HelpInline, plainText } from './parse-help.ts';

interface Term {
  /** In lower case. */
  readonly names: readonly string[];
  readonly text: string;
}

const explaining = new Set(['Fields', 'Words']);

/** `**Line 1**, **Line 2** of an address: …` has both names, and the text behind the colon. */
function termOf(item: readonly HelpInline[]): Term {
  const end = item.findIndex(({ kind, text }) => kind !== 'bold' && text.includes(':'));
  const [first, ...rest] = end === -1 ? [] : item.slice(end);
  const names = end === -1 || item[0]?.kind !== 'bold' ? [] : item.slice(0, end);
  const behind = first?.text.slice(first.text.indexOf(':') + 1).trimStart() ?? '';
  const text = `${behind}${plainText(rest)}`;
  return {
    names: names.flatMap((name) => (name.kind === 'bold' ? [name.text.toLowerCase()] : [])),
    text: text.slice(0, 1).toUpperCase() + text.slice(1),
  };
}

const termsOf = ({ blocks }: HelpPage): Term[] =>
  blocks.flatMap((block, at) => {
    const heading = blocks[at - 1];
    if (block.kind !== 'list' || heading?.kind !== 'heading') return [];
    return explaining.has(plainText(heading.inlines)) ? block.items.map(termOf) : [];
  });

const named = new Map(helpPages.map((page) => [page.name, termsOf(page)]));

const textIn = (page: string, label: string): string | undefined =>
  named.get(page)?.find(({ names }) => names.includes(label))?.text;

/**
 * On the page of the screen, else on the only other page that has it. `section`: the title that the field
 * stands under, for names such as `Fees: total`. null where the help has nothing.
 */
export function fieldHelp(location: string, label: string, section?: string): string | null {
  const plain = label.trim().toLowerCase();
  const within = section === undefined ? plain : `${section.toLowerCase()}: ${plain}`;
  const here = helpNameAt(location);
  const found = textIn(here, within) ?? textIn(here, plain);
  if (found !== undefined || plain === '') return found ?? null;
  const others = helpPages.flatMap(({ name }) => textIn(name, plain) ?? []);
  const [only] = others;
  return others.length === 1 && only !== undefined ? only : null;
}

/** Of a page: every name that has a text. */
export const explainedNames = (page: string): readonly string[] =>
  helpPage(page) === undefined ? [] : (named.get(page) ?? []).flatMap(({ names }) => names);
