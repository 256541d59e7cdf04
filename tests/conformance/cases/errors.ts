/** Error forms (Interface 7) and what is left of section 8. */
import { setTimeout } from 'node:timers/promises';
import { requiredMessage, validationError } from '../../../src/contract/errors.ts';
import { maxAverageResponseMs } from '../../../src/contract/limits.ts';
import { section } from '../case.ts';
import {
  demand,
  refusedAsInvalid,
  refusedByV1,
  refusedInGeneral,
  requireEqual,
  shaped,
} from '../checks.ts';
import type { Context } from '../context.ts';
import { Skip } from '../outcome.ts';

const absentAccount = '/v2/customers/customer_conformance0/bank-account/bankAccount_conformance0';
const absentEvent = '/v1/event/event_conformance0';

export const validationErrorCases = section('7.1', [
  [
    'error.information: array of string, one message per problem.',
    'five missing inputs give five messages',
    'write',
    async ({ client }) => {
      const answer = await client.call('POST', '/v2/virtual-account', { body: {} });
      const messages = refusedAsInvalid(answer, 'an empty request');
      requireEqual(messages, Array(5).fill(requiredMessage), 'The messages');
    },
  ],
  [
    'error.information: one message per problem; a missing required input yields Required.',
    'a missing input beside a malformed one gives two messages, one of them Required',
    'write',
    async ({ client }) => {
      const answer = await client.call('POST', '/v2/customer', { body: { email: 'no address' } });
      const messages = refusedAsInvalid(answer, 'two problems');
      requireEqual(messages.length, 2, 'The number of messages');
      const required = messages.filter((message) => message === requiredMessage);
      requireEqual(required.length, 1, `The number of ${requiredMessage}`);
    },
  ],
  [
    'ts: timestamp of the response.',
    'a validation error carries the time',
    'write',
    async ({ client }) => {
      const { json } = await client.call('POST', '/v2/customer', { body: {} });
      const { ts } = shaped(validationError, json, 'The error body');
      demand(Math.abs(Date.parse(ts) - Date.now()) < 24 * 60 * 60 * 1_000, `ts is ${ts}`);
    },
  ],
]);

export const generalErrorCases = section('7.2', [
  [
    'ts: timestamp. error.general: single message, for example Bank account not found.',
    'a general error carries the time and one message',
    'read',
    async ({ client }) => {
      const answer = await client.call('GET', absentAccount);
      const message = refusedInGeneral(answer, 'a bank account that does not exist');
      demand(/bank account/i.test(message), `The message is ${message}`);
    },
  ],
]);

export const envelopeCases = section('7.3', [
  [
    'v1 responses carry: ok, object, statusCode, error, message, data, ts, request.',
    'a refusal of v1 carries all of them',
    'read',
    async ({ client }) => {
      const { json } = await client.call('GET', absentEvent);
      const expected = ['ok', 'object', 'statusCode', 'error', 'message', 'data', 'ts', 'request'];
      const missing = expected.filter((key) => !(key in Object(json)));
      requireEqual(missing, [], 'What is missing');
    },
  ],
  [
    'error: null on success. message: `success` on success.',
    'a refusal has an error, and its message is not `success`',
    'read',
    async ({ client }) => {
      const answer = await client.call('GET', absentEvent);
      const { error, message, statusCode } = refusedByV1(answer, 'An unknown event');
      demand(error !== null && error !== undefined, 'error is null');
      demand(message !== 'success', 'message is `success`');
      demand(statusCode >= 400, `statusCode is ${statusCode}`);
    },
  ],
  [
    'request: prefix request_.',
    'every answer has a request id of its own',
    'read',
    async ({ client }) => {
      const ids = [
        await client.call('GET', absentEvent),
        await client.call('GET', absentEvent),
      ].map((answer) => refusedByV1(answer, 'An unknown event').request);
      requireEqual(new Set(ids).size, 2, 'The number of different ids');
    },
  ],
  [
    'statusCode: integer.',
    'the status in the envelope of a success is that of HTTP',
    'read',
    async (context: Context) => {
      const { answer } = await context.event();
      const statusCode = Reflect.get(Object(answer.json), 'statusCode');
      if (statusCode === undefined) throw new Skip('the event came bare');
      requireEqual(statusCode, answer.status, 'statusCode');
    },
  ],
]);

export const responseTimeCases = section('8', [
  [
    'Average response time of webhook requests: under 5000 ms.',
    'the average response time of a webhook is measured, and ours is under the limit',
    'control',
    async (context) => {
      const { webhook, inbox } = await context.subscription();
      await context.control().trigger({ name: 'wallet.create' });
      await inbox.until((received) => received.length > 0, 'A delivery');
      const average = await measuredAverage(context, webhook.id);
      demand(average !== null, 'It is not measured');
      demand(average < maxAverageResponseMs, `It is ${average} ms`);
    },
  ],
]);

/** Its attempts are counted after the receiver has answered, so it may take a moment. */
async function measuredAverage(context: Context, webhookId: string): Promise<number | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = (await context.control().webhooks()).find(({ id }) => id === webhookId);
    if (typeof found?.averageResponseMs === 'number') return found.averageResponseMs;
    await setTimeout(20);
  }
  return null;
}
