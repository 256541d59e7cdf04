/** Reads what a genuine delivery brought: every form of decisions 8, and anything else. */
import { type ReadEvent, readEvent } from '../../../../contract/event-forms.ts';
import { isEventName, resourceKeyOf } from '../../../../contract/event-names.ts';
import { parseExactJson, withNumbersOf } from '../../../../contract/exact-json.ts';
import {
  type ReadResource,
  readResource,
  resourceSchemas,
} from '../../../../contract/resources.ts';
import { isJsonObject, type JsonObject } from '../../../../contract/scalars.ts';
import { canonicalJson, sha256Hex } from '../../../../platform/canonical-json.ts';
import { cleanJson, cleanWithText } from '../../../core/foundation/clean-json.ts';
import { cutSecrets, holdsKnown } from '../../../core/foundation/secrets/cut-secrets.ts';
import { lastingBytes } from '../../../core/records/erased/lasting.ts';
import { createdOf } from '../../../core/records/order.ts';

/** An event as a delivery brought it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly isMock: boolean;
  /** Without secrets. */
  readonly event: JsonObject;
  readonly created: string | null;
  readonly updated: string | null;
  /** Under `data`, of the kinds whose fields the interface shows. */
  readonly resources: readonly ReadResource[];
  /** The webhooks inside `webhookRecords` (decisions 28). */
  readonly webhooks: readonly ReadResource[];
  readonly deviations: readonly string[];
  /** SHA-256 of the whole event, and of all but `webhookRecords` and `updated`. */
  readonly content: string;
  readonly sameness: string;
}

/**
 * The event of a body as it came, secrets and all; null when it is in no form that we know. Never throws.
 *
 * @param known cut by value; null where it is known that no secret is in the body
 */
export function readEventOf(body: Uint8Array, known: readonly string[] | null): ReadEvent | null {
  const read = readEvent(jsonOf(body));
  if (read === null || known === null) return read;
  // An id that holds a secret names nothing: it would be cut, and no longer tell the event apart.
  return cutSecrets(read.id, { known, field: 'id' }) === read.id ? read : null;
}

/**
 * null when it is in no form that we know. Never throws.
 *
 * @param known secrets that are cut by value out of all but the hashes, which stay the same whatever
 *   is known
 */
export function readBody(body: Uint8Array, known: readonly string[] = []): DeliveredEvent | null {
  const read = readEventOf(body, known);
  if (read === null) return null;
  const { clean: shaped, text } = cleanWithText(read.event);
  const { webhookRecords: _records, updated: _updated, ...lasting } = shaped;
  const event = holdsKnown(text, known)
    ? cleanJson(read.event, { known })
    : withNumbersOf(read.event, shaped);
  const { webhookRecords, updated } = event;
  const resource = readResource('event', event);
  return {
    id: read.id,
    name: cutSecrets(read.name, { known }),
    isMock: event['mock'] === true,
    event,
    created: createdOf(event),
    updated: textOf(updated),
    resources: resourcesIn(read.name, event['data']),
    webhooks: webhooksIn(webhookRecords),
    deviations: [
      ...(read.form === 'typed' ? ['came as {id, type, createdAt, data}'] : []),
      ...(resource?.deviations ?? []),
      ...(isJsonObject(event['data']) ? oddData(read.name, event['data']) : []),
    ],
    content: sha256Hex(text),
    sameness: sha256Hex(canonicalJson(lasting)),
  };
}

/** The `sameness` of what stays without personal data; null when that is in no form that we know. */
export const samenessLeft = (body: Uint8Array): string | null =>
  readBody(lastingBytes(body))?.sameness ?? null;

/** What stays of both without personal data is the same, and in a form that we know. */
export function isSameLeft(one: Uint8Array, other: Uint8Array): boolean {
  const left = samenessLeft(one);
  return left !== null && left === samenessLeft(other);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function jsonOf(body: Uint8Array): unknown {
  try {
    return parseExactJson(decoder.decode(body));
  } catch {
    return null;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An event inside an event would be another's content under our event's times. */
const kinds = (Object.keys(resourceSchemas) as (keyof typeof resourceSchemas)[]).filter(
  (kind) => kind !== 'event',
);

function resourcesIn(name: string, data: unknown): readonly ReadResource[] {
  if (!isJsonObject(data)) return [];
  const resources = kinds.flatMap((kind) => {
    const resource = Object.hasOwn(data, kind) ? readResource(kind, data[kind]) : null;
    return resource === null ? [] : [resource];
  });
  const isOfCustomer = resourceKeyOf(name) === 'customer';
  const isBare = isOfCustomer && !resources.some(({ kind }) => kind === 'customer');
  return isBare ? [...resources, ...namedCustomer(data)] : resources;
}

/** An event about a customer may name it by its id alone: that something happened is known all the same. */
function namedCustomer({ customer, customerId }: JsonObject): readonly ReadResource[] {
  const id = [customer, customerId].find((value) => typeof value === 'string');
  const resource = readResource('customer', { id });
  return resource === null ? [] : [resource];
}

function webhooksIn(records: unknown): readonly ReadResource[] {
  if (!Array.isArray(records)) return [];
  return records.flatMap((record: unknown) => {
    const webhook = isJsonObject(record) ? readResource('webhook', record['webhook']) : null;
    return webhook === null ? [] : [webhook];
  });
}

/**
 * Where an event's `data` is not what Interface 6, rule 5 says: the resource under the key of its kind.
 * One sentence each. Names that the interface does not show say nothing of their `data`.
 */
function oddData(name: string, data: JsonObject): readonly string[] {
  if (!isEventName(name)) return [];
  const key = resourceKeyOf(name);
  if (!Object.hasOwn(data, key)) return [`data.${key}: expected the resource, received nothing`];
  const resource = data[key];
  if (typeof resource !== 'object' || resource === null || Array.isArray(resource)) {
    return [`data.${key}: expected the resource, received ${kindOf(resource)}`];
  }
  const { id } = resource as JsonObject;
  const isOwn = typeof id === 'string' && id.length > key.length + 1 && id.startsWith(`${key}_`);
  return isOwn ? [] : [`data.${key}.id: expected an id like ${key}_…`];
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
};
