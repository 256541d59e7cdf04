import { describe, expect, test } from 'vitest';
import { bankAccount } from '../../contract/bank-account.ts';
import { customer as customerSchema } from '../../contract/customer.ts';
import { eventEnvelope, webhookEnvelope } from '../../contract/envelope.ts';
import { eventNames } from '../../contract/event-names.ts';
import { virtualAccount } from '../../contract/virtual-account.ts';
import { iban, routingNumber } from '../domain/deposit-instructions.ts';
import type { Json, Running } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';

const ada = {
  type: 'individual',
  email: 'ada@example.com',
  phone: '+14155550123',
  address: { line1: '12 St James Square', city: 'London', country: 'GB' },
  personalInformation: { firstName: 'Ada', lastName: 'Byron' },
};

const customerOf = async (running: Running, body: Json = ada): Promise<Json> =>
  (await running.post('/v2/customer', body)).body;

const accountInput = (customerId: string, more: Json = {}) => ({
  customerId,
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: 'ethereum',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  ...more,
});

const eventsNamed = async (running: Running, name: string): Promise<Json[]> =>
  (await running.control('GET', '/list/events')).body.items.filter(
    (event: Json) => event.name === name,
  );

describe('create a customer (4.1)', () => {
  test('answers 201 with two profiles, complete for what was sent', async () => {
    await using running = await startSandbox();
    const { status, body } = await running.post('/v2/customer', ada);

    expect(status).toBe(201);
    expect(customerSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^customer_[a-z0-9]+$/),
      type: 'individual',
    });
    const [base, sepa] = body.verificationProfiles;
    expect(base.status).toBe('incomplete');
    expect(base.criteria.complete).toEqual([
      'email_address',
      'first_name',
      'last_name',
      'residential_address',
    ]);
    expect(base.criteria.required).not.toContain('proof_of_address');
    expect(sepa.criteria.required).toContain('proof_of_address');
  });

  test('tells the webhooks what it answered', async () => {
    await using running = await startSandbox();
    const customer = await customerOf(running);
    const [listed] = await eventsNamed(running, 'customer.create');
    const { body } = await running.get(`/v1/event/${listed.id}`);
    expect(body.data.event).toMatchObject({ mock: false, data: { customer } });
  });

  test('only the type is required', async () => {
    await using running = await startSandbox();
    expect((await running.post('/v2/customer', { type: 'business' })).status).toBe(201);
    const { status, body } = await running.post('/v2/customer', {});
    expect([status, body.error.information]).toEqual([400, ['Required']]);
  });

  test.each([
    [{ type: 'person' }, /^type: /],
    [{ type: 'individual', email: 'ada' }, /^email: must be an email address$/],
    [{ type: 'individual', phone: '4155550123' }, /^phone: needs a leading \+/],
    [{ type: 'individual', address: { city: 7 } }, /^address\.city: /],
    [{ type: 'individual', address: 'London' }, /^address: /],
    [{ type: 'individual', email: null }, /^email: must be an email address$/],
    [{ type: null }, /^Required$/],
    [{ type: 'person' }, /^type: must be individual or business$/],
    [
      { type: 'individual', personalInformation: { firstName: ' ' } },
      /^personalInformation\.firstName: must not be blank$/,
    ],
    [[], /^The body must be a JSON object$/],
    [
      { type: 'business', personalInformation: { firstName: 'Ada' } },
      /^personalInformation: is for individuals only$/,
    ],
  ])('refuses %j', async (body, message) => {
    await using running = await startSandbox();
    const reply = await running.post('/v2/customer', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.information).toEqual([expect.stringMatching(message)]);
  });

  test('one message for every problem', async () => {
    await using running = await startSandbox();
    const { body } = await running.post('/v2/customer', { email: 'x', phone: 'y' });
    expect(body.error.information).toHaveLength(3);
    expect(body.error.information).toContain('Required');
  });

  test('unknown fields are ignored', async () => {
    await using running = await startSandbox();
    const { status, body } = await running.post('/v2/customer', { ...ada, colour: 'blue' });
    expect(status).toBe(201);
    expect(body.colour).toBeUndefined();
  });
});

describe('create a virtual account (4.2)', () => {
  test('answers 201 with instructions, destination as sent and fees that add up', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const { status, body } = await running.post(
      '/v2/virtual-account',
      accountInput(id, { integratorBpsFee: '40' }),
    );

    expect(status).toBe(201);
    expect(virtualAccount.parse(body)).toEqual(body);
    expect(body.fees).toEqual({
      totalBpsRate: '65',
      integratorFee: { bpsRate: '40' },
      platformFee: { bpsRate: '25' },
    });
    expect(body.destination).toEqual({
      currency: 'USDC',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
      network: 'ethereum',
    });
    expect(body.depositInstructions).toMatchObject({
      currency: 'USD',
      bankBeneficiaryName: 'Ada Byron',
      bankBeneficiaryAddress: '12 St James Square, London, GB',
    });
    const { bankRoutingNumber } = body.depositInstructions;
    expect(bankRoutingNumber).toBe(routingNumber(bankRoutingNumber.slice(0, 8)));
  });

  test('EUR instructions carry an IBAN and a BIC', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const { body } = await running.post(
      '/v2/virtual-account',
      accountInput(id, { sourceCurrency: 'EUR' }),
    );
    const { bankAccountNumber, bankRoutingNumber } = body.depositInstructions;
    expect(bankAccountNumber).toBe(iban('DE', bankAccountNumber.slice(4)));
    expect(bankRoutingNumber).toMatch(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/);
  });

  test('emits no event', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const before = (await running.control('GET', '/state')).body.events;
    await running.post('/v2/virtual-account', accountInput(id));
    expect((await running.control('GET', '/state')).body.events).toBe(before);
  });

  test('the fee has two spellings and defaults to 0', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const rate = async (more: Json) =>
      (await running.post('/v2/virtual-account', accountInput(id, more))).body.fees?.integratorFee
        .bpsRate;
    expect(await rate({})).toBe('0');
    expect(await rate({ integratorBpsFee: '10' })).toBe('10');
    expect(await rate({ integratorBpsfee: '20' })).toBe('20');
    expect(await rate({ integratorBpsFee: '30', integratorBpsfee: '30' })).toBe('30');
    expect(await rate({ integratorBpsFee: '30', integratorBpsfee: '31' })).toBeUndefined();
    // Digits, and no more is said.
    expect(await rate({ integratorBpsFee: '10000' })).toBe('10000');
  });

  test.each([
    [{ sourceCurrency: 'GBP' }, /^sourceCurrency: /],
    [{ destinationCurrency: 'DAI' }, /^destinationCurrency: /],
    [{ network: 'Ethereum' }, /^network: must be a lowercase network name/],
    [{ network: 'dogecoin' }, /^network: dogecoin is not supported$/],
    [{ destinationCurrency: 'USDT', network: 'base' }, /^network: USDT is not served on base$/],
    [{ network: 'tron' }, /^network: USDC is not served on tron$/],
    [{ walletAddress: '' }, /^walletAddress: /],
    [{ walletAddress: '  ' }, /^walletAddress: must not be blank$/],
    [{ integratorBpsFee: '-1' }, /^integratorBpsFee: must be digits only/],
    [{ integratorBpsFee: '1.5' }, /^integratorBpsFee: must be digits only/],
    [{ integratorBpsFee: 40 }, /^integratorBpsFee: /],
    [{ customerId: 'Customer_1' }, /^customerId: /],
    [{ customerId: undefined }, /^Required$/],
    [{ customerId: null }, /^Required$/],
    [{ walletAddress: 7 }, /^walletAddress: must be text$/],
    [{ sourceCurrency: 'gbp' }, /^sourceCurrency: must be USD or EUR$/],
    [{ integratorBpsFee: null }, /^integratorBpsFee: must be text$/],
    [{ integratorBpsFee: '' }, /^integratorBpsFee: must be digits only/],
    [{ network: 'solana' }, /^walletAddress: is an address of another network than solana$/],
    [
      { walletAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      /^walletAddress: is not a valid address on ethereum$/,
    ],
    [
      { walletAddress: '4c0883a69102937d6231471b5dbb6204fe512961708279f1d5d2b1b6c5b0a1c2' },
      /^walletAddress: looks like a private key or a seed phrase, not an address$/,
    ],
  ])('refuses %j', async (change, message) => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const { status, body } = await running.post('/v2/virtual-account', accountInput(id, change));
    expect(status).toBe(400);
    expect(body.error.information).toEqual([expect.stringMatching(message)]);
  });

  test('a customer that does not exist is not found', async () => {
    await using running = await startSandbox();
    const { status, body } = await running.post('/v2/virtual-account', accountInput('customer_x'));
    expect([status, body.error.general]).toEqual([404, 'Customer not found']);
  });
});

describe('get a bank account (4.3)', () => {
  test('answers it masked, to its own customer alone', async () => {
    await using running = await startSandbox();
    const { id } = await customerOf(running);
    const other = await customerOf(running);
    const made = (
      await running.control('POST', `/customers/${id}/bank-accounts`, {
        accountNumber: '000123456789',
        routingNumber: '101000019',
        currency: 'USD',
      })
    ).body.bankAccount;
    const { status, body } = await running.get(`/v2/customers/${id}/bank-account/${made.id}`);

    expect(status).toBe(200);
    expect(bankAccount.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      customer: id,
      status: 'active',
      currency: 'usd',
      accountDetails: { accountNumber: '********6789', routingNumber: '*****0019' },
    });
    const foreign = await running.get(`/v2/customers/${other.id}/bank-account/${made.id}`);
    expect(foreign.status).toBe(404);
  });

  test('what does not exist gives the message of 7.2', async () => {
    await using running = await startSandbox();
    const reply = await running.get('/v2/customers/customer_a/bank-account/bankAccount_b');
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({
      ts: expect.any(String),
      error: { general: 'Bank account not found' },
    });
  });

  test('ids outside their pattern are validation errors', async () => {
    await using running = await startSandbox();
    const reply = await running.get('/v2/customers/Customer_A/bank-account/account_b');
    expect(reply.status).toBe(400);
    expect(reply.body.error.information).toHaveLength(2);
  });
});

describe('the name of a beneficiary (2.4)', () => {
  const beneficiary = async (running: Running, body: Json) => {
    const { id } = await customerOf(running, body);
    const account = await running.post('/v2/virtual-account', accountInput(id));
    return account.body.depositInstructions.bankBeneficiaryName;
  };

  test('is made up where no input can give it, and never an id', async () => {
    await using running = await startSandbox();
    const business = { type: 'business' };
    const names = [await beneficiary(running, business), await beneficiary(running, business)];
    for (const name of names) expect(name).toMatch(/^Sandbox Business [A-Z0-9]{6}$/);
    expect(new Set(names).size).toBe(2);
    expect(await beneficiary(running, { type: 'individual' })).toMatch(/^Sandbox Person /);
  });
});

describe('create a webhook (4.4)', () => {
  const input = { name: 'ledger', url: 'https://receiver.example/in', events: ['payout.create'] };

  test('answers the envelope with the record and its secret', async () => {
    await using running = await startSandbox();
    const { status, body } = await running.post('/v1/webhook', { ...input, description: 'd' });

    expect(status).toBe(200);
    expect(webhookEnvelope.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      ok: true,
      object: 'object',
      statusCode: 200,
      error: null,
      message: 'success',
      data: {
        webhook: {
          ...input,
          description: 'd',
          active: true,
          deliveryRate: '1',
          status: 'healthy',
          secret: expect.stringMatching(/^secret_[a-z0-9]{52}$/),
        },
      },
    });
  });

  test('its event does not tell the secret', async () => {
    await using running = await startSandbox();
    const { secret } = (await running.post('/v1/webhook', input)).body.data.webhook;
    const [listed] = await eventsNamed(running, 'webhook.create');
    const { text, body } = await running.get(`/v1/event/${listed.id}`);
    expect(body.data.event.data.webhook.name).toBe('ledger');
    expect(text).not.toContain(secret);
  });

  test('every event name may be listened to, repeated names are folded', async () => {
    await using running = await startSandbox();
    const events = [...eventNames, ...eventNames];
    const { body } = await running.post('/v1/webhook', { ...input, events });
    expect(body.data.webhook.events).toEqual(eventNames);
  });

  test.each([
    [{ url: 'http://receiver.example/in' }, 'url: must be an https:// address'],
    [{ url: 'receiver' }, 'url: must be an https:// address'],
    [{ url: 'https:receiver.example' }, 'url: must be an https:// address'],
    [{ url: 'https:/receiver.example' }, 'url: must be an https:// address'],
    [{ url: 'https://user:word@receiver.example' }, 'url: must not hold a user name or a password'],
    [{ url: 'https://user@receiver.example' }, 'url: must not hold a user name or a password'],
    [{ name: ' ' }, 'name: must not be blank'],
    [{ name: null }, 'Required'],
    [{ description: 7 }, 'description: must be text'],
    [{ events: [null] }, 'events.0: must be '],
    [{ events: [] }, 'events: must name at least one event'],
    [{ events: ['customer.update'] }, 'events.0: '],
    [{ events: 'payout.create' }, 'events: '],
    [{ name: undefined }, 'Required'],
    [{ url: undefined }, 'Required'],
    [{ events: undefined }, 'Required'],
  ])('refuses %j', async (change, message) => {
    await using running = await startSandbox();
    const { status, body } = await running.post('/v1/webhook', { ...input, ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({ ok: false, object: 'error', statusCode: 400, data: null });
    expect(body.error.information).toEqual([expect.stringContaining(message)]);
  });

  test('the eleventh is refused, however they arrive, and the same url twice is allowed (8)', async () => {
    await using running = await startSandbox();
    const replies = await Promise.all(
      Array.from({ length: 14 }, () => running.post('/v1/webhook', input)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      ...Array(4).fill(409),
    ]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      ok: false,
      error: { code: 'webhook_limit' },
      message: 'Webhook limit reached: 10 webhooks may exist at a time',
    });
  });
});

describe('get an event (4.5)', () => {
  test('answers the envelope with the record', async () => {
    await using running = await startSandbox();
    const { eventIds } = (await running.control('POST', '/events', { name: 'wallet.create' })).body;
    const { status, body } = await running.get(`/v1/event/${eventIds[0]}`);
    expect(status).toBe(200);
    expect(eventEnvelope.parse(body)).toEqual(body);
    expect(body.data.event).toMatchObject({
      id: eventIds[0],
      name: 'wallet.create',
      webhookRecords: [],
      mock: true,
    });
  });

  test('what does not exist is not found, an id outside the pattern a validation error', async () => {
    await using running = await startSandbox();
    expect((await running.get('/v1/event/event_causewayprobe0')).status).toBe(404);
    const malformed = await running.get('/v1/event/event_UPPER');
    expect(malformed.status).toBe(400);
    expect(malformed.body).toMatchObject({ ok: false, statusCode: 400 });
  });
});
