import { describe, expect, it } from 'vitest';
import { bankAccount } from './bank-account.ts';
import { customer } from './customer.ts';
import { errorEnvelope, eventEnvelope, webhookEnvelope } from './envelope.ts';
import { event, paymentLinkPayload, walletPayload } from './event.ts';
import { bareEventExample, payloadExamples, responseExamples } from './examples.ts';
import { type ResourceKind, readResource } from './resources.ts';
import { virtualAccount } from './virtual-account.ts';
import { webhook } from './webhook.ts';

const account = responseExamples.createVirtualAccount;
const bank = responseExamples.getBankAccount;
const created = responseExamples.createWebhook.data.webhook;
const { secret: _, ...stored } = created;

const resources = [
  ['customer', customer, responseExamples.createCustomer],
  ['virtualAccount', virtualAccount, account],
  ['bankAccount', bankAccount, bank],
  ['webhook', webhook, created],
  ['event', event, bareEventExample],
] as const;

/** The object with this key gone, at any depth: `fees.totalBpsRate`. */
function without(value: object, path: string): unknown {
  const copy: unknown = structuredClone(value);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  Reflect.deleteProperty(Object(holder), last);
  return copy;
}

describe('resources of section 2', () => {
  it.each(resources)('a %s as the interface shows it has no deviation', (kind, schema, example) => {
    expect(schema.parse(example)).toEqual(example);
    expect(readResource(kind, example)).toEqual({
      kind,
      id: example.id,
      body: example,
      deviations: [],
    });
  });

  it.each<[ResourceKind, object, string | null]>([
    ['customer', { ...responseExamples.createCustomer, type: 'trust' }, 'type'],
    ['bankAccount', { ...bank, currency: 'USD' }, 'currency'],
    [
      'bankAccount',
      { ...bank, accountDetails: { ...bank.accountDetails, accountType: 'loan' } },
      'accountDetails.accountType',
    ],
    ['webhook', { ...stored, deliveryRate: 'often' }, 'deliveryRate'],
    ['webhook', { ...stored, deliveryRate: '99.5' }, null],
    ['webhook', { ...stored, url: 'http://a.example' }, 'url'],
  ])('a %s against what is written of a value is kept, and the value named', (kind, body, path) => {
    const read = readResource(kind, body);
    expect(read?.body).toEqual(body);
    const named = path === null ? [] : [expect.stringMatching(new RegExp(`^${path}: must `))];
    expect(read?.deviations).toEqual(named);
  });

  it.each(resources)('a %s keeps fields that nobody knows', (_, schema, example) => {
    const body = { ...example, later: { nested: [1, null] } };
    expect(schema.parse(body)).toEqual(body);
  });

  it.each(resources.flatMap(([kind, , example]) => Object.keys(example).map((key) => [kind, key])))(
    'a %s without %s is read all the same, or names what is missing',
    (kind, key) => {
      const found = resources.find(([name]) => name === kind);
      const read = readResource(kind as ResourceKind, without(found?.[2] ?? {}, String(key)));
      if (key === 'id') expect(read).toBeNull();
      else if (key === 'secret') expect(read?.deviations).toEqual([]);
      else expect(read?.deviations.join()).toContain(`${key}: `);
    },
  );

  it.each([
    'fees.totalBpsRate',
    'fees.integratorFee.bpsRate',
    'fees.platformFee.bpsRate',
    'depositInstructions.bankRoutingNumber',
    'destination.network',
  ])('a virtual account without %s names what is missing', (path) => {
    expect(readResource('virtualAccount', without(account, path))?.deviations.join()).toContain(
      `${path}: `,
    );
  });

  it('takes any status and name of an event: the sets are open', () => {
    expect(readResource('bankAccount', { ...bank, status: 'frozen' })?.deviations).toEqual([]);
    expect(readResource('webhook', { ...stored, status: 'asleep' })?.deviations).toEqual([]);
    expect(readResource('event', { ...bareEventExample, name: 'what.ever' })?.deviations).toEqual(
      [],
    );
  });

  it('takes anything in criteria.errors', () => {
    const [profile] = responseExamples.createCustomer.verificationProfiles;
    const criteria = { ...profile?.criteria, errors: ['text', 3, null, { name: 'photo_id' }] };
    const body = {
      ...responseExamples.createCustomer,
      verificationProfiles: [{ ...profile, criteria }],
    };
    expect(readResource('customer', body)).toMatchObject({ body, deviations: [] });
  });

  it('names a rate that is a number instead of a text', () => {
    const body = { ...account, fees: { ...account.fees, totalBpsRate: 65 } };
    expect(readResource('virtualAccount', body)?.deviations).toEqual([
      expect.stringMatching(/^fees\.totalBpsRate: /),
    ]);
  });

  it('names a time without milliseconds', () => {
    const body = { ...account, created: '2026-01-31T12:00:00Z' };
    expect(readResource('virtualAccount', body)?.deviations).toHaveLength(1);
  });

  it.each([
    ['no object', 'customer_1'],
    ['an id of another kind', { id: 'webhook_1' }],
    ['an id without anything after the prefix', { id: 'customer_' }],
    ['an id that is no text', { id: 7 }],
  ])('reads no customer from %s', (_, value) => {
    expect(readResource('customer', value)).toBeNull();
  });
});

describe('payloads of section 2.7', () => {
  const payloads = [
    ['wallet', walletPayload, payloadExamples.wallet],
    ['payment link', paymentLinkPayload, payloadExamples.paymentLink],
  ] as const;

  it.each(payloads)('a %s parses whole', (_, schema, example) => {
    expect(schema.parse(example)).toEqual(example);
  });

  it.each(payloads)('a %s keeps fields that nobody knows', (_, schema, example) => {
    expect(schema.parse({ ...example, later: 1 })).toMatchObject({ later: 1 });
  });

  it.each(['risk', 'deleted', 'customer', 'exported', 'nickname', 'lookupKey'])(
    'a wallet may hold null or anything under %s, but the key is there',
    (key) => {
      for (const value of [null, 'text', { a: 1 }]) {
        expect(walletPayload.safeParse({ ...payloadExamples.wallet, [key]: value }).success).toBe(
          true,
        );
      }
      expect(walletPayload.safeParse(without(payloadExamples.wallet, key)).success).toBe(false);
    },
  );

  it('an event may carry a payload that the interface does not show', () => {
    const body = { ...bareEventExample, name: 'payout.funded', data: { payout: { anything: 1 } } };
    expect(event.parse(body)).toEqual(body);
  });
});

describe('the envelope of v1', () => {
  it('wraps a webhook with its secret, and refuses one without', () => {
    expect(webhookEnvelope.parse(responseExamples.createWebhook)).toEqual(
      responseExamples.createWebhook,
    );
    const bare = { ...responseExamples.createWebhook, data: { webhook: stored } };
    expect(webhookEnvelope.safeParse(bare).success).toBe(false);
  });

  it('wraps an event', () => {
    expect(eventEnvelope.parse(responseExamples.getEvent)).toEqual(responseExamples.getEvent);
  });

  it.each([
    ['ok', false],
    ['error', 'something'],
    ['statusCode', '200'],
    ['statusCode', 200.5],
    ['ts', 'yesterday'],
    ['request', 'req-1'],
  ])('is no success with %s = %j', (key, value) => {
    expect(eventEnvelope.safeParse({ ...responseExamples.getEvent, [key]: value }).success).toBe(
      false,
    );
  });

  it('may say anything under `error` when it is not ok', () => {
    for (const error of [null, 'text', ['a'], { code: 'x' }]) {
      const body = {
        ...responseExamples.getEvent,
        ok: false,
        object: 'error',
        error,
        data: null,
        message: 'No',
      };
      expect(errorEnvelope.parse(body)).toEqual(body);
      expect(errorEnvelope.parse({ ...body, data: {} })).toEqual({ ...body, data: {} });
    }
  });
});
