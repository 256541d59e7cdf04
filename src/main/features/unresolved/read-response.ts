/** What a person gives for an answer that was lost: an id, or JSON of the resource or of its event. */
import type { FoundResponse } from '../../../bridge/unresolved.ts';
import { readEvent } from '../../../contract/event-forms.ts';
import { findResource } from '../../../contract/find-resource.ts';
import { isIdOf, secretInText } from '../../../contract/patterns.ts';
import { type ReadResource, readResource } from '../../../contract/resources.ts';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { type CreatedKind, nounOf, writes } from '../../../contract/writes.ts';
import { invalid } from '../../core/intents/failed.ts';
import { readPastedJson } from '../../core/intents/pasted-json.ts';
import { createdOf } from '../../core/records/order.ts';

/** What a pasted response, or an ID, says. */
export interface ReadResponse {
  readonly id: string;
  /** null for an id alone. */
  readonly resource: ReadResource | null;
  /** ID of the event that the resource came in; null for none. */
  readonly eventId: string | null;
  readonly eventCreated: string | null;
  /** Exactly what was pasted; null for an id alone. */
  readonly bytes: Uint8Array | null;
}

/** Throws Failed INVALID with what is wrong, without a word of what was given. */
export function readResponse(answer: FoundResponse, kind: CreatedKind): ReadResponse {
  return 'id' in answer ? readId(answer.id.trim(), kind) : readJson(answer.json, kind);
}

function readId(id: string, kind: CreatedKind): ReadResponse {
  if (!isIdOf(kind, id)) {
    const sentence = `Enter a ${nounOf(kind)} ID: ${kind}_ followed by letters and digits.`;
    throw invalid(sentence, 'no-id');
  }
  return { id, resource: null, eventId: null, eventCreated: null, bytes: null };
}

function readJson(text: string, kind: CreatedKind): ReadResponse {
  if (secretInText.test(text)) {
    const sentence =
      'The JSON contains a webhook’s secret, so nothing was saved. Remove the secret and paste the JSON again. Enter the secret under Webhooks.';
    throw invalid(sentence, 'holds-secret');
  }
  const value = readPastedJson(text);
  const event = readEvent(value);
  if (event?.event['mock'] === true) {
    throw invalid('This event is a sample from the service, so its record does not exist.', 'mock');
  }
  const resource =
    event === null
      ? findResource(kind, value)
      : readResource(kind, keyOf(event.event['data'], kind));
  if (resource === null) throw invalid(whatElse(value, kind), 'other-kind');
  return {
    id: resource.id,
    resource,
    eventId: event?.id ?? null,
    eventCreated: event === null ? null : createdOf(event.event),
    bytes: Buffer.from(text, 'utf8'),
  };
}

function keyOf(value: unknown, key: string): unknown {
  const object = jsonObject.safeParse(value);
  return object.success && Object.hasOwn(object.data, key)
    ? (object.data as JsonObject)[key]
    : undefined;
}

function whatElse(value: unknown, wanted: CreatedKind): string {
  const others = Object.values(writes)
    .map(({ creates }) => creates)
    .filter((kind) => kind !== wanted);
  const other = others.find((kind) => findResource(kind, value) !== null);
  if (other !== undefined) {
    return `Enter a ${nounOf(wanted)}. This is a ${nounOf(other)}.`;
  }
  return `Enter JSON that contains a ${nounOf(wanted)}. Its ID starts with ${wanted}_.`;
}
