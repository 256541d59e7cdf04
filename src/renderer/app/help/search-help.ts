/** Pages of the help in which every word stands. */
import type { HelpPage } from './help-pages.ts';
import { plainLines } from './parse-help.ts';

export interface HelpResult {
  readonly name: string;
  readonly title: string;
  /** The line that fits best. */
  readonly line: string;
}

const countIn = (text: string, words: readonly string[]): number =>
  words.filter((word) => text.toLowerCase().includes(word)).length;

/** Those with a word in the title first. None for a blank query. */
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
