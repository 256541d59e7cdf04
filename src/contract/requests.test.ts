import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCustomerInput, createCustomerRequest } from './customer.ts';
import { eventNames } from './event-names.ts';
import { requestExamples } from './examples.ts';
import { createVirtualAccountInput, createVirtualAccountRequest } from './virtual-account.ts';
import { createWebhookInput, createWebhookRequest } from './webhook.ts';

const individual = requestExamples.createCustomer;
const account = requestExamples.createVirtualAccount;
const webhook = requestExamples.createWebhook;

describe('what a server reads', () => {
  it.each([
    ['customer', createCustomerRequest, individual],
    ['virtual account', createVirtualAccountRequest, account],
    ['webhook', createWebhookRequest, webhook],
  ])('takes the example of a %s and drops fields that it does not know', (_, schema, example) => {
    expect(schema.parse({ ...example, later: 1 })).toEqual(example);
  });

  it('needs nothing of a customer but its type', () => {
    expect(createCustomerRequest.safeParse({ type: 'business' }).success).toBe(true);
    expect(createCustomerRequest.safeParse({ email: 'a@b.example' }).success).toBe(false);
    expect(createCustomerRequest.safeParse({ type: 'trust' }).success).toBe(false);
  });

  it.each([
    'ada@example.com',
    'a&b@example.com',
    'a/b@example.com',
    'müller@beispiel.de',
    "o'hara+x=y@example.co.uk",
    'ada@müller.example',
    '用户@例子.广告',
    '"a b"@example.com',
  ])('takes the email %s, and so do we before it is sent', (email) => {
    expect(createCustomerRequest.safeParse({ type: 'business', email }).success).toBe(true);
    expect(createCustomerInput.safeParse({ type: 'business', email }).success).toBe(true);
  });

  it.each(['\u200b', '\u200d', '\u00ad', '\u202e'])(
    'takes an email with the invisible character %j, and we never send it',
    (character) => {
      const email = `ada${character}@example.com`;
      expect(createCustomerRequest.safeParse({ type: 'business', email }).success).toBe(true);
      expect(createCustomerInput.safeParse({ type: 'business', email }).success).toBe(false);
    },
  );

  it.each(['ada.moreno', '@example.com', 'ada@', 'a b@example.com', 'a@b@c.de', 'ada@example,com'])(
    'takes no email %s',
    (email) => {
      expect(createCustomerRequest.safeParse({ type: 'business', email }).success).toBe(false);
    },
  );

  it.each(['customerId', 'sourceCurrency', 'destinationCurrency', 'network', 'walletAddress'])(
    'needs %s of a virtual account',
    (key) => {
      const { [key as 'network']: _, ...rest } = account;
      expect(createVirtualAccountRequest.safeParse(rest).success).toBe(false);
    },
  );

  it.each(['name', 'url', 'events'])('needs %s of a webhook', (key) => {
    const { [key as 'name']: _, ...rest } = webhook;
    expect(createWebhookRequest.safeParse(rest).success).toBe(false);
  });

  it.each([
    ['customerId', 'customer_ABC'],
    ['customerId', 'webhook_abc'],
    ['sourceCurrency', 'usd'],
    ['sourceCurrency', 'GBP'],
    ['destinationCurrency', 'DAI'],
    ['network', 'Ethereum'],
    ['network', ''],
    ['walletAddress', ''],
    ['integratorBpsFee', '1.5'],
    ['integratorBpsFee', '-1'],
    ['integratorBpsFee', ''],
    ['integratorBpsFee', 40],
  ])('refuses a virtual account with %s = %j', (key, value) => {
    expect(createVirtualAccountRequest.safeParse({ ...account, [key]: value }).success).toBe(false);
  });

  it('takes either spelling of the fee, and both when they agree', () => {
    const { integratorBpsFee: fee, ...rest } = account;
    for (const fees of [
      {},
      { integratorBpsFee: fee },
      { integratorBpsfee: fee },
      { integratorBpsFee: fee, integratorBpsfee: fee },
    ]) {
      expect(createVirtualAccountRequest.parse({ ...rest, ...fees })).toEqual({ ...rest, ...fees });
    }
    const both = createVirtualAccountRequest.safeParse({ ...account, integratorBpsfee: '41' });
    expect(both.error?.issues).toMatchObject([{ path: ['integratorBpsFee'] }]);
  });

  it('takes any event name of section 6, and paymentLink.create', () => {
    expect(createWebhookRequest.parse({ ...webhook, events: eventNames }).events).toEqual(
      eventNames,
    );
  });

  it.each([
    ['url', 'http://hooks.example.com'],
    ['url', 'hooks.example.com'],
    ['url', 'ftp://hooks.example.com'],
    ['events', []],
    ['events', ['wallet.destroy']],
    ['events', 'wallet.create'],
    ['name', ''],
  ])('refuses a webhook with %s = %j', (key, value) => {
    expect(createWebhookRequest.safeParse({ ...webhook, [key]: value }).success).toBe(false);
  });
});

describe('phones', () => {
  const isPhone = (phone: string) => createCustomerInput.safeParse({ type: 'individual', phone });

  it('are a plus, a country code and digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[0-9]{2,18}$/), (phone) => {
        expect(isPhone(phone).success).toBe(true);
      }),
    );
  });

  it.each(['4155550123', '+', '+1', '+1 415 555', '+1-415', '++14155550123', '+1415x', '+1415\n'])(
    'are not %j',
    (phone) => {
      expect(isPhone(phone).success).toBe(false);
    },
  );
});

describe('what we send', () => {
  it.each([
    ['customer', createCustomerInput, individual],
    ['virtual account', createVirtualAccountInput, account],
    ['webhook', createWebhookInput, webhook],
  ])(
    'is the example of a %s, and nothing that the interface does not name',
    (_, schema, example) => {
      expect(schema.parse(example)).toEqual(example);
      expect(schema.safeParse({ ...example, later: 1 }).success).toBe(false);
    },
  );

  it('spells the fee as the table does, and needs none', () => {
    const { integratorBpsFee: fee, ...rest } = account;
    expect(createVirtualAccountInput.parse(rest)).toEqual(rest);
    expect(createVirtualAccountInput.safeParse({ ...rest, integratorBpsfee: fee }).success).toBe(
      false,
    );
  });

  it('leaves blank fields out instead of sending them empty', () => {
    for (const blank of ['', '  ']) {
      const address = { ...individual.address, line2: blank };
      expect(createCustomerInput.safeParse({ ...individual, address }).success).toBe(false);
    }
    const { line2: _, ...address } = individual.address;
    expect(createCustomerInput.safeParse({ ...individual, address }).success).toBe(true);
  });

  it('has no personalInformation for a business', () => {
    const result = createCustomerInput.safeParse({ ...individual, type: 'business' });
    expect(result.error?.issues).toMatchObject([{ path: ['personalInformation'] }]);
  });
});
