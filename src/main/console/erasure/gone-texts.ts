/** Texts that an erasure takes out of bodies, and finding them in what people wrote elsewhere. */
import { folded } from '../../../platform/folded-text.ts';
import { FOR_EVER } from '../../core/records/erased/erased-subjects.ts';
import { ERASED } from '../../core/records/erased/left-of.ts';

/** Of a bank or a company, not of a person. */
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
  /** Until when it goes out of what was written, as it stands; empty where it stays. */
  endOf(text: string): string;
  /** Whose it is; of several, whose goes last. null where that was not said. */
  ownerOf(text: string): string | null;
  /** All of them. */
  all(): readonly string[];
  /** Those that tell one person from others: nothing shorter or more common is looked for in words. */
  telling(): readonly string[];
  /** The text without those that go out of what was written then, in any case of letters. */
  scrub(text: string, at?: string): string;
}

export function createGoneTexts(): GoneTexts {
  /** Each with the moment until which it goes, and so are those that tell, folded. */
  const all = new Map<string, string>();
  const owners = new Map<string, string>();
  const telling = new Set<string>();
  const ends = new Map<string, string>();
  let pattern: RegExp | null | undefined;

  const tell = (text: string, end: string): void => {
    const plain = text.trim();
    if (plain.length < 5) return;
    pattern = undefined;
    telling.add(plain);
    extend(ends, keyOf(plain), end);
  };
  const patternNow = (): RegExp | null => {
    if (pattern !== undefined) return pattern;
    const texts = [...new Set([...telling].flatMap((text) => [text, folded(text)]))];
    const longestFirst = texts.sort((one, other) => other.length - one.length).map(asWritten);
    pattern = longestFirst.length === 0 ? null : new RegExp(longestFirst.join('|'), 'giu');
    return pattern;
  };

  return {
    add(text, key, end = FOR_EVER, owner) {
      if (owner !== undefined && (all.get(text) ?? '') < end) owners.set(text, owner);
      extend(all, text, end);
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
    endOf: (text) => all.get(text) ?? '',
    ownerOf: (text) => owners.get(text) ?? null,
    all: () => [...all.keys()],
    telling: () => [...telling],
    scrub(text, at = '') {
      const found = patternNow();
      const isGone = (one: string): boolean => at < (ends.get(keyOf(one)) ?? FOR_EVER);
      return found === null ? text : text.replace(found, (one) => (isGone(one) ? ERASED : one));
    },
  };
}

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

/** The same however it is grouped and parted. */
const keyOf = (text: string): string => folded(text).replaceAll(/[^\p{L}\p{N}@]/gu, '');

/** Fewer would be found in dates and amounts, more are no account. */
const groupedLengths = { least: 10, most: 34 } as const;

/**
 * Finds a text as banks and people write it: an account number in groups, words with other breaks or commas
 * between.
 */
function asWritten(text: string): string {
  const key = text.replaceAll(/[^A-Za-z0-9]/g, '');
  const isNumber = !text.includes('@') && key.replaceAll(/\D/g, '').length >= 6;
  const { least, most } = groupedLengths;
  if (isNumber && /^[A-Za-z0-9\s+-]+$/.test(text) && key.length >= least && key.length <= most)
    return [...key].join('[\\s-]*');
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.length === 0 ? escaped(text) : words.map(escaped).join('[\\s,;]+');
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
