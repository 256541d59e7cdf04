/** Main's own documents for the recovery key: it is shown and confirmed in one, and typed into another. */
import encodeQR from 'qr';
import type { Random } from '../../platform/random.ts';
import type { Confirmation, Confirmed } from '../core/feature/confirmation.ts';
import { invalidOf } from '../core/intents/failed.ts';
import { shortestPassphrase } from '../core/vault/new-passphrase.ts';
import {
  normaliseWord,
  recoveryKeyOf,
  recoveryWordCount,
  recoveryWordsOf,
} from '../core/vault/recovery-words.ts';
import { readNewPassphrase } from './secret-forms.ts';

/** Writing 24 words down takes a while. */
const writingMs = 30 * 60_000;

export interface NewRecoveryKey {
  readonly random: Random;
  readonly dataDir: string;
  /** When the one before was made, as people read it; null for the first. */
  readonly before: string | null;
  /** Makes it the one that opens the vault. */
  keep(recoveryKey: Uint8Array): Promise<void>;
}

/** Shows a new key; nothing is kept until two of its words are typed. */
export function newRecoveryKeyDocument(asked: NewRecoveryKey): Confirmation {
  const { random, dataDir, before, keep } = asked;
  return newWordsDocument({
    random,
    title: before === null ? 'Recovery key' : 'New recovery key',
    confirm: 'Confirm recovery key',
    facts: [
      ['Data folder', dataDir],
      ...(before === null ? [] : [['Replaces the key of', before] as const]),
    ],
    paragraphs: [
      'These 24 words open what Causeway stores here when the keychain or the passphrase is lost, and every backup that is written from now on, except those under a passphrase of their own. They are shown only now. Write them down or print this window, and store the paper away from this computer.',
      'Anyone with these words can open your data. Causeway never asks for them while it works.',
      ...(before === null
        ? []
        : [
            'Once you confirm the new key, the one before no longer opens this data folder. Backups made with the one before still need it.',
          ]),
    ],
    async keep(recoveryKey) {
      await keep(recoveryKey);
      return before === null
        ? 'The recovery key is set. Store your copy where a thief of this computer does not find it.'
        : 'The recovery key was changed. Destroy your copy of the one before, unless you keep backups of its time.';
    },
  });
}

export interface NewWords {
  readonly random: Random;
  readonly title: string;
  /** Title and button of the second page. */
  readonly confirm: string;
  readonly facts: Confirmation['facts'];
  readonly paragraphs: readonly string[];
  /** What the words are for, once two of them were typed. Gives the sentence for the last page. */
  keep(key: Uint8Array): Promise<string>;
}

/** Shows 24 new words, then asks for two of them. */
export function newWordsDocument(asked: NewWords): Confirmation {
  const { random, title, facts, paragraphs } = asked;
  const key = random.bytes(32);
  const words = recoveryWordsOf(key);
  return {
    title,
    facts,
    paragraphs,
    sheet: { words, qr: encodeQR(words.join(' '), 'svg') },
    button: 'I have written them down',
    lastsMs: writingMs,
    act: () => ({ next: checkDocument(words, key, asked) }),
  };
}

function checkDocument(
  words: readonly string[],
  key: Uint8Array,
  { random, confirm, keep }: NewWords,
): Confirmation {
  const places = twoPlaces(random);
  return {
    title: confirm,
    facts: [],
    paragraphs: ['Enter two of the words from your copy.'],
    fields: places.map((place) => ({
      name: `word-${place + 1}`,
      label: `Word ${place + 1}`,
      help: null,
      isOpen: true,
      isPartOfSecret: true,
    })),
    button: confirm,
    lastsMs: writingMs,
    async act(fields) {
      for (const place of places) {
        const typed = normaliseWord(fields.get(`word-${place + 1}`) ?? '');
        if (typed === words[place]) continue;
        throw invalid(
          `Word ${place + 1} does not match. Check your copy, and enter both words again.`,
        );
      }
      return { sentence: await keep(key) };
    },
  };
}

/** Two places of words, the earlier first. */
function twoPlaces(random: Random): readonly number[] {
  const [one = 0, other = 0] = random.bytes(2);
  const first = one % recoveryWordCount;
  const second = (first + 1 + (other % (recoveryWordCount - 1))) % recoveryWordCount;
  return [first, second].toSorted((a, b) => a - b);
}

/** All words are typed. */
export const wordsField = {
  name: 'words',
  label: 'Recovery key',
  help: `All ${recoveryWordCount} words in their order, with blanks between them.`,
  isLong: true,
};

export interface EnteredRecoveryKey {
  readonly dataDir: string;
  readonly madeAt: string;
  /** Files under passphrases of before, that earlier recoveries kept. */
  readonly keptFiles: readonly string[];
  /** What is open and holds the secrets; null where they go under a new passphrase, because nothing is. */
  readonly opened: 'keychain' | 'passphrase' | null;
  check(recoveryKey: Uint8Array): void;
  recover(recoveryKey: Uint8Array, passphrase: string | null): Promise<void>;
}

export function enteredRecoveryKeyDocument(asked: EnteredRecoveryKey): Confirmation {
  const { dataDir, madeAt, keptFiles, opened, check, recover } = asked;
  const needsPassphrase = opened === null;
  const holder = opened === 'passphrase' ? 'file under the passphrase' : 'keychain';
  return {
    title: 'Use recovery key',
    facts: [
      ['Data folder', dataDir],
      ['Recovery key of', madeAt],
    ],
    paragraphs: [
      needsPassphrase
        ? 'The recovery key opens the keys and tokens stored here. Causeway then stores them under a new passphrase.'
        : `Causeway puts the keys and tokens that the ${holder} lacks back into it. What it has stays.`,
      ...(keptFiles.length === 0
        ? []
        : [
            `Each of these files of an earlier recovery still opens with its own passphrase: ${keptFiles.join(', ')}. Delete those that you no longer need.`,
          ]),
    ],
    fields: [
      wordsField,
      ...(needsPassphrase
        ? [
            {
              name: 'passphrase',
              label: 'New passphrase',
              help: `At least ${shortestPassphrase} characters. You enter it at every start.`,
            },
            { name: 'again', label: 'Repeat new passphrase', help: null },
          ]
        : []),
    ],
    button: 'Use recovery key',
    lastsMs: writingMs,
    async act(fields): Promise<Confirmed> {
      const recoveryKey = recoveryKeyOf(fields.get('words') ?? '');
      check(recoveryKey);
      const passphrase = needsPassphrase ? readNewPassphrase(fields) : null;
      if (passphrase?.ok === false) throw invalid(passphrase.problem);
      await recover(recoveryKey, passphrase?.value ?? null);
      return {
        sentence: needsPassphrase
          ? 'Causeway is unlocked. The new passphrase opens it from now on.'
          : `What the ${holder} lacked is back in it.`,
      };
    },
  };
}

const invalid = invalidOf('recovery-key');
