/** Texts that an erasure takes out of bodies, and finding them in what people wrote elsewhere. */
import { folded } from '../../../platform/folded-text.ts';
import { canonicalEmail } from '../../core/creates/same-value.ts';
import { FOR_EVER } from '../../core/records/erased/erased-subjects.ts';
import { ERASED } from '../../core/records/erased/left-of.ts';

/** Keys of fields of a bank or a company, not of a person. */
const ofOthers = /routing|bic|swift|bankName|bankAddress|url$/i;
const nameParts = [
  ['firstName', 'lastName'],
  ['first_name', 'last_name'],
  ['givenName', 'familyName'],
] as const;

export interface GoneTexts {
  /** A field of a body that goes, out of what was written before `end`; none: out of all. @param owner a customer */
  add(text: string, key: string, end?: string, owner?: string): void;
  /** Fields that belong together, for names in two parts. */
  addNames(body: object, end?: string): void;
  /** Stops looking in words for a text that somebody else has as well, as a pooled account number. */
  keep(text: string): void;
  /** Moment before which the text, as it stands, goes out of what was written; empty where it stays. */
  endOf(text: string): string;
  /** As `endOf`, for an email in any case and a number however it is written. */
  endOfPerson(text: string): string;
  /** Customer whose text it is; of several, the one whose text goes last. null where none was given. */
  ownerOf(text: string): string | null;
  /** As `ownerOf`, for an email in any case and a number however it is written. */
  ownerOfPerson(text: string): string | null;
  /** All texts that go. */
  all(): readonly string[];
  /** Texts that tell one person from others: nothing shorter or more common is looked for in words. */
  telling(): readonly string[];
  /** The text without those that go out of what was written then, in any case of letters. */
  scrub(text: string, at?: string): string;
}

export function createGoneTexts(): GoneTexts {
  /** Each with the moment until which it goes, and so are those that tell, folded. */
  const all = new Map<string, string>();
  const owners = new Map<string, string>();
  /** As they were said, by what is the same of a person. */
  const ofPerson = new Map<string, Set<string>>();
  const telling = new Set<string>();
  const ends = new Map<string, string>();
  const kept = new Set<string>();
  let patterns: Patterns | undefined;

  const saidAs = (text: string): string[] => [
    text,
    ...sameOfPerson(text).flatMap((same) => [...(ofPerson.get(same) ?? [])]),
  ];
  const tell = (text: string, end: string): void => {
    const plain = text.trim();
    const keys = keysOf(plain);
    if (plain.length < 5 || keys.some((key) => kept.has(key))) return;
    patterns = undefined;
    telling.add(plain);
    for (const key of keys) extend(ends, key, end);
  };
  const patternsOf = (): Patterns => {
    const texts = [...new Set([...telling].flatMap((text) => [text, folded(text)]))];
    return {
      words: anyOf(texts, wordsOf),
      numbers: anyOf(texts.filter(isGrouped).flatMap(bareOf), (bare) => `(?:00)?${bare}`),
    };
  };

  return {
    add(text, key, end = FOR_EVER, owner) {
      if (owner !== undefined && (all.get(text) ?? '') < end) owners.set(text, owner);
      extend(all, text, end);
      for (const same of sameOfPerson(text))
        ofPerson.set(same, (ofPerson.get(same) ?? new Set()).add(text));
      if (!ofOthers.test(key) && isTelling(text, key)) tell(text, end);
    },
    addNames(body, end = FOR_EVER) {
      const fields = new Map<string, unknown>(Object.entries(body));
      for (const [first, last] of nameParts) {
        const both = [fields.get(first), fields.get(last)].filter((one) => typeof one === 'string');
        if (both.length === 2) {
          tell(both.join(' '), end);
          for (const sign of [', ', ' ']) tell(both.toReversed().join(sign), end);
          extend(all, both.join(' '), end);
        }
      }
      for (const inner of fields.values()) {
        if (typeof inner === 'object' && inner !== null) this.addNames(inner, end);
      }
    },
    keep(text) {
      const keys = keysOf(text);
      for (const key of keys) kept.add(key);
      if (!keys.some((key) => ends.has(key))) return;
      patterns = undefined;
      for (const one of telling) {
        const own = keysOf(one);
        if (!own.some((key) => kept.has(key))) continue;
        telling.delete(one);
        for (const key of own) ends.delete(key);
      }
    },
    endOf: (text) => all.get(text) ?? '',
    endOfPerson: (text) =>
      saidAs(text)
        .map((one) => all.get(one) ?? '')
        .reduce(later, ''),
    ownerOf: (text) => owners.get(text) ?? null,
    ownerOfPerson: (text) => saidAs(text).flatMap((one) => owners.get(one) ?? [])[0] ?? null,
    all: () => [...all.keys()],
    telling: () => [...telling],
    scrub(text, at = '') {
      patterns ??= patternsOf();
      const { words, numbers } = patterns;
      const endIn = (one: string): string =>
        keysOf(one).flatMap((key) => ends.get(key) ?? [])[0] ?? FOR_EVER;
      const left = (one: string): string => (at < endIn(one) ? ERASED : one);
      const plain = words === null ? text : text.replace(words, left);
      if (numbers === null) return plain;
      const rest = replaceGrouped(plain, numbers, left);
      const read = rest.replaceAll(ownZero, '   ');
      return read === rest ? rest : replaceGrouped(rest, numbers, left, read);
    },
  };
}

export const later = (one: string, other: string): string => (one < other ? other : one);

/** The latest of several moments stands. */
export function extend(ends: Map<string, string>, of: string, end: string): void {
  if ((ends.get(of) ?? '') < end) ends.set(of, end);
}

/** Addresses of mail, numbers, wallets, lines of postal addresses, and whole names. */
function isTelling(text: string, key: string): boolean {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '').length;
  if (text.includes('@') || digits >= 6) return true;
  if (!text.includes(' ')) return text.length >= 16;
  return /name|holder|beneficiary|party|line1|street/i.test(key) && text.length >= 6;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** `00` in place of the `+` of a phone number. */
const withoutPrefix = (text: string): string => text.replace(/^00(?=[0-9]{10})/, '');
/** The zero that is dialled within a country alone, after the number of that country: `+44 (0)20`. */
const ownZero = /\(0\)(?<=(?<!\d)(?:00)?[1-9]\d{0,2}[\s)./-]{0,3}\(0\))/g;
/** Key of a text: the same however the text is grouped and parted. */
const keyOf = (text: string): string =>
  withoutPrefix(folded(text).replaceAll(/[^\p{L}\p{N}@]/gu, ''));
/** Keys of a text; of a phone number also without the zero that is dialled within a country. */
const keysOf = (text: string): readonly string[] => [
  keyOf(text),
  keyOf(folded(text).replaceAll(ownZero, '')),
];

/** What a text is found by; null for nothing. */
interface Patterns {
  /** Texts with any breaks or commas between their words. */
  readonly words: RegExp | null;
  /** Account numbers without what groups them: in a text without that. */
  readonly numbers: RegExp | null;
}

/** The longest is found before what is a part of it. */
function anyOf(texts: readonly string[], patternOf = escaped): RegExp | null {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  const some = longestFirst.map(patternOf).filter((part) => part !== '');
  return some.length === 0 ? null : new RegExp(some.join('|'), 'giu');
}

/** A number is no piece of a longer one. */
function wordsOf(text: string): string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const pattern = words.map(escaped).join('[\\s,;]+');
  return isGrouped(text) ? String.raw`(?<!\p{N})${pattern}(?!\p{N})` : pattern;
}

/** Banks write account numbers in groups, and break them; people group phone numbers by other signs. */
const gap = /[\s+()./-]/g;
const noGap = /[^\s+()./-]/g;
/** Fewer would be found in dates and amounts, more are no account. */
const grouped = /^(?=(?:\D*\d){6})[A-Za-z0-9]{10,34}$/;
const isGrouped = (text: string): boolean => grouped.test(text.replaceAll(gap, ''));

const bareOf = (text: string): string[] =>
  [text, text.replaceAll(ownZero, '')].map((one) => withoutPrefix(one.replaceAll(gap, '')));

const isInside = /[\p{L}\p{N}]{2}/u;

/** @param read the text with gaps in place of signs that don't count, as long as the text itself */
function replaceGrouped(
  text: string,
  pattern: RegExp,
  left: (one: string) => string,
  read = text,
): string {
  const found = [...read.replaceAll(gap, '').matchAll(pattern)].toReversed();
  if (found.length === 0) return text;
  const places = Array.from(read.matchAll(noGap), ({ index }) => index);
  return found.reduce((all, { 0: bare, index }) => {
    const from = places[index] ?? 0;
    const to = (places[index + bare.length - 1] ?? 0) + 1;
    // A piece of another number, which groups of this one make up.
    if ([from, to].some((at) => isInside.test(text.slice(Math.max(at - 1, 0), at + 1)))) return all;
    const one = all.slice(from, to);
    // A bracket that opens just before it closes in it.
    const before = all.slice(0, from).replace(/^[^(]*\)/.test(one) ? /\+?\(\+?$/ : '', '');
    return before + left(one) + all.slice(to);
  }, text);
}

/** An email without case, a number without what groups it; fewer digits tell nobody otherwise written. */
function sameOfPerson(text: string): string[] {
  if (text.includes('@')) return [canonicalEmail(text)];
  return text.replaceAll(/\D/g, '').length < 6
    ? []
    : bareOf(text).map((bare) => bare.toLowerCase());
}

/** The same over all texts of a JSON value. */
export function scrubJson(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((one) => scrubJson(one, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, scrubJson(inner, scrub)]),
  );
}
