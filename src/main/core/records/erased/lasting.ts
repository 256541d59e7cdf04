/**
 * What stays of a body once the personal data of its customer is erased: IDs, states, amounts, currencies,
 * networks and moments. Whatever is not known to name nobody goes, so a field that nobody thought of goes.
 */
import { parseExactJson } from '../../../../contract/exact-json.ts';
import { serviceId } from '../../../../contract/patterns.ts';
import { type JsonObject, jsonObject } from '../../../../contract/scalars.ts';

const moment = /^\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:\d\d)$/;
/** What is a moment, or looks like a word from a list, and is about a person. */
export const ofPerson =
  /birth|born|^dob$|died|deceased|expir|marital|married|passport|citizen|national|gender|tax|document/i;
/** Keys of moments of a record: of any other it may be one of a person. */
const recordMoment = /^(?:created|updated|deleted|start|end|timestamp)$|(?:At|_at)$/;
const listedWord = /^(?:type|kind|network|chain|blockchain)$|(?:Type|Kind|Network)$/;
const state =
  /^(?:status|state|addressStatus)$|^(?:account|bankAccount|customer|deposit|kyb|kyc|payment|paymentLink|payout|profile|terms|tos|transaction|transfer|verification|virtualAccount|wallet|webhook)(?:Status|State)$/;
const addressId = /^address_/;
const anyState = /^(?:status|state)$|(?:Status|State)$/;
const currency = /^(?:currency|currencyCode|asset|token)$|Currency$/;
const word = /^[A-Za-z][\w.-]{0,40}$/;
const words = /^[A-Za-z][A-Za-z _.-]{0,40}$/;
const code = /^[A-Za-z]{2,6}$/;
const figure =
  /(?:amount|rate|bps|fee)$|^amount(?:In|Out)$|^(?:decimals|precision|exponent|scale|quantity)$/i;
/** Objects that hold an amount under a plain name. */
const money =
  /(?:amount|amountIn|amountOut|fees?)$|^(?:source|from|input|deposit|destination|to|output)$/i;
const plainFigure = /^(?:value|total)$/;
const digits = /^-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,2})?$/;
const criterion = /^[a-z][a-z_]{0,40}$/;
const criteria = /^(?:complete|pending|required)$/;
const eventName = /^[a-z][A-Za-z_]*(?:\.[A-Za-z_]+)+$/;
const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,60}$/;

export interface LastingOptions {
  /** Names of fields that a person said hold an amount. */
  readonly figures?: ReadonlySet<string>;
  /** What versions before this one left stays as well: moments under other names, and words under any state. */
  readonly isOfBefore?: boolean;
  /** Called with each text that goes. */
  readonly onGone?: (text: string, key: string) => void;
}

/** The body without what goes. The same again changes nothing. */
export const lasting = (body: JsonObject, options: LastingOptions = {}): JsonObject =>
  lastingFields(body, '', options);

function lastingFields(fields: object, parent: string, options: LastingOptions): JsonObject {
  const isEvent = 'data' in fields || 'webhookRecords' in fields;
  const { id } = fields as JsonObject;
  const isAddress = typeof id === 'string' && addressId.test(id);
  const left: JsonObject = {};
  for (const [key, value] of Object.entries(fields)) {
    // In an address record `state` is a part of the address, and `status` is the state of the record.
    const holder = isAddress && key === 'state' ? 'address' : parent;
    const kept = lastingValue(value, { key, parent: holder, isEvent }, options);
    if (kept !== undefined && fieldName.test(key)) left[key] = kept;
  }
  return left;
}

interface Place {
  readonly key: string;
  readonly parent: string;
  readonly isEvent: boolean;
}

/** undefined where nothing of it stays. */
function lastingValue(value: unknown, place: Place, options: LastingOptions): unknown {
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => lastingValue(one, place, options) ?? []);
  }
  if (typeof value === 'object') {
    const left = lastingFields(value, place.key, options);
    return Object.keys(left).length > 0 || Object.keys(value).length === 0 ? left : undefined;
  }
  if (isLasting(String(value), place, options)) return value;
  options.onGone?.(String(value), place.key);
  return undefined;
}

function isLasting(text: string, place: Place, options: LastingOptions): boolean {
  const { key, parent } = place;
  if (options.isOfBefore === true && wasLasting(text, place)) return true;
  if (ofPerson.test(key)) return false;
  if (serviceId.test(text)) return true;
  if (moment.test(text)) return recordMoment.test(key);
  if (digits.test(text)) return isFigure(key, parent, options);
  if (currency.test(key)) return code.test(text);
  if (key === 'name') return isListedName(text, place);
  if (isStateKey(key)) return isState(text, parent);
  if (parent === 'criteria' && criteria.test(key)) return criterion.test(text);
  return listedWord.test(key) && word.test(text);
}

/** Whether it names a state of a record, and not one of a person. */
export const isStateKey = (key: string): boolean => state.test(key);
/** Whether the state of what stands there is a part of a postal address. */
export const isOfAddress = (parent: string): boolean => /address/i.test(parent);

const isState = (text: string, parent: string): boolean => !isOfAddress(parent) && words.test(text);

const wasLasting = (text: string, { key, parent }: Place): boolean =>
  moment.test(text) || (anyState.test(key) && isState(text, parent));

const isFigure = (key: string, parent: string, { figures }: LastingOptions): boolean =>
  figure.test(key) || figures?.has(key) === true || (plainFigure.test(key) && money.test(parent));

/** Whether a name is an event's or a verification profile's, which come from a list. Any other name is somebody's. */
const isListedName = (text: string, { parent, isEvent }: Place): boolean =>
  (isEvent && eventName.test(text)) || (parent === 'verificationProfiles' && word.test(text));

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The same of a body in bytes; nothing stays of what is not an object. */
export function lastingBytes(body: Uint8Array, options: LastingOptions = {}): Uint8Array {
  const parsed = objectIn(body);
  return Buffer.from(parsed === null ? '' : JSON.stringify(lasting(parsed, options)));
}

/** null where the bytes are no JSON object. */
function objectIn(body: Uint8Array): JsonObject | null {
  try {
    return jsonObject.parse(parseExactJson(decoder.decode(body)));
  } catch {
    return null;
  }
}
