import { expect, it } from 'vitest';
import { createServiceClient } from './service-client.ts';
import { clientOptions, customerInput, token } from './testing/fixtures.ts';

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

it('what is received is cut of the token, by its value and by the shape of others', async () => {
  const other = 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl';
  const [said] = (await messagesOf(401, `Bad token ${token}, or ${other}`)) ?? [];
  expect(said).toMatch(/^Bad token .*, or /);
  expect(said).not.toContain(token.slice(-10));
  expect(said).not.toContain(other.slice(-10));
});

it.each([
  [400, ''],
  [400, '{}'],
  [502, '<!doctype html><p>Bad gateway'],
  [500, 'x '.repeat(2_500)],
])('a web page, and what is too long, is no message: %i', async (status, body) => {
  expect((await messagesOf(status, body)) ?? []).toEqual([]);
});
