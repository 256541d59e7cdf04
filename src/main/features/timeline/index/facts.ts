/** What the index keeps of an event. */
import type { ReadEvent } from '../../../../contract/event-forms.ts';
import { resourceKeyOf } from '../../../../contract/event-names.ts';
import { isJsonObject, type JsonObject } from '../../../../contract/scalars.ts';
import { DEEPEST, isSecret } from '../../../core/foundation/clean-json.ts';
import { cutSecrets, mayHoldSecret } from '../../../core/foundation/secrets/cut-secrets.ts';
import { epochOf, instantOf } from '../../../core/records/order.ts';
import { readEventOf } from '../../webhooks/intake/read-body.ts';
import { EVENT_PREFIX } from './keys.ts';
import { hashOf } from './marks.ts';
import { addWords, isSearchable } from './words.ts';

/**
 * One walk over an event, for what the index needs of its content: words to find it by, and a text
 * that is equal for equal content. Secrets are left out of both, by the same rule as everywhere
 * (src/main/core/foundation/clean-json.ts).
 */
interface EventContent {
  readonly words: Set<string>;
  /** All but what may change from one delivery to the next; keys in order. */
  readonly lasting: string;
}

/**
 * What `webhookRecords` holds is about webhooks and not about the event, and comes otherwise with
 * each delivery; so does `updated`.
 */
export function contentOf(
  { webhookRecords: _records, updated: _updated, ...event }: JsonObject,
  clean: Clean | null = null,
): EventContent {
  const words = new Set<string>();
  return { words, lasting: walk(event, { words, clean, field: '' }, 0, true) };
}

/** Cuts secrets out of the words; the text, of which a hash is kept, is the same whatever is known. */
type Clean = (text: string, field: string) => string;

interface Walk {
  readonly words: Set<string>;
  readonly clean: Clean | null;
  /** Key of what is walked. */
  readonly field: string;
}

function walk(value: unknown, its: Walk, depth: number, isFindable: boolean): string {
  const { words } = its;
  if (typeof value === 'string') {
    if (isFindable) addWords(cleanOf(value, its), words);
    return JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) {
    if (isFindable && typeof value === 'number') addWords(String(value), words);
    return String(value);
  }
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) =>
      isSecret('', element) ? 'null' : walk(element, its, depth + 1, isFindable),
    );
    return `[${elements.join(',')}]`;
  }
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const held: unknown = (value as JsonObject)[key];
    if (isSecret(key, held)) continue;
    text += `${JSON.stringify(key)}:${walk(held, { ...its, field: key }, depth + 1, isFindable && isSearchable(key))},`;
  }
  return `${text}}`;
}

const cleanOf = (text: string, { clean, field }: Walk): string =>
  clean === null ? text : clean(text, field);

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

/** null when the body is in no form that we know. Never throws. */
export function factsOfBody(body: Uint8Array, known: readonly string[] = []): EventFacts | null {
  const { buffer, byteOffset, byteLength } = body;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
  const mayHold = mayHoldSecret(text, known);
  const read = readEventOf(body, mayHold ? known : null);
  return read === null ? null : factsOf(read, mayHold ? cleaning(known) : null);
}

/** What cuts secrets out of texts, known ones by their value. */
export const cleaning =
  (known: readonly string[]): Clean =>
  (text, field) =>
    cutSecrets(text, { known, field });

/** null where nothing is to be cut out of `event`. */
export function factsOf(
  { id, name, event }: Pick<ReadEvent, 'id' | 'name' | 'event'>,
  clean: Clean | null,
): EventFacts {
  /** null where it holds one: what is left names nothing. */
  const idOf = (given: string | null): string | null =>
    given === null || clean === null || clean(given, 'id') === given ? given : null;
  const resource = resourceOf(name, event['data']);
  const { words, lasting } = contentOf(event, clean);
  const epoch = epochOf(event['created']);
  return {
    event: id.slice(EVENT_PREFIX.length),
    name: clean?.(name, 'name') ?? name,
    isMock: event['mock'] === true,
    happenedAt: epoch ?? instantOf(event['created']),
    isEpoch: epoch !== null,
    resourceKind: resource === null ? null : (clean?.(resource.kind, 'kind') ?? resource.kind),
    resourceId: idOf(resource?.id ?? null),
    customerId: idOf(customerOf(event['data'], resource)),
    sameness: hashOf(lasting),
    words,
  };
}

interface Resource {
  readonly kind: string;
  readonly id: string | null;
  readonly body: JsonObject;
}

const idIn = (value: unknown): string | null => {
  const id = isJsonObject(value) ? value['id'] : value;
  return typeof id === 'string' && id !== '' && !isSecret('', id) ? id.toWellFormed() : null;
};

/** Under the key of the event's family (Interface 6, rule 5), else the first that holds an object. */
function resourceOf(name: string, data: unknown): Resource | null {
  if (!isJsonObject(data)) return null;
  const own = resourceKeyOf(name);
  const kind =
    Object.hasOwn(data, own) && isJsonObject(data[own])
      ? own
      : Object.keys(data).find((key) => isJsonObject(data[key]));
  const body = kind === undefined ? undefined : data[kind];
  if (kind === undefined || !isJsonObject(body)) return null;
  return { kind, id: idIn(body), body };
}

/** The customer itself, the one beside the resource, or the one that the resource names. */
function customerOf(data: unknown, resource: Resource | null): string | null {
  if (resource?.kind === 'customer') return resource.id;
  const beside = isJsonObject(data) ? (idIn(data['customer']) ?? idIn(data['customerId'])) : null;
  if (beside !== null || resource === null) return beside;
  return idIn(resource.body['customer']) ?? idIn(resource.body['customerId']);
}
