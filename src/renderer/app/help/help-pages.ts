/** The pages of docs/help, which a build takes along. A page goes by the last part of a feature's address. */
import { features } from '../features.ts';
import { around } from '../fragment.ts';
import { type HelpBlock, parseHelp, plainLines } from './parse-help.ts';

interface HelpResult {
  readonly name: string;
  readonly title: string;
  /** The line that fits best. */
  readonly line: string;
}

const countIn = (text: string, words: readonly string[]): number =>
  words.filter((word) => text.toLowerCase().includes(word)).length;

/** Pages of the help in which every word stands, those with a word in the title first; none for a blank query. */
export function searchHelp(pages: readonly HelpPage[], query: string): HelpResult[] {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  return pages
    .map(({ name, title, blocks }) => {
      const lines = blocks.slice(1).flatMap(plainLines);
      const best = Math.max(0, ...lines.map((line) => countIn(line, words)));
      return {
        fits: countIn([title, ...lines].join('\n'), words) === words.length,
        inTitle: countIn(title, words),
        best,
        // Where the title alone fits, what the page begins with says most.
        result: { name, title, line: lines.find((line) => countIn(line, words) === best) ?? '' },
      };
    })
    .filter(({ fits }) => fits)
    .toSorted((one, other) => other.inTitle - one.inTitle || other.best - one.best)
    .map(({ result }) => result);
}

export interface HelpPage {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly HelpBlock[];
}

const files: Readonly<Record<string, string>> = import.meta.glob('../../../../docs/help/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Name of a help page from its file or a link: `payouts` from `docs/help/payouts.md` or `payouts.md`. */
export const pageName = (file: string): string => file.replace(/^.*\/|\.md$/g, '');

export const helpNameOf = ({ root }: { readonly root: string }): string => pageName(root);

const named = new Map(
  Object.entries(files).map(([file, markdown]) => {
    const blocks = parseHelp(markdown);
    const [title = ''] = blocks.slice(0, 1).flatMap(plainLines);
    const name = pageName(file);
    return [name, { name, title, blocks } satisfies HelpPage] as const;
  }),
);

export const helpPage = (name: string): HelpPage | undefined => named.get(name);

/** What is read before any screen is known, and where a screen has no page. */
export const general = 'first-steps';

/** Parts of a screen with a page of their own. */
const pagesOfParts = new Map([
  ['/settings/notices', 'notices'],
  ['/reports/evidence', 'evidence'],
  ['/settings/backup', 'recovery'],
  ['/settings/lock', 'lock'],
  ['/settings/lock/passphrase', 'lock'],
]);

/** The general one, then in the order of the rail, then those of parts. */
export const helpPages: readonly HelpPage[] = [
  ...new Set([
    general,
    ...features.map(({ paths }) => helpNameOf(paths)),
    ...pagesOfParts.values(),
  ]),
].flatMap((name) => helpPage(name) ?? []);

/** Name of a location's help page: a part's own, else that of the innermost feature with a page, else `general`. */
export function helpNameAt(location: string): string {
  const ofPart = pagesOfParts.get(location);
  if (ofPart !== undefined) return ofPart;
  const withPage = around(location, features).find(({ paths }) => helpPage(helpNameOf(paths)));
  return withPage === undefined ? general : helpNameOf(withPage.paths);
}
