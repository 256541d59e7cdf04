/** Stores an event and a delivery for every subscribed webhook, in the caller's transaction. */
import { z } from 'zod';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { jsonObjectValue, readJson } from '../../platform/json-column.ts';
import type { Schedule } from '../deliveries/schedule.ts';
import type { Faults } from '../faults/rules.ts';
import type { Ids } from '../ids.ts';
import type { Deliveries } from '../state/deliveries.ts';
import type { Events } from '../state/events.ts';
import type { Settings, SettingsStore } from '../state/settings.ts';
import type { Webhook, Webhooks } from '../state/webhooks.ts';

/** The forms of a delivery (decisions 8). */
const bareEvent = z.looseObject({
  id: z.string(),
  name: z.string(),
  created: z.string(),
  data: z.unknown(),
});

/**
 * The bytes to send, as text, for a bare event given as JSON. Where the signature covers the body
 * serialised again (decisions 9), the body is indented, so that the two differ.
 */
function deliveryBody(eventJson: string, settings: Settings): string {
  const text = wrapped(eventJson, settings.deliveryForm);
  return settings.signatureInput === 'raw' ? text : JSON.stringify(JSON.parse(text), null, 2);
}

function wrapped(eventJson: string, form: Settings['deliveryForm']): string {
  switch (form) {
    case 'bare':
      return eventJson;
    case 'event':
      return `{"event":${eventJson}}`;
    case 'envelope':
      return `{"data":{"event":${eventJson}}}`;
    case 'typed': {
      const { id, name, created, data } = readJson(bareEvent, eventJson);
      return JSON.stringify({ id, type: name, createdAt: created, data });
    }
  }
}

const wrapping = z.object({ event: jsonObjectValue });

/** A body in any of the forms, `updated` of its event moved to an ISO time; as it was where it has none. */
export function withUpdated(text: string, at: string): string {
  const body = readJson(jsonObjectValue, text);
  const wrapper = wrapping.safeParse(body).data ?? wrapping.safeParse(body['data']).data;
  const event = body['id'] === undefined ? wrapper?.event : body;
  if (event === undefined || !Object.hasOwn(event, 'updated')) return text;
  Object.assign(event, { updated: at });
  return JSON.stringify(body, null, text.startsWith('{\n') ? 2 : 0);
}

export interface EmitterParts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly settings: SettingsStore;
  readonly faults: Faults;
  readonly schedule: Schedule;
  /** Called with the webhook of every queued delivery, before the commit. */
  readonly queued: (webhookId: string) => void;
}

export interface NewEvent {
  readonly name: string;
  /** One key named after the resource kind (Interface 2.7), as JSON: the record is serialised once. */
  readonly dataJson: string;
  /** True for a triggered sample, false for a real operation (decisions 23). */
  readonly mock: boolean;
  /** ISO time; default now. */
  readonly created?: string | undefined;
  /** Send to these webhooks, subscribed or not. Default: those subscribed. */
  readonly webhookIds?: readonly string[] | undefined;
}

export interface Emitter {
  /** Returns the event's id. Inside a transaction. */
  emit(event: NewEvent): string;
  /** Queues a stored event again for one webhook. Inside a transaction. */
  redeliver(eventBody: string, eventId: string, webhook: Webhook): void;
}

export function createEmitter(parts: EmitterParts): Emitter {
  const { clock, ids, events, webhooks, deliveries, settings, faults, schedule } = parts;

  const queue = (eventBody: string, eventId: string, webhook: Webhook, sent = eventBody): void => {
    const bytes = deliveryBody(sent, settings.current);
    const now = clock.now();
    const fault = faults.takeForDelivery();
    const delivery = {
      eventId,
      webhookId: webhook.id,
      nextAt: now + (schedule.delayAfter(0) ?? 0) + fault.delayMs,
      body: bytes === eventBody ? null : bytes,
      signing: fault.signing,
      created: now,
    };
    for (let copy = 0; copy <= fault.duplicates; copy += 1) deliveries.insert(delivery);
    parts.queued(webhook.id);
  };

  const receivers = ({ name, webhookIds }: NewEvent): readonly Webhook[] =>
    webhookIds === undefined
      ? webhooks.subscribers(name)
      : webhooks.all().filter(({ id, active }) => active && webhookIds.includes(id));

  return {
    emit: (event) => {
      const id = ids.next('event');
      const now = clock.now();
      const created = event.created ?? isoTime(now);
      const { name, dataJson, mock } = event;
      const body = `{"id":"${id}","name":${JSON.stringify(name)},"data":${dataJson},"webhookRecords":[],"mock":${mock},"created":"${created}","updated":"${created}"}`;
      events.insert({ id, name, body, created: now });
      for (const webhook of receivers(event)) queue(body, id, webhook);
      return id;
    },
    redeliver: (eventBody, eventId, webhook) => {
      const moves = settings.current.resentUpdated === 'moves';
      const sent = moves ? withUpdated(eventBody, isoTime(clock.now())) : eventBody;
      queue(eventBody, eventId, webhook, sent);
    },
  };
}
