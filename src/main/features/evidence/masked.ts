/**
 * What a pack shows where personal data is left out: the structure, and values that name nobody. Whatever
 * is not known to be harmless is masked.
 */
import type { Json } from '../../../bridge/scalars.ts';

/** Stands where a value was. */
export const MASKED = '•••';

/** IDs of the service, and moments. */
const identifier =
  /^(?:customer|virtualAccount|bankAccount|event|webhook|wallet|address|payout|paymentLink|request)_[A-Za-z0-9]{1,64}$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:\d\d)$/;
/** Keys of words that the service or Causeway chose from a list. */
const listedWord =
  /^(?:status|state|type|kind|source|operation|action|network|currency|keeping|role|how|verdict|name|eventName|weight|path|notion|field|mark)$|(?:Currency|Status|State|Type|Kind|Network)$/;
const word = /^[A-Za-z0-9][A-Za-z0-9 ._/~-]{0,60}$|^\/[A-Za-z0-9._/~-]{0,120}$/;
/** Keys of amounts and counts. */
const figure =
  /(?:amount|rate|bps|fee)$|^(?:count|arrival|size|repeats|sequence|decimals|sinceMs|observations)$/i;
const digits = /^-?\d{1,30}(?:\.\d{1,30})?$/;
/** Keys that Causeway made up: of requests, in which nothing of a person is. */
const ownKey = /^(?:key|intentKey|repeats)$/;
/** What is a day or a moment and is about a person. */
const ofPerson = /birth|expir|passport/i;

/** Of an event a name is one of a list; of anything else it is somebody's. */
const isEvent = (value: { readonly [key: string]: Json }): boolean =>
  'data' in value || 'happenedAt' in value || 'eventId' in value;

export function masked(value: Json, key = '', isOfEvent = false): Json {
  if (Array.isArray(value)) return value.map((one) => masked(one, key, isOfEvent));
  if (typeof value === 'object' && value !== null) {
    const isNamed = isEvent(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, masked(inner, name, isNamed)]),
    );
  }
  if (typeof value === 'boolean' || value === null) return value;
  return isHarmless(String(value), key, isOfEvent) ? value : MASKED;
}

function isHarmless(text: string, key: string, isOfEvent: boolean): boolean {
  if (ofPerson.test(key)) return false;
  if (identifier.test(text) || moment.test(text)) return true;
  // Of a response, beside amounts and counts.
  if (digits.test(text)) return figure.test(key) || (key === 'status' && text.length === 3);
  if (ownKey.test(key)) return /^[0-9a-f]{32}$/.test(text);
  if (key === 'name') return isOfEvent && /^[a-z][A-Za-z_]*(?:\.[A-Za-z_]+)+$/.test(text);
  return listedWord.test(key) && word.test(text);
}
