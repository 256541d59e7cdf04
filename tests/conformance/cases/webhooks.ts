/** Webhooks (Interface 2.6, 4.4, 7.3, 8). */
import { webhookEnvelope } from '../../../src/contract/envelope.ts';
import { listedEventNames } from '../../../src/contract/event-names.ts';
import { maxWebhooks } from '../../../src/contract/limits.ts';
import { section } from '../case.ts';
import { demand, refusedByV1, reportsFailure, requireEqual, shaped, succeeded } from '../checks.ts';
import type { Context } from '../context.ts';
import { Skip } from '../outcome.ts';

export const webhookCases = section('2.6', [
  [
    'id: prefix webhook_.',
    'a new webhook has an id of this prefix',
    'write',
    async ({ webhook }) => {
      const { id } = (await webhook()).webhook;
      demand(id.startsWith('webhook_'), `id is ${id}`);
    },
  ],
  [
    'name, description, url: strings.',
    'a new webhook has what it was created with',
    'write',
    async ({ webhook }) => {
      const made = await webhook();
      const { name, description, url } = made.webhook;
      requireEqual(name, 'Conformance', 'name');
      requireEqual(description, 'Made by a conformance run', 'description');
      requireEqual(url, made.url, 'url');
    },
  ],
  [
    'active: boolean. Webhook status, value seen: healthy.',
    'a new webhook is active and has a status',
    'write',
    async ({ webhook }) => {
      const { active, status } = (await webhook()).webhook;
      requireEqual(active, true, 'active');
      demand(status !== '', 'status is empty');
    },
  ],
  [
    'deliveryRate: a numeric string.',
    'the delivery rate is a numeric string',
    'write',
    async ({ webhook }) => {
      const { deliveryRate } = (await webhook()).webhook;
      demand(/^\d+(\.\d+)?$/.test(deliveryRate), `deliveryRate is ${deliveryRate}`);
    },
  ],
  [
    'events: event names the webhook listens to.',
    'a new webhook listens to the names that it was created with',
    'write',
    async ({ webhook }) => {
      const names = new Set((await webhook()).webhook.events);
      requireEqual([...names].toSorted(), [...listedEventNames].toSorted(), 'The set of names');
    },
  ],
  [
    'url: receiving address, an HTTPS URL.',
    'the address that is answered is an HTTPS URL',
    'write',
    async ({ webhook }) => {
      const { url } = (await webhook()).webhook;
      requireEqual(URL.parse(url)?.protocol, 'https:', 'Its protocol');
    },
  ],
  [
    'secret: prefix secret_; returned on creation.',
    'creating a webhook returns its secret',
    'write',
    async ({ webhook }) => {
      const { secret } = (await webhook()).webhook;
      demand(/^secret_.{8,}$/.test(secret), 'It has not this prefix, or is shorter than 8');
    },
  ],
  [
    'created, updated: timestamps.',
    'a new webhook was not updated before it was created',
    'write',
    async ({ webhook }) => {
      const { created, updated } = (await webhook()).webhook;
      demand(updated >= created, `updated ${updated} is before created ${created}`);
    },
  ],
]);

const body = {
  name: 'Conformance',
  description: 'Made by a conformance run',
  url: 'https://conformance.invalid/causeway',
  events: ['wallet.create'],
};

/** Each of these takes up a webhook where the server does not refuse it. */
const malformed: readonly (readonly [field: string, constraint: string, value: unknown])[] = [
  ['url', 'HTTPS address', 'http://conformance.invalid/causeway'],
  ['url', 'HTTPS address', 'conformance'],
  ['url', 'string', 7],
  ['events', 'event names from section 6', ['wallet.explode']],
  ['events', 'array of string', 'wallet.create'],
  ['events', 'array of string', [7]],
  ['name', 'string', 7],
  ['description', 'string', 7],
];

export const createWebhookCases = section('4.4', [
  [
    'The envelope carries ok=true, object=`object`, statusCode=200, error=null, message=`success`.',
    'creating a webhook answers this envelope',
    'write',
    async ({ webhook }) => {
      const { json } = (await webhook()).answer;
      const { ok, object, statusCode, error, message } = json as Record<string, unknown>;
      const expected = [true, 'object', 200, null, 'success'];
      requireEqual([ok, object, statusCode, error, message], expected, 'The envelope');
    },
  ],
  ...malformed.map(
    ([field, constraint, value]) =>
      [
        `${field}: ${constraint}.`,
        `a webhook with ${field} ${JSON.stringify(value)} is refused`,
        'destroy-slots',
        async ({ client }: Context) => {
          const answer = await client.call('POST', '/v1/webhook', {
            body: { ...body, [field]: value },
          });
          refusedByV1(answer, `${field} ${JSON.stringify(value)}`);
        },
      ] as const,
  ),
]);

export const unlistedEventCases = section('6', [
  [
    'An event record seen in a response is named paymentLink.create, which is absent from the list.',
    'a webhook that lists paymentLink.create is created with it, or refused',
    'destroy-slots',
    async ({ client }) => {
      const events = ['paymentLink.create'];
      const answer = await client.call('POST', '/v1/webhook', { body: { ...body, events } });
      if (answer.status >= 400 || reportsFailure(answer)) {
        refusedByV1(answer, 'paymentLink.create');
        return;
      }
      const { data } = shaped(webhookEnvelope, succeeded(answer, 'A webhook'), 'The answer');
      requireEqual(data.webhook.events, events, 'The names');
    },
  ],
]);

export const limitCases = section('8', [
  [
    'Events per webhook: no limit.',
    'a webhook can list every event name of section 6',
    'write',
    async ({ webhook }) => {
      const { events } = (await webhook()).webhook;
      demand(events.length >= listedEventNames.length, `It lists ${events.length}`);
    },
  ],
  [
    'Webhooks that may exist at a time: 10.',
    'webhooks are created up to the tenth, and no further',
    'destroy-slots',
    async ({ client, webhook, control }) => {
      await webhook();
      const create = () => client.call('POST', '/v1/webhook', { body });
      let made = 0;
      let answer = await create();
      while (answer.status < 300 && made < maxWebhooks) {
        const { ok } = answer.json as Record<string, unknown>;
        if (ok === false) break;
        succeeded(answer, 'A webhook');
        made += 1;
        answer = await create();
      }
      demand(made < maxWebhooks, `${made} webhooks were created beside the one that was there`);
      refusedByV1(answer, 'one webhook too many');
      const existing = await countOf(control);
      if (existing !== null) requireEqual(existing, maxWebhooks, 'The number of webhooks');
    },
  ],
]);

/** How many exist, where a control plane can tell. */
const countOf = async (control: Context['control']): Promise<number | null> => {
  try {
    return (await control().webhooks()).length;
  } catch (error) {
    if (error instanceof Skip) return null;
    throw error;
  }
};
