/** The part of Markdown that docs/help uses: headings, paragraphs, lists, `code`, **bold** and links. */

export type HelpInline =
  | { readonly kind: 'text' | 'code' | 'bold'; readonly text: string }
  /** To `name.md` beside it, or to `#/address` of a screen. */
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type HelpBlock =
  | { readonly kind: 'title' | 'heading' | 'paragraph'; readonly inlines: readonly HelpInline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly HelpInline[])[] };

const marked = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/;

function parseInlines(text: string): HelpInline[] {
  return text
    .split(marked)
    .filter((part) => part !== '')
    .map((part): HelpInline => {
      if (!marked.test(part)) return { kind: 'text', text: part };
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (part.startsWith('*')) return { kind: 'bold', text: part.slice(2, -2) };
      const middle = part.indexOf('](');
      return { kind: 'link', text: part.slice(1, middle), to: part.slice(middle + 2, -1) };
    });
}

const oneLine = (lines: string): string => lines.replaceAll(/\s+/g, ' ').trim();

function parseBlock(source: string): HelpBlock {
  const [, marks, heading] = /^(#+) (.*)$/s.exec(source) ?? [];
  if (marks !== undefined && heading !== undefined) {
    const kind = marks.length === 1 ? 'title' : 'heading';
    return { kind, inlines: parseInlines(oneLine(heading)) };
  }
  if (!source.startsWith('- '))
    return { kind: 'paragraph', inlines: parseInlines(oneLine(source)) };
  const items = source.slice(2).split(/\n- /);
  return { kind: 'list', items: items.map((item) => parseInlines(oneLine(item))) };
}

/** Blocks are apart by a blank line. */
export const parseHelp = (markdown: string): HelpBlock[] =>
  markdown
    .split(/\n\s*\n/)
    .map((source) => source.trim())
    .filter((source) => source !== '')
    .map(parseBlock);

export const plainText = (inlines: readonly HelpInline[]): string =>
  inlines.map(({ text }) => text).join('');

/** Each paragraph, heading and item. */
export const plainLines = (block: HelpBlock): string[] =>
  block.kind === 'list' ? block.items.map(plainText) : [plainText(block.inlines)];
