/**
 * Whether a text is, or holds, a seed phrase (BIP 39), by the word lists of every language. Some words
 * may be mistyped, because a mistyped phrase is nearly the phrase; a sentence of plain words is none,
 * because what holds a sentence together stands in no list.
 */
import { validateMnemonic } from '@scure/bip39';
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js';
import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import { wordlist as french } from '@scure/bip39/wordlists/french.js';
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js';
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js';
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js';
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js';
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js';
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js';
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js';

/** Lower case, without accents: how people type a word of a list. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export interface WordList {
  /** Words as they are typed → as they stand in the list. */
  readonly words: ReadonlyMap<string, string>;
  /** The first four letters tell the words of a list apart, and plates of steel hold no more. */
  readonly beginnings: ReadonlySet<string>;
  readonly list: string[];
}

const listOf = (list: string[]): WordList => {
  const words = new Map(list.map((word) => [plain(word), word]));
  return { list, words, beginnings: new Set([...words.keys()].map((word) => word.slice(0, 4))) };
};

/** Made when first needed: most threads never see a text that long, and 20,000 words cost each its start. */
const onFirstUse = (make: () => readonly WordList[]): (() => readonly WordList[]) => {
  let made: readonly WordList[] | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Lists whose words are also found where they are written without spaces (`isRunTogether`). */
const latin = onFirstUse(() => [english, french, italian, spanish, portuguese, czech].map(listOf));
export const lists = onFirstUse(() => [
  ...latin(),
  ...[japanese, korean, simplifiedChinese, traditionalChinese].map(listOf),
]);

/** How many words a phrase has. */
export const lengths: readonly number[] = [12, 15, 18, 21, 24];
const shortest = 12;

/** Checksums that are tried in one text: a hostile one must not take hours. Beyond, what could be a phrase counts as one. */
export const MAX_TRIES = 100;
export interface Budget {
  tries: number;
}

/** Words of a whole text that may be mistyped: of twelve, two. */
const mistyped = (count: number): number => Math.floor(count / 6);

export function holdsSeedPhrase(text: string): boolean {
  const written = text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== '');
  const words = written.map(plain);
  if (words.length === 1) return isRunTogether(words[0] ?? '');
  if (words.length < shortest) return false;
  const isWhole = lengths.includes(words.length) && !isUneven(written);
  const budget = { tries: MAX_TRIES };
  return lists().some((list) => {
    const known = words.map(isOfList(list, words));
    const hits = known.filter((isKnown) => isKnown).length;
    if (isWhole && hits >= words.length - mistyped(words.length)) return true;
    return hasPhraseWithin(list, words, known, budget);
  });
}

/** Where all words are short, they may be beginnings. */
function isOfList({ words, beginnings }: WordList, all: readonly string[]) {
  const isShortened = all.every((word) => word.length <= 4);
  return (word: string): boolean => words.has(word) || (isShortened && beginnings.has(word));
}

const capital = /^\p{Lu}/u;

/** Some words begin with a capital and some do not: of a phrase that is the first at most. */
const isUneven = ([, ...words]: readonly string[]): boolean =>
  new Set(words.map((word) => capital.test(word))).size > 1;

/** So many words of the list on end that their checksum is right, among whatever others. */
function hasPhraseWithin(
  { words: spelled, list }: WordList,
  words: readonly string[],
  known: readonly boolean[],
  budget: Budget,
): boolean {
  let run = 0;
  return words.some((_word, index) => {
    run = known[index] === true ? run + 1 : 0;
    return lengths.some((length) => {
      if (length > run) return false;
      budget.tries -= 1;
      if (budget.tries < 0) return true;
      const phrase = words.slice(index + 1 - length, index + 1);
      return validateMnemonic(phrase.map((word) => spelled.get(word) ?? word).join(' '), list);
    });
  });
}

/** Letters of a phrase without its spaces: at least twelve words of three, at most 24 of ten. */
const longEnough = /^[a-z]{36,240}$/;

/** Nearly all of it can be cut into words of one list. */
export function isRunTogether(word: string): boolean {
  return longEnough.test(word) && latin().some(({ words }) => covered(word, words) >= 0.9);
}

/** The largest part of the letters that words of the list can cover side by side. */
function covered(text: string, words: WordList['words']): number {
  const best = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let most = best[end - 1] ?? 0;
    for (let length = 3; length <= Math.min(10, end); length += 1) {
      const before = best[end - length] ?? 0;
      if (before + length > most && words.has(text.slice(end - length, end))) {
        most = before + length;
      }
    }
    best.push(most);
  }
  return (best.at(-1) ?? 0) / text.length;
}
