import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { BankAccountId, CustomerId, EventId } from '../../../contract/ids.ts';
import type { CreateVirtualAccountInput } from '../../../contract/virtual-account.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { createServiceClient } from './service-client.ts';
import { clientOptions, customerInput } from './testing/fixtures.ts';

/** The client against the service itself: neither may drift from the contract alone. */
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = createSandbox();
  await sandbox.listen();
});
afterAll(() => sandbox.close());
beforeEach(() => control('DELETE', '/faults'));

const client = (token = sandbox.token) =>
  createServiceClient(
    clientOptions(sandbox.baseUrl, fetch, {
      token: async () => token,
      clock: { now: () => Date.now() },
      timeouts: { readMs: 5_000, writeMs: 5_000 },
    }),
  );

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${sandbox.controlUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${sandbox.controlToken}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return await response.json();
}

const stateSchema = z.looseObject({ customers: z.int() });
const customersNow = async () => stateSchema.parse(await control('GET', '/state')).customers;

async function newCustomer(): Promise<CustomerId> {
  const outcome = await client().createCustomer(customerInput);
  if (outcome.kind !== 'answered') throw new Error(outcome.kind);
  return outcome.resource.id as CustomerId;
}

const accountInput = (customerId: CustomerId): CreateVirtualAccountInput => ({
  customerId,
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'base',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  integratorBpsFee: '10',
});

describe('against the sandbox', () => {
  it('all five operations are answered, and nothing departs from the interface', async () => {
    const customer = await newCustomer();
    const account = await client().createVirtualAccount(accountInput(customer));
    expect(account).toMatchObject({
      kind: 'answered',
      resource: { kind: 'virtualAccount', deviations: [], body: { fees: { totalBpsRate: '35' } } },
    });
    const webhook = await client().createWebhook({
      name: 'All',
      url: 'https://hooks.example.com/in',
      events: ['customer.create'],
    });
    expect(webhook).toMatchObject({
      kind: 'answered',
      requestId: expect.stringMatching(/^request_/),
      resource: { kind: 'webhook', deviations: [] },
    });
    const made = await control('POST', `/customers/${customer}/bank-accounts`, {});
    const id = /bankAccount_[a-z0-9]+/.exec(JSON.stringify(made))?.[0] ?? '';
    const read = await client().getBankAccount(customer, id as BankAccountId);
    expect(read).toMatchObject({ kind: 'answered', resource: { id, deviations: [] } });
  });

  it.each(['envelope', 'bare'])('an event is read, %s', async (form) => {
    await control('PATCH', '/settings', { eventForm: form });
    const made = await control('POST', '/events', { name: 'wallet.create' });
    const id = /event_[a-z0-9]+/.exec(JSON.stringify(made))?.[0] ?? '';
    const outcome = await client().getEvent(id as EventId);
    await control('DELETE', '/settings');
    expect(outcome).toMatchObject({
      kind: 'answered',
      resource: { id, deviations: [] },
      requestId: form === 'bare' ? null : expect.stringMatching(/^request_/),
    });
  });

  it('its refusals come in its own words', async () => {
    const nobody = await client().createVirtualAccount(accountInput('customer_none' as CustomerId));
    expect(nobody.kind).toBe('refused');
    const missing = await client().getBankAccount(
      await newCustomer(),
      'bankAccount_none' as BankAccountId,
    );
    expect(missing).toMatchObject({
      kind: 'failed',
      cause: 'not-found',
      error: { messages: ['Bank account not found'] },
    });
  });

  it('its tokens are proven, refused and told apart', async () => {
    expect(await client().probe()).toMatchObject({ kind: 'proven', status: 404 });
    const expired = await sandbox.signToken({ expiresInSeconds: -60 });
    expect(await client(expired).probe()).toMatchObject({ kind: 'refused', status: 401 });
    const other = await sandbox.signToken({ environment: 'production' });
    expect(await client(other).probe()).toMatchObject({ kind: 'refused', status: 403 });
    expect(await client(expired).createCustomer(customerInput)).toMatchObject({
      kind: 'refused',
      cause: 'unauthorized',
    });
  });

  const lost: [string, object, string][] = [
    ['the answer is dropped', { kind: 'drop' }, 'cut'],
    ['a 500 comes after the work', { kind: 'error', status: 500, when: 'after' }, 'server-error'],
    ['the answer is truncated', { kind: 'unparsable', body: 'truncated' }, 'not-json'],
    ['the answer is a web page', { kind: 'unparsable', body: 'html' }, 'html-page'],
    ['the answer is empty', { kind: 'unparsable', body: 'empty' }, 'not-json'],
    ['the answer is oversized', { kind: 'unparsable', body: 'oversized' }, 'too-large'],
  ];

  it.each(lost)(
    'a create is unknown, done once and never repeated when %s',
    async (_w, fault, cause) => {
      const before = await customersNow();
      await control('POST', '/faults', fault);
      const outcome = await client().createCustomer(customerInput);
      expect(outcome).toMatchObject({ kind: 'unknown', cause });
      expect(await customersNow()).toBe(before + 1);
    },
  );

  it('429 says when to come back, and nothing was done', async () => {
    await control('POST', '/faults', { kind: 'too-many-requests', retryAfterSeconds: 7 });
    expect(await client().createCustomer(customerInput)).toMatchObject({
      kind: 'refused',
      cause: 'rate-limited',
      retryAfterMs: 7_000,
    });
  });

  it('a read gets over faults that pass', async () => {
    await control('POST', '/faults', { kind: 'error', status: 503, count: 2 });
    expect(await client().probe()).toMatchObject({ kind: 'proven' });
  });
});
