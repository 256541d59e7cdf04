/** Reads what a genuine delivery brought: every form of decisions 8, and anything else. */

import { type ReadEvent, readEvent } from '../../../contract/event-forms.ts';
import { resourceKeyOf } from '../../../contract/event-names.ts';
import { parseExactJson } from '../../../contract/exact-json.ts';
import type { ReadResource } from '../../../contract/resources.ts';
import { readResource, resourceSchemas } from '../../../contract/resources.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson, sha256Hex } from '../../foundation/canonical-json.ts';
import { cleanJson } from '../../foundation/clean-json.ts';
import { createdOf } from '../../records/order.ts';
import { oddData } from './odd-data.ts';

/** An event as a delivery brought it. */
export interface BroughtEvent {
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

/** The event of a body as it came, secrets and all; null when it is in no form that we know. Never throws. */
export const readEventOf = (body: Uint8Array): ReadEvent | null => readEvent(jsonOf(body));

/** null when it is in no form that we know. Never throws. */
export function readBody(body: Uint8Array): BroughtEvent | null {
  const read = readEventOf(body);
  if (read === null) return null;
  const event = cleanJson(read.event);
  const { webhookRecords, updated, ...lasting } = event;
  const resource = readResource('event', event);
  return {
    id: read.id,
    name: read.name,
    isMock: event['mock'] === true,
    event,
    created: createdOf(event),
    updated: textOf(updated),
    resources: resourcesIn(read.name, event['data']),
    webhooks: webhooksIn(webhookRecords),
    deviations: [
      ...(read.form === 'typed' ? ['came as {id, type, createdAt, data}'] : []),
      ...(resource?.deviations ?? []),
      ...(isObject(event['data']) ? oddData(read.name, event['data']) : []),
    ],
    content: sha256Hex(canonicalJson(event)),
    sameness: sha256Hex(canonicalJson(lasting)),
  };
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

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An event inside an event would be another's content under our event's times. */
const kinds = (Object.keys(resourceSchemas) as (keyof typeof resourceSchemas)[]).filter(
  (kind) => kind !== 'event',
);

function resourcesIn(name: string, data: unknown): readonly ReadResource[] {
  if (!isObject(data)) return [];
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
    const webhook = isObject(record) ? readResource('webhook', record['webhook']) : null;
    return webhook === null ? [] : [webhook];
  });
}
