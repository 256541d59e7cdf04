/** Texts that an erasure takes out of bodies, and finding them in what people wrote elsewhere. */
import { folded } from '../../../platform/folded-text.ts';
import { ERASED } from '../../core/records/erased/left-of.ts';

/** Of a bank or a company, not of a person. */
const ofOthers = /routing|bic|swift|bankName|bankAddress|url$/i;
const nameParts = [
  ['firstName', 'lastName'],
  ['first_name', 'last_name'],
  ['givenName', 'familyName'],
] as const;

export interface GoneTexts {
  /** A field of a body that goes. */
  add(text: string, key: string): void;
  /** Fields that belong together, for names in two parts. */
  addNames(body: object): void;
  /** Whether it is among what went, as it stands. */
  has(text: string): boolean;
  /** All of them. */
  all(): readonly string[];
  /** Those that tell one person from others: nothing shorter or more common is looked for in words. */
  telling(): readonly string[];
  /** The text without those, in any case of letters. */
  scrub(text: string): string;
}

export function createGoneTexts(): GoneTexts {
  const all = new Set<string>();
  const telling = new Set<string>();
  let pattern: RegExp | null | undefined;

  const tell = (text: string): void => {
    const plain = text.trim();
    if (plain.length < 5) return;
    pattern = undefined;
    telling.add(plain);
  };
  const patternNow = (): RegExp | null => {
    if (pattern !== undefined) return pattern;
    const texts = [...new Set([...telling].flatMap((text) => [text, folded(text)]))];
    const longestFirst = texts.sort((one, other) => other.length - one.length).map(escaped);
    pattern = longestFirst.length === 0 ? null : new RegExp(longestFirst.join('|'), 'giu');
    return pattern;
  };

  return {
    add(text, key) {
      all.add(text);
      if (!ofOthers.test(key) && isTelling(text, key)) tell(text);
    },
    addNames(body) {
      const fields = new Map<string, unknown>(Object.entries(body));
      for (const [first, last] of nameParts) {
        const both = [fields.get(first), fields.get(last)].filter((one) => typeof one === 'string');
        if (both.length === 2) {
          tell(both.join(' '));
          tell(both.toReversed().join(', '));
          all.add(both.join(' '));
        }
      }
      for (const inner of fields.values()) {
        if (typeof inner === 'object' && inner !== null) this.addNames(inner);
      }
    },
    has: (text) => all.has(text),
    all: () => [...all],
    telling: () => [...telling],
    scrub(text) {
      const found = patternNow();
      return found === null ? text : text.replace(found, ERASED);
    },
  };
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

/** The same over all texts of a JSON value. */
export function scrubJson(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((one) => scrubJson(one, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, scrubJson(inner, scrub)]),
  );
}
