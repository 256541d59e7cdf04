/** Seed phrases (BIP 39) cut out of longer texts, by the word lists of every language. */
import { validateMnemonic } from '@scure/bip39';
import {
  type Budget,
  holdsSeedPhrase,
  isRunTogether,
  lengths,
  lists,
  MAX_TRIES,
  plain,
  type WordList,
} from './seed-phrases.ts';

/** So many letters on end: the words of a phrase without their spaces. */
const runTogether = /(?<![a-z])[a-z]{36,240}(?![a-z])/gi;

interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** `mark` stands where a phrase was. A text that is one phrase, some of it mistyped, goes as a whole. */
export function cutSeedPhrases(text: string, mark: string): string {
  // As checksums: beyond, what could be a phrase counts as one.
  let runs = 0;
  const rest = text.replace(runTogether, (word) => {
    runs += 1;
    return runs > MOST_RUNS || isRunTogether(word.toLowerCase()) ? mark : word;
  });
  const words = wordsOf(rest);
  if (words.length < SHORTEST) return rest;
  const cut = cutRanges(rest, phrasesIn(words), mark);
  return cut.length < LONGEST_WHOLE && holdsSeedPhrase(cut) ? mark : cut;
}

/** A phrase with mistyped words is a text of its own, and never as long. */
const LONGEST_WHOLE = 1_000;

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}]{1,1000}/gu)].map(({ 0: word, index }) => ({
    text: plain(word),
    from: index,
    to: index + word.length,
  }));

interface Range {
  readonly from: number;
  readonly to: number;
}

function phrasesIn(words: readonly Word[]): Range[] {
  const ranges: Range[] = [];
  const budget: Budget = { tries: MAX_TRIES };
  for (const list of lists()) {
    for (let at = 0; at < words.length; ) {
      const run = runAt(words, at, list);
      if (run >= SHORTEST) ranges.push(...phrasesOfRun(words.slice(at, at + run), list, budget));
      at += Math.max(run, 1);
    }
  }
  return ranges;
}

const SHORTEST = 12;
const LONGEST = 24;
const MOST_RUNS = 20;

/** How many words on end stand in the list. */
function runAt(words: readonly Word[], at: number, list: WordList): number {
  let end = at;
  for (; end < words.length; end += 1) if (!list.words.has(words[end]?.text ?? '')) break;
  return end - at;
}

/** All of a run that has a phrase in it, because a part that is left would be half of one. */
function phrasesOfRun(run: readonly Word[], list: WordList, budget: Budget): Range[] {
  // More words of a list on end than a phrase has: no sentence, whatever the checksums.
  const isOne = run.length > LONGEST || run.some((_word, at) => isPhraseAt(run, at, list, budget));
  return isOne ? [{ from: run[0]?.from ?? 0, to: run.at(-1)?.to ?? 0 }] : [];
}

const isPhraseAt = (run: readonly Word[], at: number, list: WordList, budget: Budget): boolean =>
  lengths.some(
    (count) => at + count <= run.length && isPhrase(run.slice(at, at + count), list, budget),
  );

function isPhrase(words: readonly Word[], list: WordList, budget: Budget): boolean {
  budget.tries -= 1;
  if (budget.tries < 0) return true;
  const spelled = words.map(({ text }) => list.words.get(text) ?? text);
  return validateMnemonic(spelled.join(' '), list.list);
}

function cutRanges(text: string, ranges: readonly Range[], mark: string): string {
  let rest = '';
  let at = 0;
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    if (to <= at) continue;
    if (from >= at) rest += text.slice(at, from) + mark;
    at = to;
  }
  return rest + text.slice(at);
}
