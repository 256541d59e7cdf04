/** The conventions, section 1 and section 9. */
import { customer } from '../../../src/contract/customer.ts';
import { requestExamples } from '../../../src/contract/examples.ts';
import { timestampPattern } from '../../../src/contract/patterns.ts';
import { section } from '../case.ts';
import { demand, refused, refusedByV1, refusedByV2, shaped, succeeded } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Context, customerBody } from '../context.ts';

const absentEvent = '/v1/event/event_conformance0';
const absentAccount = '/v2/customers/customer_conformance0/bank-account/bankAccount_conformance0';

function requireJson({ headers, json }: Answer): void {
  const type = headers.get('content-type') ?? 'missing';
  demand(/^application\/([\w.-]+\+)?json\b/i.test(type), `Content-Type is ${type}`);
  demand(json !== undefined, 'The body is no JSON');
}

export const conventionCases = section('conventions', [
  [
    'Requests and responses are JSON.',
    'v1 answers JSON',
    'read',
    async ({ client }) => requireJson(await client.call('GET', absentEvent)),
  ],
  [
    'Requests and responses are JSON.',
    'v2 answers JSON',
    'read',
    async ({ client }) => requireJson(await client.call('GET', absentAccount)),
  ],
  [
    'Requests and responses are JSON.',
    'a body that is no JSON is refused, in JSON',
    'write',
    async ({ client }) => {
      const answer = await client.call('POST', '/v2/customer', { body: '{"type":"individual"' });
      refusedByV2(answer, 'A truncated body');
      requireJson(answer);
    },
  ],
  [
    'Requests with a body carry the header Content-Type: application/json.',
    'a body with that header is taken, with a charset too',
    'write',
    async ({ client }) => {
      const contentType = 'application/json; charset=utf-8';
      const answer = await client.call('POST', '/v2/customer', { body: customerBody, contentType });
      succeeded(answer, 'A customer sent with a charset');
    },
  ],
  [
    'Timestamps are ISO 8601 UTC strings with millisecond precision.',
    'the time of an answer is such a string, within a day of ours',
    'read',
    async ({ client }) => {
      const { ts } = refusedByV1(await client.call('GET', absentEvent), 'An unknown event');
      demand(timestampPattern.test(ts), `ts is ${ts}`);
      const apart = Math.abs(Date.parse(ts) - Date.now());
      demand(apart < 24 * 60 * 60 * 1_000, `ts is ${ts}, which is not today`);
    },
  ],
  [
    'Identifiers are strings made of a type prefix, an underscore and lowercase alphanumerics.',
    'two customers get ids of this form, and different ones',
    'write',
    async ({ client, customer: shared }) => {
      const answer = await client.call('POST', '/v2/customer', { body: customerBody });
      const other = shaped(customer, succeeded(answer, 'A customer'), 'The customer');
      const { id } = await shared();
      for (const each of [id, other.id]) demand(/^customer_[a-z0-9]+$/.test(each), `id is ${each}`);
      demand(id !== other.id, 'Two customers have the same id');
    },
  ],
]);

export const purposeCases = section('1', [
  [
    'Create customers (type individual or business).',
    'a customer of type individual can be created',
    'write',
    async ({ customer: shared }) => {
      const { type } = await shared();
      demand(type === 'individual', `type is ${type}`);
    },
  ],
  [
    'Create customers (type individual or business).',
    'a customer of type business can be created',
    'write',
    async ({ client }) => {
      const { personalInformation: _, ...rest } = customerBody;
      const body = { ...rest, type: 'business' };
      const answer = await client.call('POST', '/v2/customer', { body });
      const made = shaped(customer, succeeded(answer, 'A business'), 'The customer');
      demand(made.type === 'business', `type is ${made.type}`);
    },
  ],
  [
    'Each customer gets verification profiles that list the onboarding criteria.',
    'a new customer has a profile that lists criteria',
    'write',
    async ({ customer: shared }) => {
      const { verificationProfiles } = await shared();
      const listed = verificationProfiles.flatMap(({ criteria }) => [
        ...criteria.complete,
        ...criteria.pending,
        ...criteria.required,
      ]);
      demand(listed.length > 0, 'No profile lists a criterion');
    },
  ],
]);

export const versioningCases = section('9', [
  [
    'Customer, virtual account and bank account operations live under /v2.',
    'there is no bank account under /v1',
    'read',
    async ({ client }) => {
      refused(
        await client.call('GET', absentAccount.replace('/v2/', '/v1/')),
        'The path under /v1',
      );
    },
  ],
  [
    'Webhook and event operations live under /v1.',
    'there is no event under /v2',
    'read',
    async ({ client }) => {
      refused(await client.call('GET', absentEvent.replace('/v1/', '/v2/')), 'The path under /v2');
    },
  ],
  ...(
    [
      ['customer', 'v1', requestExamples.createCustomer],
      ['virtual-account', 'v1', requestExamples.createVirtualAccount],
      ['webhook', 'v2', requestExamples.createWebhook],
    ] as const
  ).map(
    ([kind, other, body]) =>
      [
        'The version is part of the path.',
        `no ${kind} is created under /${other}`,
        // Only a server that departs from the sentence creates anything.
        kind === 'webhook' ? 'destroy-slots' : 'write',
        async ({ client }: Context) => {
          const path = `/${other}/${kind}`;
          refused(await client.call('POST', path, { body }), path);
        },
      ] as const,
  ),
  [
    'Both versions are served side by side.',
    'the same base URL answers /v1 and /v2, each in its own forms',
    'read',
    async ({ client }) => {
      refusedByV1(await client.call('GET', absentEvent), 'An unknown event');
      refusedByV2(await client.call('GET', absentAccount), 'An unknown bank account');
    },
  ],
]);
