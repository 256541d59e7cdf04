/** A recovery key as 24 words: 256 random bits and a checksum, in BIP 39's English list. */
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { VaultError } from './vault-error.ts';

export const recoveryWordCount = 24;

export const recoveryWordsOf = (key: Uint8Array): readonly string[] =>
  entropyToMnemonic(key, wordlist).split(' ');

const known: ReadonlySet<string> = new Set(wordlist);

/** A typed word as the list spells it. */
export const normaliseWord = (typed: string): string =>
  typed.normalize('NFKD').trim().toLowerCase();

/**
 * The key that the words stand for; numbers before them (`1. word`) are left out. Throws VaultError
 * `wrong-recovery-key` with what is wrong.
 */
export function recoveryKeyOf(typed: string): Uint8Array {
  const words = normaliseWord(typed)
    .split(/[\s,;]+/)
    .map((word) => word.replace(/^\d+[.:)]?/, ''))
    .filter((word) => word !== '');
  const unknown = words.findIndex((word) => !known.has(word));
  if (unknown !== -1) {
    throw wrong(`Word ${unknown + 1} is not a word of a recovery key. Check its spelling.`);
  }
  if (words.length !== recoveryWordCount) {
    throw wrong(`Enter all ${recoveryWordCount} words. ${countOf(words.length)}`);
  }
  try {
    return mnemonicToEntropy(words.join(' '), wordlist);
  } catch {
    throw wrong('A word is wrong, or two are in each other’s place. Compare each with your copy.');
  }
}

const countOf = (count: number): string =>
  count === 1 ? '1 word was entered.' : `${count} words were entered.`;

const wrong = (sentence: string): VaultError => new VaultError('wrong-recovery-key', sentence);
