/**
 * Cuts secrets out of a text that came from outside, and leaves the rest of it: known ones by their
 * value, others by their shape. The same text and the same known secrets give the same text.
 */
import { wordSecretIn } from '../../../../contract/addresses/secrets.ts';
import { secretInText } from '../../../../contract/patterns.ts';
import { cutSeedPhrases } from './cut-seed-phrases.ts';

/** Stands where a secret was. */
export const CUT = '[secret removed]';

export interface CutOptions {
  /** Secrets of this installation (known-secrets.ts). */
  readonly known?: readonly string[] | undefined;
  /** Name of the field that holds the text: it tells a hash from a private key. */
  readonly field?: string | undefined;
  /** Whether what may as well be a hash is left alone: for texts that Causeway wrote itself. */
  readonly keepsHashes?: boolean | undefined;
}

/**
 * What every shape below has in it; most texts have none, and are done with here. Nothing here repeats
 * without a bound: millions of the same character would end in a stack overflow, or take hours. A run is counted from
 * its beginning alone: from each of its characters it takes most of the time.
 */
const suspicious =
  /secret_|eyJ|-----BEGIN|(?<![A-Za-z0-9])[A-Za-z0-9]{51}|\[\s{0,100}\d|(?:bearer|basic)\s|:\/\/[^\s/]{0,300}@/i;

/** No secret is shorter, and no phrase: twelve signs, and what parts them. */
const SHORTEST = 10;
const SHORTEST_PHRASE = 23;
/** Twelve words of three letters without a space; no list of plain letters has shorter ones. */
const SHORTEST_PLAIN_PHRASE = 36;

export function cutSecrets(text: string, options: CutOptions = {}): string {
  const visible = visibleIn(text);
  const cut = cutVisible(visible, options);
  return cut === visible ? text : cut;
}

/** As cutSecrets, by value alone. */
export function cutByValue(text: string, known: readonly string[]): string {
  const visible = visibleIn(text);
  return holdsKnown(visible, known) ? cutKnown(visible, known) : text;
}

/** Whether a known secret stands in the text, JSON or not: one look before anything is taken apart. */
export const holdsKnown = (text: string, known: readonly string[]): boolean => {
  const visible = visibleIn(text);
  return known.some((secret) => visible.includes(secret));
};

const visibleIn = (text: string): string =>
  isPlain.test(text) ? text : text.replace(invisible, '');

/** Printable ASCII, which most texts are: nothing in it is invisible. */
const isPlain = /^[ -~]*$/;
/** Characters without a shape, which part a secret so that nobody finds it and anybody copies it. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

function cutVisible(text: string, options: CutOptions): string {
  const rest = cutKnown(text, options.known ?? []);
  if (rest.length < SHORTEST) return rest;
  const cut = suspicious.test(rest) ? cutShapes(rest, options) : rest;
  const shortest = isPlain.test(cut) ? SHORTEST_PLAIN_PHRASE : SHORTEST_PHRASE;
  return cut.length < shortest ? cut : cutSeedPhrases(cut, CUT);
}

function cutKnown(text: string, known: readonly string[]): string {
  let rest = text;
  for (const secret of known) {
    if (rest.length >= secret.length && rest.includes(secret)) rest = rest.replaceAll(secret, CUT);
  }
  return rest;
}

const cutShapes = (text: string, options: CutOptions): string =>
  cutWords(
    plainShapes.reduce((rest, shape) => rest.replace(shape, CUT), cutTokens(text)),
    options,
  );

/** Each is linear in the length of the text: what is hostile must not take longer than it is long. */
const plainShapes: readonly RegExp[] = [
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,20}-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,60}-----)?/g,
  new RegExp(secretInText, 'g'),
  // Credentials as they are sent; "Bearer authentication" is none.
  /(?<=\b(?:bearer|basic)\s{1,20})(?=[a-z._~+/-]{0,23}[0-9=]|[a-z._~+/-]{24})[a-z0-9._~+/=-]{8,100000}/gi,
  // The password of a URL.
  /(?<=:\/\/[^\s/@:]{0,100}:)[^\s/@]{1,200}(?=@)/g,
  // The 64 bytes of a key file of Solana.
  /\[\s{0,100}(?:\d{1,3}\s{0,100},\s{0,100}){63}\d{1,3}\s{0,100}\]/g,
];

/** Signed or encrypted (Interface 5.1); tried once a run of such characters, whatever it begins with. */
const dotted =
  /(?<![A-Za-z0-9_-])(?=([A-Za-z0-9_-]{6,100000}))\1(?:\.[A-Za-z0-9_-]{0,100000}){1,100}/g;
const tokenIn = /eyJ(?=([A-Za-z0-9_-]{6,100000}))\1\./;

function cutTokens(text: string): string {
  if (!text.includes('eyJ')) return text;
  return text.replace(dotted, (run) => {
    const at = run.search(tokenIn);
    return at === -1 ? run : run.slice(0, at) + CUT;
  });
}

/** So many characters before a word tell what it is. */
const BEFORE = 48;
const saysSecret = /priv|secret|seed|mnemonic|recovery|passphrase|signing.?key|\bpk\b/i;
/** What has the form of a private key and is none: hashes, signatures, and addresses of some chains. */
const saysOther =
  /hash|tx|trans(?:action|fer)|signature|digest|checksum|sha-?\d|block|proof|public|address|wallet|destination|recipient|sender|trace|request|refer|fingerprint|etag|nonce|ledger|object|package|contract|(?:^|[^a-z])(?:id|ref|to|from|at)$|(?:Id|Ref|To|From)$/;
const toldIn = (text: string): 'secret' | 'other' | null => {
  if (saysSecret.test(text)) return 'secret';
  return saysOther.test(text) || saysOther.test(text.toLowerCase().trimEnd()) ? 'other' : null;
};

function cutWords(text: string, { field = '', keepsHashes = false }: CutOptions): string {
  return text.replace(/[A-Za-z0-9]{51,100000}/g, (word, at: number) => {
    const found = wordSecretIn(word);
    if (found === null) return word;
    if (found === 'sure') return CUT;
    const before = text.slice(Math.max(0, at - BEFORE), at);
    const told = toldIn(before) ?? toldIn(field);
    if (told !== null) return told === 'secret' ? CUT : word;
    // `event_` and the like before it: an id.
    return keepsHashes || /[A-Za-z0-9][_-]$/.test(before) ? word : CUT;
  });
}

/** What a shape has in it and most texts have not. */
const tellTale = ['secret_', 'eyJ', '-----BEGIN'];
const credentialsInUrl = /:\/\/[^\s/]{0,300}@/;
const listOfNumbers = /\[\s{0,100}\d/;

/**
 * Whether any string in a text of JSON may hold a secret; what is not plain, or spelled in escapes, may. One quick
 * look before they are looked at one by one, for where every microsecond of a million deliveries counts. It says
 * yes too often, and never no wrongly.
 */
export const mayHoldSecret = (json: string, known: readonly string[]): boolean =>
  isOdd(json) ||
  tellTale.some((part) => json.includes(part)) ||
  (json.includes('@') && credentialsInUrl.test(json)) ||
  (json.includes('[') && listOfNumbers.test(json)) ||
  known.some((secret) => json.includes(secret));

/** Letters and digits on end that may be a key. */
const LONG = 51;
/** Letters on end that may be a phrase without its spaces. */
const LONG_WORD = 36;
/** Words of one string that may be a phrase, of so many letters at least: of twelve, two may be mistyped. */
const WORDS = 10;
const LETTERS = 3;

/** What a sign is: 0 odd, 1 a letter, 2 a digit, 3 a quote, 4 a space, 5 another. */
const kinds = Uint8Array.from({ length: 128 }, (_none, code) => {
  const sign = String.fromCharCode(code);
  if (/[A-Za-z]/.test(sign)) return 1;
  if (/\d/.test(sign)) return 2;
  if (sign === '"') return 3;
  if (sign === ' ') return 4;
  return /[!-~\r\n\t]/.test(sign) && sign !== '\\' ? 5 : 0;
});

/** A sign that is not plain, a run or a sentence that is too long, or what comes before credentials. */
function isOdd(json: string): boolean {
  let run = 0;
  let letters = 0;
  let words = 0;
  for (let at = 0; at < json.length; at += 1) {
    const kind = kinds[json.charCodeAt(at)] ?? 0;
    if (kind === 4 && letters >= 5 && credentials.test(json.slice(at - 6, at))) return true;
    run = kind <= 2 ? run + 1 : 0;
    letters = kind === 1 ? letters + 1 : 0;
    words = kind === 3 ? 0 : words + Number(letters === LETTERS && kind === 1);
    if (kind === 0 || isTooLong(run, letters, words)) return true;
  }
  return false;
}

const isTooLong = (run: number, letters: number, words: number): boolean =>
  run >= LONG || letters >= LONG_WORD || words >= WORDS;

const credentials = /(?:bearer|basic)$/i;
