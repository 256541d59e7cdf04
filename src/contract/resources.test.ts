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

const payloads = [
  ['wallet', walletPayload, payloadExamples.wallet],
  ['paymentLink', paymentLinkPayload, payloadExamples.paymentLink],
] as const;

const resources = [
  ['customer', customer, responseExamples.createCustomer],
  ['virtualAccount', virtualAccount, account],
  ['bankAccount', bankAccount, bank],
  ['webhook', webhook, created],
  ['event', event, bareEventExample],
] as const;

/** Changes a copy of the object where the last key of this path stands: `fees.totalBpsRate`. */
function changed(value: object, path: string, change: (holder: object, key: string) => void) {
  const copy: unknown = structuredClone(value);
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  change(Object(holder), last);
  return copy;
}
const without = (value: object, path: string) => changed(value, path, Reflect.deleteProperty);

/** Every path of an object and of the lists in it, but for an event's data: its kinds have schemas of their own. */
const pathsIn = (value: object, before = ''): string[] =>
  Object.entries(value).flatMap(([key, part]: [string, unknown]) => [
    before + key,
    ...(key === 'data'
      ? []
      : pathsIn(Object(part) === part ? Object(part) : {}, `${before}${key}.`)),
  ]);
const everyPath = [...resources, ...payloads].flatMap(([kind, , example]) =>
  pathsIn(example).map((path) => ({ kind, path, example })),
);

/** Of no type that the interface shows. */
const untyped = new Set([
  'wallet.risk',
  'wallet.deleted',
  'wallet.customer',
  'wallet.exported',
  'wallet.nickname',
  'wallet.lookupKey',
  'paymentLink.end',
  'paymentLink.start',
  'paymentLink.coupon',
  ...['failUrl', 'taxRate', 'successUrl', 'description', 'shippingRate', 'cctpSourceNetworks'].map(
    (key) => `paymentLink.${key}`,
  ),
  ...['price', 'product', 'amountTotal', 'quantityLabel', 'paymentCurrency'].map(
    (key) => `paymentLink.lineItems.0.${key}`,
  ),
]);
const ofAnotherType = (value: unknown) => {
  if (typeof value === 'string') return 7;
  return typeof value === 'number' ? value + 0.5 : 'other';
};

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
    [
      'bankAccount',
      { ...bank, accountDetails: { ...bank.accountDetails, routingNumber: '101000019' } },
      'accountDetails.routingNumber',
    ],
    ['bankAccount', { ...bank, customer: 'someone' }, 'customer'],
    [
      'event',
      { ...bareEventExample, webhookRecords: [{ requestIds: ['req-1'], webhook: stored }] },
      'webhookRecords.0.requestIds.0',
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

  it.each(everyPath)(
    'a $kind without $path is read all the same, or names what is missing',
    ({ kind, path, example }) => {
      const read = readResource(kind, without(example, path));
      if (path === 'id') expect(read).toBeNull();
      else if (path === 'secret') expect(read?.deviations).toEqual([]);
      else expect(read?.deviations.join()).toContain(`${path}: `);
    },
  );

  it.each(everyPath.filter(({ kind, path }) => !untyped.has(`${kind}.${path}`)))(
    'a $kind with another type of $path is read all the same, and the field named',
    ({ kind, path, example }) => {
      const body = changed(example, path, (holder, key) =>
        Reflect.set(holder, key, ofAnotherType(Reflect.get(holder, key))),
      );
      const read = readResource(kind, body);
      if (path === 'id') expect(read).toBeNull();
      else expect(read?.deviations.join()).toContain(`${path}: `);
    },
  );

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
