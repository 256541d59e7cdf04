/** What the index keeps of an event. */
import { resourceKeyOf } from '../../../contract/event-names.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { isSecret } from '../../foundation/clean-json.ts';
import { epochOf, instantOf } from '../../records/order.ts';
import { readEventOf } from '../../webhooks/intake/read-body.ts';
import { contentOf } from './content.ts';
import { hashOf } from './marks.ts';

export interface EventFacts {
  /** Its id after `event_`. */
  readonly event: string;
  readonly name: string;
  readonly isMock: boolean;
  /** Milliseconds since 1970; null where `created` is no time. */
  readonly happenedAt: number | null;
  /** `created` is a number, or digits alone. */
  readonly isEpoch: boolean;
  readonly resourceKind: string | null;
  readonly resourceId: string | null;
  readonly customerId: string | null;
  /** Hash of what stays the same from delivery to delivery. */
  readonly sameness: number;
  /** Every word once. */
  readonly words: ReadonlySet<string>;
}

/** Every event id that can be read begins so (src/contract/event-forms.ts). */
export const EVENT_PREFIX = 'event_';

/** null when the body is in no form that we know. Never throws. */
export function factsOfBody(body: Uint8Array): EventFacts | null {
  const read = readEventOf(body);
  return read === null ? null : factsOf(read.id, read.name, read.event);
}

/** Secrets in `event` are left out. */
export function factsOf(id: string, name: string, event: JsonObject): EventFacts {
  const resource = resourceOf(name, event['data']);
  const { words, lasting } = contentOf(event);
  const epoch = epochOf(event['created']);
  return {
    event: id.slice(EVENT_PREFIX.length),
    name,
    isMock: event['mock'] === true,
    happenedAt: epoch ?? instantOf(event['created']),
    isEpoch: epoch !== null,
    resourceKind: resource?.kind ?? null,
    resourceId: resource?.id ?? null,
    customerId: customerOf(event['data'], resource),
    sameness: hashOf(lasting),
    words,
  };
}

interface Resource {
  readonly kind: string;
  readonly id: string | null;
  readonly body: JsonObject;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idIn = (value: unknown): string | null => {
  const id = isObject(value) ? value['id'] : value;
  return typeof id === 'string' && id !== '' && !isSecret('', id) ? id.toWellFormed() : null;
};

/** Under the key of the event's family (Interface 6, rule 5), else the first that holds an object. */
function resourceOf(name: string, data: unknown): Resource | null {
  if (!isObject(data)) return null;
  const own = resourceKeyOf(name);
  const kind =
    Object.hasOwn(data, own) && isObject(data[own])
      ? own
      : Object.keys(data).find((key) => isObject(data[key]));
  const body = kind === undefined ? undefined : data[kind];
  if (kind === undefined || !isObject(body)) return null;
  return { kind, id: idIn(body), body };
}

/** The customer itself, the one beside the resource, or the one that the resource names. */
function customerOf(data: unknown, resource: Resource | null): string | null {
  if (resource?.kind === 'customer') return resource.id;
  const beside = isObject(data) ? (idIn(data['customer']) ?? idIn(data['customerId'])) : null;
  if (beside !== null || resource === null) return beside;
  return idIn(resource.body['customer']) ?? idIn(resource.body['customerId']);
}
