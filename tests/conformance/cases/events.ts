/** Events and their payloads (Interface 2.7, 4.5). */
import {
  event as eventSchema,
  paymentLinkPayload,
  walletPayload,
} from '../../../src/contract/event.ts';
import { readEvent } from '../../../src/contract/event-forms.ts';
import { listedEventNames, resourceKeyOf } from '../../../src/contract/event-names.ts';
import { payloadExamples } from '../../../src/contract/examples.ts';
import { section } from '../case.ts';
import { demand, refusedByV1, requireEqual, shaped } from '../checks.ts';
import type { Context } from '../context.ts';
import { Skip } from '../outcome.ts';

const wholeEvent = async (context: Context) =>
  shaped(eventSchema, (await context.event()).event, 'The event');

const payloads = [
  ['wallet', walletPayload, payloadExamples.wallet],
  ['paymentLink', paymentLinkPayload, payloadExamples.paymentLink],
] as const;

export const eventCases = section('2.7', [
  [
    'id: pattern ^event_[a-z0-9]+$.',
    'an event has an id of this pattern',
    'read',
    async (context) => {
      const { id } = await wholeEvent(context);
      demand(/^event_[a-z0-9]+$/.test(id), `id is ${id}`);
    },
  ],
  [
    'name: one of the event names in section 6 (and paymentLink.create, which was seen).',
    'an event has such a name',
    'read',
    async (context) => {
      const { name } = await wholeEvent(context);
      const known: readonly string[] = [...listedEventNames, 'paymentLink.create'];
      demand(known.includes(name), `name is ${name}`);
    },
  ],
  [
    'data: holds one key named after the resource kind, whose value is the resource record.',
    'the data of an event has that key and no other',
    'read',
    async (context) => {
      const { name, data } = await wholeEvent(context);
      requireEqual(Object.keys(data), [resourceKeyOf(name)], 'The keys of data');
    },
  ],
  [
    'webhookRecords: requestIds (prefix request_) and webhook (2.6). May be empty.',
    'an event that was delivered names the webhook and the requests',
    'control',
    async (context) => {
      const { webhook, inbox } = await context.subscription();
      const [id = ''] = await context.control().trigger({ name: 'wallet.create' });
      await inbox.until(
        (received) => received.some((one) => readEvent(parse(one.body))?.id === id),
        'The delivery',
      );
      const { webhookRecords } = shaped(
        eventSchema,
        (await context.readEvent(id)).event,
        'The event',
      );
      for (const record of webhookRecords) {
        requireEqual(record.webhook.id, webhook.id, 'The webhook');
        demand(record.requestIds.length > 0, 'There is a webhook without a request');
      }
    },
  ],
  [
    'mock: boolean. created, updated: timestamps.',
    'an event was not updated before it was created',
    'read',
    async (context) => {
      const { created, updated } = await wholeEvent(context);
      demand(updated >= created, `updated ${updated} is before created ${created}`);
    },
  ],
  ...payloads.map(
    ([kind, schema, example]) =>
      [
        `${kind} record seen in an event payload.`,
        `the payload of ${kind}.create has the fields of 2.7`,
        'control',
        async (context: Context) => {
          const [id = ''] = await context.control().trigger({ name: `${kind}.create` });
          const { data } = (await context.readEvent(id)).event;
          const record = Reflect.get(Object(data), kind);
          shaped(schema, record, `The ${kind}`);
          const missing = Object.keys(example).filter((key) => !(key in Object(record)));
          requireEqual(missing, [], 'What is missing');
        },
      ] as const,
  ),
]);

const parse = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));

export const getEventCases = section('4.5', [
  [
    'GET /v1/event/{event_id}: the v1 envelope with data.event, or the event as the entire body.',
    'an event is answered in one of the two forms, under the id that was asked for',
    'read',
    async (context) => {
      const { event, answer } = await context.event();
      const read = readEvent(answer.json);
      demand(read?.form === 'envelope' || read?.form === 'bare', `The form is ${read?.form}`);
      const again = await context.readEvent(String(event['id']));
      requireEqual(again.event['id'], event['id'], 'The id');
    },
  ],
  [
    'Response: the v1 envelope (7.3).',
    'an event in the envelope says ok, 200 and success',
    'read',
    async (context) => {
      const { answer } = await context.event();
      if (readEvent(answer.json)?.form === 'bare') throw new Skip('the event came bare');
      const { ok, object, statusCode, error, message } = answer.json as Record<string, unknown>;
      const expected = [true, 'object', 200, null, 'success'];
      requireEqual([ok, object, statusCode, error, message], expected, 'The envelope');
    },
  ],
  [
    'event_id: generated on event creation.',
    'an event that does not exist is refused in the envelope',
    'read',
    async ({ client }) => {
      const answer = await client.call('GET', '/v1/event/event_conformance0');
      refusedByV1(answer, 'An event that does not exist');
    },
  ],
  ...['event_UPPER', 'webhook_abc', 'event_'].map(
    (id) =>
      [
        'event_id: pattern ^event_[a-z0-9]+$.',
        `the id ${id} is refused`,
        'read',
        async ({ client }: Context) =>
          void refusedByV1(await client.call('GET', `/v1/event/${id}`), 'A wrong id'),
      ] as const,
  ),
]);
