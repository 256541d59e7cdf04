/** Bodies in bytes that name an erased customer, or what belongs to one: for whoever reads deliveries themselves. */
import { idInText, serviceIdAt } from '../../../../contract/patterns.ts';
import { lastingBytes } from './lasting.ts';

/** As it crosses to threads. */
export interface ErasedNames {
  readonly ids: readonly string[];
  /** Names of fields that a person said hold an amount. */
  readonly figures: readonly string[];
}

export const nobodyErased: ErasedNames = { ids: [], figures: [] };

export interface ErasedBodies {
  isNamedIn(body: Uint8Array): boolean;
  /** Without personal data where it names one; else as it is. */
  withoutPersonalData(body: Uint8Array): Uint8Array;
}

/** A hyphen or an underscore may be part of an ID, or join two. */
const plainId = /(?<![A-Za-z])[A-Za-z]+_[A-Za-z0-9]+/g;
/** In JSON: a line break is a letter before the ID that begins the next line. */
const escaped = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/g;

/** Whether an ID that stands in a text, or in a text within JSON, is one. */
export const holdsId = (text: string, isOne: (id: string) => boolean): boolean =>
  standsIn(text, isOne) || (text.includes('\\') && standsIn(text.replaceAll(escaped, ' '), isOne));

function standsIn(text: string, isOne: (id: string) => boolean): boolean {
  const isFound = [idInText, plainId].some((pattern) => {
    for (const [id] of text.matchAll(pattern)) if (isOne(id)) return true;
    return false;
  });
  if (isFound) return true;
  for (const [, found = ''] of text.matchAll(serviceIdAt))
    if (beginsWithOne(found, isOne)) return true;
  return false;
}

/** Something may be joined to it. */
function beginsWithOne(text: string, isOne: (id: string) => boolean): boolean {
  for (let end = text.length; end > 0; end = text.slice(0, end).search(/[-_][^-_]*$/))
    if (isOne(text.slice(0, end))) return true;
  return false;
}

export function createErasedBodies({ ids, figures }: ErasedNames): ErasedBodies {
  const erased = new Set(ids);
  const options = { figures: new Set(figures) };
  const isNamedIn = (body: Uint8Array): boolean => {
    if (erased.size === 0) return false;
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
    return holdsId(text, (id) => erased.has(id));
  };
  return {
    isNamedIn,
    withoutPersonalData: (body) => (isNamedIn(body) ? lastingBytes(body, options) : body),
  };
}
