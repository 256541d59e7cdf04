/** Reads events as JSON, `webhookRecords` filled from real attempts (decisions 28). */
import { event as eventSchema } from '../../contract/event.ts';
import { readJson } from '../../platform/json-column.ts';
import type { Deliveries } from '../state/deliveries.ts';
import type { EventRow, Events } from '../state/events.ts';
import type { SettingsStore } from '../state/settings.ts';
import type { Webhooks } from '../state/webhooks.ts';

export interface EventReader {
  /** Event (Interface 2.7) as JSON, or null for an unknown ID. */
  read(id: string): string | null;
  /** Clears the cache: an attempt was counted, or a switch changed. */
  forget(): void;
}

export interface EventReaderParts {
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly settings: SettingsStore;
}

/** The cache has at most 4,096 events of 16 Ki characters: 128 MiB, usually a few. */
const MAX_REMEMBERED = 4_096;
const MAX_REMEMBERED_LENGTH = 16 * 1_024;

export function createEventReader(parts: EventReaderParts): EventReader {
  const { events, settings } = parts;
  const remembered = new Map<string, string>();

  const remember = (id: string, json: string): string => {
    if (json.length > MAX_REMEMBERED_LENGTH) return json;
    if (remembered.size >= MAX_REMEMBERED) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(id, json);
    return json;
  };

  return {
    read: (id) => {
      const known = remembered.get(id);
      if (known !== undefined) return known;
      const row = events.get(id);
      if (row === undefined) return null;
      const json = settings.current.webhookRecords === 'empty' ? row.body : withRecords(row, parts);
      return remember(id, json);
    },
    forget: () => remembered.clear(),
  };
}

function withRecords(row: EventRow, { deliveries, webhooks, settings }: EventReaderParts): string {
  const requests = deliveries.requestsOf(row.id);
  if (requests.length === 0) return row.body;
  const byWebhook = Map.groupBy(requests, (request) => request.webhook_id);
  const webhookRecords = [...byWebhook].flatMap(([webhookId, own]) => {
    const webhook = webhooks.get(webhookId);
    if (webhook === undefined) return [];
    const requestIds = own.map((request) => request.request_id);
    const record = webhooks.record(webhook, settings.current.secretsInRecords);
    return [{ requestIds, webhook: record }];
  });
  const event = readJson(eventSchema, row.body);
  return JSON.stringify({ ...event, webhookRecords });
}
