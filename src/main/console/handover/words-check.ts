/**
 * A computer's words, for a person to compare. Of one that is not known yet two are left out: the person
 * types them as the other computer shows them, so that nobody confirms what nobody looked at.
 */
import type { Random } from '../../../platform/random.ts';
import type { SecretField } from '../../core/feature/confirmation.ts';
import { Failed } from '../../core/intents/failed.ts';
import { normaliseWord } from '../../core/vault/recovery-words.ts';

export interface WordsCheck {
  /** All of them, in order; `…` in the place of those that are asked. */
  readonly shown: readonly string[];
  readonly fields: readonly SecretField[];
  /** Throws Failed INVALID. */
  require(fields: URLSearchParams): void;
}

export const numbered = (words: readonly string[]): string =>
  words.map((word, at) => `${at + 1} ${word}`).join('  ');

/** What a person is told of where the words stand, and of wrong ones. */
interface WordsPlace {
  readonly help: string;
  readonly wrong: string;
}

const inHandover: WordsPlace = {
  help: 'As the other computer shows it under Settings, Hand-over.',
  wrong:
    'These are not the words of this card. Compare all of them. If they differ on the other computer, someone changed the card or the file on its way: cancel.',
};

export function checkOfWords(
  words: readonly string[],
  isKnown: boolean,
  random: Random,
  { help, wrong }: WordsPlace = inHandover,
): WordsCheck {
  const asked = isKnown ? [] : twoOf(words.length, random);
  return {
    shown: words.map((word, at) => (asked.includes(at) ? '…' : word)),
    fields: asked.map((at) => ({
      name: `word-${at + 1}`,
      label: `Word ${at + 1}`,
      isOpen: true,
      help,
    })),
    require(fields) {
      const isRight = asked.every(
        (at) => normaliseWord(fields.get(`word-${at + 1}`) ?? '') === words[at],
      );
      if (isRight) return;
      throw new Failed('INVALID', { sentence: wrong, cause: 'words' });
    },
  };
}

function twoOf(count: number, random: Random): readonly number[] {
  const [one = 0, other = 0] = random.bytes(2);
  const first = one % count;
  return [first, (first + 1 + (other % (count - 1))) % count].toSorted((a, b) => a - b);
}
