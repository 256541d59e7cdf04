/** Lines of a pack: what each says, without secrets, whole or masked, with a commitment to the whole. */
import { createHash } from 'node:crypto';
import type { DeliveryDetail } from '../../../bridge/deliveries.ts';
import type { PersonalData } from '../../../bridge/evidence.ts';
import type { Json } from '../../../bridge/scalars.ts';
import { serviceId } from '../../../contract/patterns.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import { cleanAny } from '../../core/foundation/clean-json.ts';
import { cutSecrets } from '../../core/foundation/secrets/cut-secrets.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import type { Intent } from '../../core/intents/types.ts';
import { isOfAddress, isStateKey, ofPerson } from '../../core/records/erased/lasting.ts';
import type { Observation } from '../../core/records/types.ts';
import { rawResponseOf } from '../../core/service/raw-response.ts';

/** Stands where a value was. */
export const MASKED = '•••';

const moment = /^\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:\d\d)$/;
/** Keys of words that the service or Causeway chose from a list. */
const listedWord =
  /^(?:otherStatus|type|kind|source|operation|action|network|currency|keeping|role|how|verdict|name|eventName|weight|path|notion|field|mark)$|(?:Currency|Type|Kind|Network)$/;
const word = /^[A-Za-z0-9][A-Za-z0-9 ._/~-]{0,60}$|^\/[A-Za-z0-9._/~-]{0,120}$/;
/** Keys of amounts and counts. */
const figure =
  /(?:amount|rate|bps|fee)$|^(?:count|arrival|size|repeats|sequence|decimals|sinceMs|observations)$/i;
const digits = /^-?\d{1,30}(?:\.\d{1,30})?$/;
/** Keys that Causeway made up: of requests, in which nothing of a person is. */
const ownKey = /^(?:key|intentKey|repeats)$/;

/** Whether a value is an event: its name is one of a list, and that of anything else is somebody’s. */
const isEvent = (value: { readonly [key: string]: Json }): boolean =>
  'data' in value || 'happenedAt' in value || 'eventId' in value;

/**
 * What a pack shows where personal data is left out: the structure, and values that name nobody. Whatever
 * is not known to be harmless is masked.
 */
export function masked(
  value: Json,
  place: Place = { key: '', isPostal: false, isOfEvent: false },
): Json {
  if (Array.isArray(value)) return value.map((one) => masked(one, place));
  if (typeof value === 'object' && value !== null) {
    const isPostal = place.isPostal || isOfAddress(place.key) || value['kind'] === 'address';
    const isOfEvent = isEvent(value);
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        masked(inner, { key, isPostal, isOfEvent }),
      ]),
    );
  }
  if (typeof value === 'boolean' || value === null) return value;
  return isHarmless(String(value), place) ? value : MASKED;
}

interface Place {
  readonly key: string;
  /** It stands in an address, or in what is told of a record of one. */
  readonly isPostal: boolean;
  readonly isOfEvent: boolean;
}

function isHarmless(text: string, { key, isPostal, isOfEvent }: Place): boolean {
  if (ofPerson.test(key)) return false;
  if (serviceId.test(text) || moment.test(text)) return true;
  // The `status` of a response is digits, too, beside amounts and counts.
  if (digits.test(text)) return figure.test(key) || (key === 'status' && text.length === 3);
  if (ownKey.test(key)) return /^[0-9a-f]{32}$/.test(text);
  if (key === 'name') return isOfEvent && /^[a-z][A-Za-z_]*(?:\.[A-Za-z_]+)+$/.test(text);
  const isListed = isStateKey(key) ? !isPostal : listedWord.test(key);
  return isListed && word.test(text);
}

export type Content = Readonly<Record<string, Json>>;

export interface Line {
  /** As the pack shows it. */
  readonly content: Content;
  /** SHA-256 over the opening and the canonical JSON of the whole content. */
  readonly commitment: string;
  /** 32 bytes as hex; left out where personal data is, so that nobody can guess what is masked. */
  readonly opening?: string;
}

export interface LineParts {
  readonly signing: Pick<SigningKey, 'opening'>;
  readonly known: Pick<KnownSecrets, 'values'>;
  readonly personalData: PersonalData;
}

/** `whole`: JSON, of which what is undefined is left out. */
export function lineOf(whole: object, { signing, known, personalData }: LineParts): Line {
  const { headers, ...rest } = JSON.parse(JSON.stringify(whole));
  const clean = cleanAny(rest, { known: known.values() }) as Content;
  const content = Array.isArray(headers)
    ? { ...clean, headers: cleanHeaders(headers, known.values()) }
    : clean;
  const text = canonicalJson(content);
  // Another content has another opening, so that what one pack opens tells nothing of another's.
  const opening = signing.opening(`evidence ${sha256Hex(text)}`);
  const commitment = createHash('sha256').update(opening).update(text).digest('hex');
  return personalData === 'whole'
    ? { content, commitment, opening: opening.toString('hex') }
    : { content: masked(content) as Content, commitment };
}

/** By the name of each: a signature has the form of a key. */
const cleanHeaders = (
  headers: NonNullable<DeliveryDetail['headers']>,
  known: readonly string[],
): Json =>
  headers.map(({ name, value }) => ({
    name: cutSecrets(name, { known }),
    value: cutSecrets(value, { known, field: name.toLowerCase() }),
  }));

/** The exact bytes as text, where nothing had to be cut out; else what is left of them. */
export function deliveryContent(
  delivery: DeliveryDetail,
  { personalData, known }: Pick<LineParts, 'personalData' | 'known'>,
): object {
  const { arrival, eventId, eventName, receivedAt, size, keeping, role, isMock } = delivery;
  const { webhookId, verdicts, repeats, lastRepeatAt, headers, deviations } = delivery;
  const { text, body, digest } = delivery;
  const isExact = delivery.isExactText && cleanAny(text, { known: known.values() }) === text;
  // Masked, the text would be one mask; its structure says more.
  const isText = personalData === 'whole' && isExact;
  return {
    arrival,
    eventId,
    eventName,
    receivedAt,
    size,
    keeping,
    role,
    isMock,
    webhookId,
    verdicts,
    repeats,
    lastRepeatAt,
    headers,
    deviations,
    isExact,
    sha256: digest,
    ...(isText ? { text } : { body: body ?? text }),
    ...(delivery.isErased ? { isErased: true } : {}),
  };
}

/** A request as it was stored, what came of it, and the response. */
export function requestContent(
  intent: Intent,
  response: {
    /** Source of the record that was created; null for none. */
    readonly observed: Observation | null;
    /** Response that created nothing, byte for byte; null where none was stored. */
    readonly answer: Uint8Array | null;
  },
  known: readonly string[],
): object {
  const { fingerprint: _, retryAfterMs: __, ...stored } = intent;
  const { observed, answer } = response;
  return {
    ...stored,
    response:
      observed !== null
        ? observed.body
        : answer === null
          ? null
          : rawResponseOf(answer, known).text,
  };
}
