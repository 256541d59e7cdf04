import { describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/bank-account.ts';
import { customer as customerSchema } from '../../contract/customer.ts';
import { paymentLinkPayload, walletPayload } from '../../contract/event.ts';
import { eventNames, resourceKeyOf } from '../../contract/event-names.ts';
import { webhook as webhookSchema } from '../../contract/webhook.ts';
import type { Json, Running } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';

const customerOf = async (running: Running): Promise<Json> =>
  (await running.post('/v2/customer', { type: 'individual' })).body;

const accountOf = async (running: Running, more: Json = {}): Promise<Json> =>
  (
    await running.post('/v2/virtual-account', {
      customerId: (await customerOf(running)).id,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
      integratorBpsFee: '40',
      ...more,
    })
  ).body;

const eventBodies = async (running: Running): Promise<Json[]> => {
  const { items } = (await running.control('GET', '/list/events')).body;
  const bodies = items
    .toReversed()
    .map(async ({ id }: Json) => (await running.get(`/v1/event/${id}`)).body.data.event);
  return await Promise.all(bodies);
};

describe('access', () => {
  test('takes its own token alone', async () => {
    await using running = await startSandbox();
    const { controlUrl, token } = running.sandbox;
    for (const given of ['', 'Bearer ', `Bearer ${token}`, 'Bearer control_x']) {
      const { status } = await fetch(`${controlUrl}/state`, { headers: { authorization: given } });
      expect(status).toBe(401);
    }
    const asService = await running.post(
      '/v2/customer',
      {},
      { token: running.sandbox.controlToken },
    );
    expect(asService.status).toBe(401);
  });

  test('what it does not know is not found, and methods are named', async () => {
    await using running = await startSandbox();
    expect((await running.control('GET', '/nothing')).status).toBe(404);
    expect((await running.control('GET', '/list/secrets')).status).toBe(404);
    const wrong = await running.control('DELETE', '/events');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('triggering events', () => {
  test.each(eventNames)('%s carries a sample under the key of its kind', async (name) => {
    await using running = await startSandbox();
    const { status, body } = await running.control('POST', '/events', { name });
    const key = resourceKeyOf(name);
    expect(status).toBe(201);
    expect(body.event).toMatchObject({ name, mock: true });
    expect(Object.keys(body.event.data)).toEqual([key]);
    expect(body.event.data[key].id).toMatch(new RegExp(`^${key}_[a-z0-9]+$`));
  });

  test('samples have the shapes of the interface', async () => {
    await using running = await startSandbox();
    const sample = async (name: string) =>
      (await running.control('POST', '/events', { name })).body.event.data;
    expect(walletPayload.safeParse((await sample('wallet.create')).wallet).success).toBe(true);
    const { paymentLink } = await sample('paymentLink.create');
    expect(paymentLinkPayload.safeParse(paymentLink).success).toBe(true);
    expect(customerSchema.safeParse((await sample('customer.create')).customer).success).toBe(true);
    const account = await sample('bankAccount.create');
    expect(bankAccount.safeParse(account.bankAccount).success).toBe(true);
    expect(webhookSchema.safeParse((await sample('webhook.create')).webhook).success).toBe(true);
  });

  test('own data is sent as it is', async () => {
    await using running = await startSandbox();
    const data = { thing: { id: 'thing_1', nested: [1, 'ü', null] }, extra: true };
    const { body } = await running.control('POST', '/events', {
      name: 'thing.happened',
      data,
      mock: false,
      created: '2025-01-01T00:00:00.000Z',
    });
    const { body: read } = await running.get(`/v1/event/${body.event.id}`);
    expect(read.data.event).toEqual({
      id: body.event.id,
      name: 'thing.happened',
      data,
      webhookRecords: [],
      mock: false,
      created: '2025-01-01T00:00:00.000Z',
      updated: '2025-01-01T00:00:00.000Z',
    });
  });

  test('a resource alone is put under its key, and many come at once', async () => {
    await using running = await startSandbox();
    const { body } = await running.control('POST', '/events', {
      name: 'wallet.create',
      resource: { id: 'wallet_mine' },
      count: 3,
    });
    expect(new Set(body.eventIds).size).toBe(3);
    expect(body.event.data).toEqual({ wallet: { id: 'wallet_mine' } });
  });
});

describe('customers', () => {
  test('KYC moves along the table, each move an event that really happened', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    for (const to of ['pending', 'additionalReviewRequired', 'successful']) {
      expect((await running.control('POST', `/customers/${id}/kyc`, { to })).status).toBe(200);
    }
    const events = (await eventBodies(running)).slice(1);
    expect(events.map(({ name }) => name)).toEqual([
      'customer.kyc.pending',
      'customer.kyc.additionalReviewRequired',
      'customer.kyc.successful',
    ]);
    expect(events.every(({ mock }) => mock === false)).toBe(true);
    expect(events.map(({ data }) => data.customer.verificationProfiles[0].status)).toEqual([
      'pending',
      'pending',
      'approved',
    ]);
    const { body } = await running.control('GET', `/customers/${id}`);
    expect(body).toMatchObject({ kyc: 'successful', terms: 'none' });
    expect(body.customer).toEqual(events[2].data.customer);
  });

  test('a move outside the table needs force', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const path = `/customers/${id}/kyc`;
    const refused = await running.control('POST', path, { to: 'successful' });
    expect([refused.status, refused.body.error.general]).toEqual([
      409,
      'KYC does not move from none to successful. Allowed without force: pending',
    ]);
    expect((await running.control('POST', path, { to: 'successful', force: true })).status).toBe(
      200,
    );
    const terms = await running.control('POST', `/customers/${id}/terms`, { to: 'successful' });
    expect(terms.body.customer.verificationProfiles[0].criteria.complete).toContain(
      'terms_of_service',
    );
    const again = await running.control('POST', `/customers/${id}/terms`, { to: 'successful' });
    expect(again.status).toBe(409);
  });

  test('one that does not exist is not found', async () => {
    await using running = await startSandbox();
    for (const path of ['kyc', 'terms']) {
      const { status } = await running.control('POST', `/customers/customer_x/${path}`, {
        to: 'pending',
      });
      expect(status).toBe(404);
    }
    expect((await running.control('POST', '/customers/customer_x/bank-accounts')).status).toBe(404);
  });
});

describe('bank accounts', () => {
  test.each([
    ['1234', '**34'],
    ['12345', '***45'],
    ['12345678', '****5678'],
    ['000123456789', '********6789'],
  ])('never tell a whole number: of %s %s', async (accountNumber, shown) => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const input = { accountNumber, routingNumber: accountNumber };
    const { body } = await running.control('POST', `/customers/${id}/bank-accounts`, input);
    const { accountDetails } = body.bankAccount;
    expect(accountDetails).toMatchObject({ accountNumber: shown, routingNumber: shown });
  });

  test('change from behind, masked again, and no event tells of it', async () => {
    await using running = await startSandbox();
    const { id: owner } = await customerOf(running);
    const made = (await running.control('POST', `/customers/${owner}/bank-accounts`, {})).body
      .bankAccount;
    const before = (await eventBodies(running)).length;
    const path = `/bank-accounts/${made.id}`;
    const changed = await running.control('PATCH', path, {
      status: 'blocked',
      accountNumber: '000999999999',
    });
    expect(changed.status).toBe(200);
    const read = await running.get(`/v2/customers/${owner}/bank-account/${made.id}`);
    expect(bankAccount.parse(read.body)).toEqual({
      ...made,
      status: 'blocked',
      accountDetails: { ...made.accountDetails, accountNumber: '********9999' },
    });
    expect(read.body).toEqual(changed.body.bankAccount);
    expect(await eventBodies(running)).toHaveLength(before);
    expect((await running.control('PATCH', path, { balance: '1' })).status).toBe(400);
  });

  test('are removed, and do not exist from then on', async () => {
    await using running = await startSandbox();
    const { id: owner } = await customerOf(running);
    const { id } = (await running.control('POST', `/customers/${owner}/bank-accounts`, {})).body
      .bankAccount;
    expect((await running.control('DELETE', `/bank-accounts/${id}`)).body).toEqual({ removed: id });
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { status } = await running.control(method, `/bank-accounts/${id}`);
      expect(status).toBe(404);
    }
    const read = await running.get(`/v2/customers/${owner}/bank-account/${id}`);
    expect([read.status, read.body.error.general]).toEqual([404, 'Bank account not found']);
  });
});

describe('deposits', () => {
  test('become a payout that goes its whole way, exact to the cent', async () => {
    await using running = await startSandbox();
    const account = await accountOf(running);
    const { status, body } = await running.control(
      'POST',
      `/virtual-accounts/${account.id}/deposits`,
      { amount: '1000.01' },
    );
    expect(status).toBe(201);
    expect(body.payout).toMatchObject({
      status: 'successful',
      virtualAccount: account.id,
      source: { currency: 'USD', amount: '1000.01' },
      fee: { currency: 'USD', amount: '6.500065', totalBpsRate: '65' },
      destination: { currency: 'USDC', amount: '993.509935', network: 'ethereum' },
    });
    const events = (await eventBodies(running)).slice(1);
    expect(events.map(({ name }) => name)).toEqual([
      'payout.create',
      'payout.pending',
      'payout.funded',
      'payout.processing',
      'payout.successful',
    ]);
    const updates = events.map(({ data }) => data.payout.updated);
    expect(new Set(updates).size).toBe(5);
    expect(updates.toSorted()).toEqual(updates);
  });

  test('can stop on the way and be moved by hand', async () => {
    await using running = await startSandbox();
    const account = await accountOf(running);
    const { payout } = (
      await running.control('POST', `/virtual-accounts/${account.id}/deposits`, {
        amount: '10',
        until: 'funded',
      })
    ).body;
    const move = (to: string) => running.control('POST', `/payouts/${payout.id}/move`, { to });
    expect((await move('successful')).status).toBe(409);
    expect((await move('processing')).body.payout.status).toBe('processing');
    expect((await move('failed')).body.payout.status).toBe('failed');
    expect((await move('refunded')).status).toBe(200);
    const { body } = await running.control('GET', `/payouts/${payout.id}`);
    expect(body.payout.status).toBe('refunded');
  });

  test.each(['1.234', '-1', '1e3', '', 'abc', 5, '0', '0.00', null])(
    '%j is no amount',
    async (amount) => {
      await using running = await startSandbox();
      const account = await accountOf(running);
      const path = `/virtual-accounts/${account.id}/deposits`;
      const { status, body } = await running.control('POST', path, { amount });
      expect([status, body.error.information]).toEqual([400, [expect.any(String)]]);
    },
  );

  test('of which the fee leaves nothing are refused, and nothing is created', async () => {
    await using running = await startSandbox();
    await running.control('PATCH', '/settings', { platformBps: '9960' });
    const account = await accountOf(running);
    const path = `/virtual-accounts/${account.id}/deposits`;
    const { status, body } = await running.control('POST', path, { amount: '5.00' });
    expect([status, body.error.information]).toEqual([
      400,
      ['amount: the fee of 5 USD leaves nothing to pay out'],
    ]);
    expect((await running.control('GET', '/list/payouts')).body.items).toEqual([]);
  });

  test('need an account and a payout that exist', async () => {
    await using running = await startSandbox();
    const deposit = await running.control('POST', '/virtual-accounts/virtualAccount_x/deposits', {
      amount: '1',
    });
    expect(deposit.status).toBe(404);
    expect((await running.control('GET', '/payouts/payout_x')).status).toBe(404);
    const move = await running.control('POST', '/payouts/payout_x/move', { to: 'funded' });
    expect(move.status).toBe(404);
  });
});

describe('webhooks', () => {
  test('can be switched off and on, and are listed without their secret', async () => {
    await using running = await startSandbox();
    const { id, secret, updated } = (
      await running.post('/v1/webhook', {
        name: 'w',
        url: 'https://receiver.example/',
        events: ['wallet.create'],
      })
    ).body.data.webhook;
    const off = await running.control('PATCH', `/webhooks/${id}`, { active: false });
    expect(off.body.webhook).toMatchObject({ id, active: false });
    expect(off.body.webhook.updated > updated).toBe(true);
    await running.control('POST', '/events', { name: 'wallet.create' });
    const state = await running.control('GET', '/state');
    expect(state.body.deliveries.pending).toBe(0);
    expect(state.text).not.toContain(secret);
    const listed = await running.control('GET', '/list/webhooks');
    expect(listed.body.items).toMatchObject([{ id, averageResponseMs: null, isTooSlow: false }]);
    expect(listed.text).not.toContain(secret);
    expect((await running.control('PATCH', '/webhooks/webhook_x', { active: true })).status).toBe(
      404,
    );
  });
});

describe('listing', () => {
  test('goes newest first, a page at a time, by customer where asked', async () => {
    await using running = await startSandbox();
    const made = [];
    for (let index = 0; index < 3; index += 1) made.push(await accountOf(running));
    const path = '/list/virtual-accounts';
    const first = await running.control('GET', `${path}?limit=2`);
    const second = await running.control('GET', `${path}?limit=2&before=${first.body.next}`);
    const ids = [...first.body.items, ...second.body.items].map(({ record }: Json) => record.id);
    expect(ids).toEqual(made.map(({ id }) => id).toReversed());
    expect(second.body.next).toBeNull();

    const owner = first.body.items[0].customer_id;
    const own = await running.control('GET', `${path}?customer=${owner}`);
    expect(own.body.items).toEqual([first.body.items[0]]);
    expect((await running.control('GET', `${path}?limit=0`)).status).toBe(400);
  });

  test('customers come with what was entered', async () => {
    await using running = await startSandbox();
    await running.post('/v2/customer', { type: 'individual', email: 'ada@example.com' });
    const { items } = (await running.control('GET', '/list/customers')).body;
    expect(items[0]).toMatchObject({ kyc: 'none', entered: { email: 'ada@example.com' } });
  });
});

test('reset empties everything but the keys', async () => {
  await using running = await startSandbox();
  const account = await accountOf(running);
  await running.control('POST', `/virtual-accounts/${account.id}/deposits`, { amount: '1' });
  await running.post('/v1/webhook', {
    name: 'w',
    url: 'https://receiver.example/',
    events: ['wallet.create'],
  });
  await running.control('POST', '/faults', { kind: 'error', count: null });
  await running.control('PATCH', '/settings', { eventForm: 'bare' });
  const { body } = await running.control('POST', '/reset');

  expect(body).toMatchObject({
    customers: 0,
    virtualAccounts: 0,
    payouts: 0,
    events: 0,
    webhooks: [],
    faults: [],
    settings: { eventForm: 'envelope' },
  });
  expect((await running.post('/v2/customer', { type: 'business' })).status).toBe(201);
});

test('tokens can be had for every case', async () => {
  await using running = await startSandbox();
  const token = async (claims: Json): Promise<string> =>
    (await running.control('POST', '/tokens', claims)).body.token;
  const statusWith = async (claims: Json) =>
    (await running.get('/v1/event/event_a', { token: await token(claims) })).status;
  expect(await statusWith({})).toBe(404);
  expect(await statusWith({ expiresInSeconds: -60 })).toBe(401);
  expect(await statusWith({ environment: 'production' })).toBe(403);
});
