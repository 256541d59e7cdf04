/** A service, or whoever answers in its place, that says back what it was sent, and other secrets. */
import { describe, expect, it } from 'vitest';
import { createLog } from '../foundation/log.ts';
import { CUT } from '../foundation/secrets/cut-secrets.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';
import { clock, customerInput, random, webhookBody } from './testing/fixtures.ts';

const token = 'desk-token+0042/opaque';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJlLW9mLXRoZS1kZXNr';
const canaries = [
  token,
  encodeURIComponent(token),
  jwt,
  'secret_canary9f3k',
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
] as const;
const words = `Refused: ${canaries.join(' | ')} (all of it)`;

/** Every form of an error, and of success, with canaries in every place that a text may stand in. */
const bodies: readonly unknown[] = [
  { ts: words, error: { information: [words, { message: words, field: words }] } },
  { ts: words, error: { general: words, code: words } },
  { ok: false, statusCode: 400, error: words, message: [words], request: words, code: words },
  { status: 400, title: words, detail: words, code: words, errors: [{ [words]: words }] },
  { message: words, error: { secret: words, deep: [[{ a: words }]] } },
  { id: 'customer_1', name: words, [words]: words, unknown: { [words]: [words] } },
  { id: 'event_1', name: words, data: { customer: { id: 'customer_1', note: words } } },
  { id: 'webhook_1', name: words, description: words },
  { data: { webhook: { id: 'webhook_1', name: words, extra: { secret: [words] } } } },
  words,
];

const webhookInput = {
  name: 'n',
  url: 'https://desk.example.com/x',
  events: ['customer.create' as const],
};

const calls: Record<string, (client: ServiceClient) => Promise<unknown>> = {
  createCustomer: (client) => client.createCustomer(customerInput),
  createWebhook: (client) => client.createWebhook(webhookInput),
  getEvent: (client) => client.getEvent('event_1' as never),
  getBankAccount: (client) =>
    client.getBankAccount('customer_1' as never, 'bankAccount_1' as never),
  probe: (client) => client.probe(),
};

const clientOf = (status: number, body: unknown) =>
  createServiceClient({
    baseUrl: () => 'https://service.example.com',
    clock,
    random,
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    token: async () => token,
    fetch: async () =>
      new Response(JSON.stringify(body), { status, headers: { 'x-request-id': words } }),
    wait: async () => undefined,
  });

/** Of an outcome all but the exact bytes, which are sealed. */
const said = (outcome: unknown): string =>
  JSON.stringify(outcome, (key, value: unknown) => (key === 'bytes' ? null : value));

describe.each(Object.keys(calls))('%s', (name) => {
  it.each([200, 201, 400, 401, 403, 404, 409, 422, 429, 500, 503])(
    'gives no secret of an answer %i on',
    async (status) => {
      for (const body of bodies) {
        const text = said(await calls[name]?.(clientOf(status, body)));
        expect(text).toContain('"kind":');
        for (const canary of canaries) expect(text).not.toContain(canary);
      }
    },
  );
});

it('keeps the words around a secret', async () => {
  const error = { ts: '2026-11-22T00:00:00.000Z', error: { general: `Bad token ${token}!` } };
  const outcome = await clientOf(401, error).createCustomer(customerInput);
  expect(outcome).toMatchObject({ kind: 'refused', error: { messages: [`Bad token ${CUT}!`] } });
});

it('gives the secret of a webhook to who created it, and of no other answer', async () => {
  const sent = await clientOf(201, webhookBody).createWebhook(webhookInput);
  expect(sent).toMatchObject({ kind: 'answered', body: { secret: webhookBody.secret } });
  const other = { ...webhookBody, id: 'customer_1', note: webhookBody.secret };
  const customer = await clientOf(201, other).createCustomer(customerInput);
  expect(said(customer)).not.toContain(webhookBody.secret);
});

it('a number that lost its zeros is still told as such of an answer that was cleaned', async () => {
  const depositInstructions = '{"bankAccountNumber":9000000123456789012}';
  const body = `{"id":"virtualAccount_1","note":${JSON.stringify(words)},"depositInstructions":${depositInstructions}}`;
  const client = createServiceClient({
    baseUrl: () => 'https://service.example.com',
    clock,
    random,
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    token: async () => token,
    fetch: async () => new Response(body, { status: 201 }),
    wait: async () => undefined,
  });
  const outcome = await client.createVirtualAccount({
    customerId: 'customer_1' as never,
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'ethereum',
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
  expect(JSON.stringify(outcome)).toContain('9000000123456789012');
  expect(JSON.stringify(outcome)).toContain('received number with more digits than are exact');
});
