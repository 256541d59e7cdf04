/** What a person gives for an answer that was lost: an id, or JSON of the resource or of its event. */

import type { SettlingAnswer } from '../../bridge/settling.ts';
import { readEvent } from '../../contract/event-forms.ts';
import { parseExactJson } from '../../contract/exact-json.ts';
import { findResource } from '../../contract/find-resource.ts';
import { givenIds, virtualAccountId, webhookId } from '../../contract/ids.ts';
import { secretInText } from '../../contract/patterns.ts';
import { type ReadResource, readResource } from '../../contract/resources.ts';
import { type JsonObject, jsonObject } from '../../contract/scalars.ts';
import { Failed } from '../intents/failed.ts';
import { demandNoKey, textsOf } from '../intents/no-key.ts';
import type { IntentOperation } from '../intents/types.ts';
import { createdOf } from '../records/order.ts';

export type CreatedKind = 'customer' | 'virtualAccount' | 'webhook';

export const kindOf: Readonly<Record<IntentOperation, CreatedKind>> = {
  createCustomer: 'customer',
  createVirtualAccount: 'virtualAccount',
  createWebhook: 'webhook',
};

export const nameOfKind: Readonly<Record<CreatedKind, string>> = {
  customer: 'customer',
  virtualAccount: 'virtual account',
  webhook: 'webhook',
};

const ids = { customer: givenIds.customer, virtualAccount: virtualAccountId, webhook: webhookId };

/** An answer as far as it says something. */
export interface ReadAnswer {
  readonly id: string;
  /** null for an id alone. */
  readonly resource: ReadResource | null;
  /** Of the event that it came in. */
  readonly eventId: string | null;
  readonly eventCreated: string | null;
  /** Exactly what was pasted; null for an id alone. */
  readonly bytes: Uint8Array | null;
}

const invalid = (cause: string, sentence: string) => new Failed('INVALID', { sentence, cause });

/** Throws Failed INVALID with what is wrong, without a word of what was given. */
export function readAnswer(answer: SettlingAnswer, kind: CreatedKind): ReadAnswer {
  return 'id' in answer ? readId(answer.id.trim(), kind) : readJson(answer.json, kind);
}

function readId(id: string, kind: CreatedKind): ReadAnswer {
  if (!ids[kind].safeParse(id).success) {
    const sentence = `This is no id of a ${nameOfKind[kind]}: it begins with ${kind}_, and letters and digits follow.`;
    throw invalid('no-id', sentence);
  }
  return { id, resource: null, eventId: null, eventCreated: null, bytes: null };
}

function readJson(text: string, kind: CreatedKind): ReadAnswer {
  if (secretInText.test(text)) {
    const sentence =
      'What was pasted holds the secret of a webhook. It was not kept. Take the secret out, and enter it under Webhooks, in its own window.';
    throw invalid('holds-secret', sentence);
  }
  const value = parse(text);
  for (const [where, leaf] of textsOf(value)) demandNoKey(leaf, where);
  const event = readEvent(value);
  if (event?.event['mock'] === true) {
    throw invalid('mock', 'This event is a sample of the service, so nothing in it exists.');
  }
  const resource =
    event === null
      ? findResource(kind, value)
      : readResource(kind, keyOf(event.event['data'], kind));
  if (resource === null) throw invalid('other-kind', whatElse(value, kind));
  return {
    id: resource.id,
    resource,
    eventId: event?.id ?? null,
    eventCreated: event === null ? null : createdOf(event.event),
    bytes: Buffer.from(text, 'utf8'),
  };
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw invalid('no-json', 'This is no JSON: it begins with { and ends with }. Copy it whole.');
  }
}

function keyOf(value: unknown, key: string): unknown {
  const object = jsonObject.safeParse(value);
  return object.success && Object.hasOwn(object.data, key)
    ? (object.data as JsonObject)[key]
    : undefined;
}

function whatElse(value: unknown, wanted: CreatedKind): string {
  const others = (Object.keys(nameOfKind) as CreatedKind[]).filter((kind) => kind !== wanted);
  const other = others.find((kind) => findResource(kind, value) !== null);
  if (other !== undefined) {
    return `This is a ${nameOfKind[other]}; the request was for a ${nameOfKind[wanted]}.`;
  }
  return `There is no ${nameOfKind[wanted]} in this JSON: it would have an id that begins with ${wanted}_.`;
}
