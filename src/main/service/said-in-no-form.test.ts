import { expect, it } from 'vitest';
import { createServiceClient } from './service-client.ts';
import { clientOptions, customerInput } from './testing/fixtures.ts';

const messagesOf = async (status: number, body: string) => {
  const fetch = async () => new Response(body, { status });
  const client = createServiceClient(clientOptions('https://service.test', fetch));
  const outcome = await client.createCustomer(customerInput);
  return outcome.kind === 'refused' || outcome.kind === 'unknown' ? outcome.error?.messages : [];
};

it.each([
  [400, 'Invalid api version', ['Invalid api version']],
  [429, 'slow down\n', ['slow down']],
  [422, '{"oops":["a",1]}', ['{"oops":["a",1]}']],
  [503, '["down"]', ['["down"]']],
])('what no rule reads is shown as received: %i %j', async (status, body, messages) => {
  expect(await messagesOf(status, body)).toEqual(messages);
});

it.each([
  [400, ''],
  [400, '{}'],
  [502, '<!doctype html><p>Bad gateway'],
  [500, 'x '.repeat(2_500)],
  [401, 'Not valid: Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln'],
])(
  'a web page, what is too long, and what may hold a secret, is no message: %i',
  async (status, body) => {
    expect((await messagesOf(status, body)) ?? []).toEqual([]);
  },
);
