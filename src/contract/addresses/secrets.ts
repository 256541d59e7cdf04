/**
 * Private keys and seed phrases, pasted by mistake in place of an address. Recognised by shape and not by
 * checksum, because a mistyped key is nearly the key. Callers refuse one, and neither store, log nor repeat
 * it.
 */
import { withoutInvisible } from './clean.ts';

export const secretKinds = [
  'evm-private-key',
  'solana-private-key',
  'bitcoin-private-key',
  'stellar-secret-seed',
  'extended-key',
  'seed-phrase',
  'move-private-key',
] as const;
export type SecretKind = (typeof secretKinds)[number];

interface Shape {
  readonly kind: SecretKind;
  readonly shape: RegExp;
  /** Other values look the same, so it counts only as the whole text. */
  readonly isAlone?: true;
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';

const shapes: readonly Shape[] = [
  // Also a Tron account's key. A transaction hash looks the same, and is not an address either.
  { kind: 'evm-private-key', shape: /^(?:0x)?[0-9a-f]{64}$/i, isAlone: true },
  { kind: 'stellar-secret-seed', shape: /^S[A-Z2-7]{55}$/i },
  // WIF, and BIP 38.
  {
    kind: 'bitcoin-private-key',
    shape: new RegExp(`^(?:[59]${base58}{50}|[KLc]${base58}{51}|6P${base58}{56})$`),
  },
  { kind: 'extended-key', shape: new RegExp(`^[xyztuv](?:prv|pub)${base58}{90,120}$`, 'i') },
  // Sui (bech32), and Aptos with its prefix (AIP-80).
  {
    kind: 'move-private-key',
    shape:
      /^(?:suiprivkey1[02-9ac-hj-np-z]{40,80}|(?:ed25519|secp256k1)-priv-(?:0x)?[0-9a-f]{64})$/i,
  },
  // 64 bytes: the seed and the public key. A transaction's signature looks the same.
  { kind: 'solana-private-key', shape: new RegExp(`^${base58}{86,88}$`), isAlone: true },
];

/** 32 or 64 bytes as a list of numbers: a key file of Solana. */
const byteList = /^\[?(?:\d{1,3},){31}(?:(?:\d{1,3},){32})?\d{1,3}\]?$/;

/** What people write before a secret: a few words, then a colon, an equals sign or a new line. */
const label =
  /^[^:=\n]{0,40}?(?:seed|phrase|mnemonic|recovery|backup|secret|priv|key|pk)[^:=\n]{0,40}(?:[:=]+|\n)\s*/i;

/** Lengths of a seed phrase in words (BIP 39). */
const phraseLengths: readonly number[] = [12, 15, 18, 21, 24];

/** Words of the lists of BIP 39: Latin ones without their accents, and those of other scripts. */
const phraseWord =
  /^(?:[a-z]{3,8}|\p{Script=Hiragana}{2,10}|\p{Script=Hangul}{2,30}|\p{Script=Han})$/u;

/** Frequent words outside the BIP 39 lists, so that a sentence is not taken for a seed phrase. */
const proseWords: ReadonlySet<string> = new Set(
  'the and for with from was were has had his her our not are but its did does'.split(' '),
);

/** A seed phrase pasted without spaces: only lower-case letters, and many. */
const runTogether = /^[a-z]{36,240}$/;

/**
 * The kind of secret that the text is, or contains as a separate word; null for none. Cheap enough for every
 * field of every row. By default a seed phrase is recognised by its shape, for address fields, where nobody
 * writes sentences.
 */
export function secretIn(
  text: string,
  isPhrase: (text: string) => boolean = looksLikePhrase,
): SecretKind | null {
  const trimmed = withoutInvisible(text).trim();
  if (trimmed.length < 12) return null;
  const found = secretOf(trimmed, isPhrase);
  if (found !== null) return found;
  const unlabelled = trimmed.replace(label, '');
  return unlabelled === trimmed ? null : secretOf(unlabelled, isPhrase);
}

function secretOf(trimmed: string, isPhrase: (text: string) => boolean): SecretKind | null {
  const whole = trimmed.replace(/[\s"'`]+/g, '');
  const kind = shapes.find(({ shape }) => shape.test(whole))?.kind ?? null;
  // Words without spaces may have the length and letters of a key.
  if (kind !== null && isPhrase(trimmed)) return 'seed-phrase';
  if (kind !== null) return kind;
  if (byteList.test(whole)) return 'solana-private-key';
  if (isPhrase(trimmed)) return 'seed-phrase';
  return embedded(trimmed);
}

function embedded(text: string): SecretKind | null {
  for (const word of text.split(/[\s"'`,;:=()<>]+/)) {
    if (word.length < 51) continue;
    const found = shapes.find(({ shape, isAlone }) => isAlone !== true && shape.test(word));
    if (found !== undefined) return found.kind;
  }
  return null;
}

/**
 * A word of letters and digits in a longer text: `sure` where only a private key looks like it, `unsure`
 * where a transaction's hash or signature does as well; null for neither.
 */
export function wordSecretIn(word: string): 'sure' | 'unsure' | null {
  const found = shapes.find(({ shape }) => shape.test(word));
  if (found === undefined) return null;
  return found.isAlone === true ? 'unsure' : 'sure';
}

function looksLikePhrase(text: string): boolean {
  if (runTogether.test(text)) return true;
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // Numbered, as wallets print them.
    .replace(/(?<![\p{L}\d])\d{1,2}[.):]?(?=\s|\p{L})/gu, ' ')
    .split(/[\s,;|"'`]+/)
    .filter((word) => word !== '');
  return (
    phraseLengths.includes(words.length) &&
    words.every((word) => phraseWord.test(word) && !proseWords.has(word))
  );
}
