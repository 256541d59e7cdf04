import { expect, it } from 'vitest';
import { z } from 'zod';
import { bankAccount } from './bank-account.ts';
import { createCustomerRequest, customer } from './customer.ts';
import { addressPayload, paymentLinkPayload, walletPayload } from './event.ts';
import { weights } from './field.ts';
import {
  accountRequest,
  type CataloguedKind,
  type Columns,
  fieldLabel,
  fieldsOf,
  readColumns,
} from './fields.ts';
import { createVirtualAccountInput, virtualAccount } from './virtual-account.ts';
import { webhook } from './webhook.ts';

/** Dotted names of a schema's fields. */
const leavesOf = (schema: unknown, name = ''): string[] => {
  if (schema instanceof z.ZodOptional) return leavesOf(schema.unwrap(), name);
  if (!(schema instanceof z.ZodObject)) return [name];
  return Object.entries(schema.shape).flatMap(([key, inner]) =>
    leavesOf(inner, name === '' ? key : `${name}.${key}`),
  );
};

const resources: Readonly<Record<CataloguedKind, readonly z.ZodType[]>> = {
  customer: [customer, createCustomerRequest],
  virtualAccount: [virtualAccount],
  bankAccount: [bankAccount],
  webhook: [webhook],
  wallet: [walletPayload],
  address: [addressPayload],
  paymentLink: [paymentLinkPayload],
};
const kinds = Object.keys(resources) as CataloguedKind[];

/** What the interface does not show of a kind. */
const notShown: Partial<Readonly<Record<CataloguedKind, readonly string[]>>> = {
  // The response does not name a virtual account's customer.
  virtualAccount: ['customerId'],
  address: ['customer', 'created', 'updated'],
  paymentLink: ['customer'],
};

const exceptions: Readonly<Record<string, string>> = {
  'customer.verificationProfiles': 'judged as a whole (records/verification-profile.ts)',
  'webhook.secret': 'never part of a record: it goes into the vault',
};

it.each(kinds)('every field of a %s that the interface shows is in the catalogue', (kind) => {
  const names = new Set(fieldsOf(kind).map(({ name }) => name));
  const missing = resources[kind]
    .flatMap((schema) => leavesOf(schema))
    .filter((name) => !names.has(name) && exceptions[`${kind}.${name}`] === undefined);
  expect(missing).toEqual([]);
  const shown = new Set(resources[kind].flatMap((schema) => leavesOf(schema)));
  const ours = [...names].filter((name) => !shown.has(name));
  expect(ours).toEqual(notShown[kind] ?? []);
});

it.each(kinds)('every entry of a %s is well-formed', (kind) => {
  const fields = fieldsOf(kind);
  expect(fields[0]).toMatchObject({ name: 'id', kind: 'id', list: null });
  const columns = fields.flatMap(({ list }) => list?.column ?? []);
  expect(new Set(columns).size).toBe(columns.length);
  const weightBelow = new Map<string, string>();
  for (const { name, label, uses, list, path } of fields) {
    // Labels begin with a capital, end without a point, and are the same wherever a field is named.
    expect(label).toMatch(/^[A-Z].*[^.:]$/);
    expect(fieldLabel(name)?.toLowerCase().endsWith(label.toLowerCase())).toBe(true);
    expect(new Set(uses).size).toBe(uses.length);
    const weight = uses.filter((use) => weights.some((one) => one === use));
    expect(weight.length).toBeLessThanOrEqual(1);
    // A change is watched with all that lies beside it, so one object has one weight.
    const above = path[0] ?? '';
    expect(weightBelow.get(above) ?? String(weight)).toBe(String(weight));
    weightBelow.set(above, String(weight));
    if (list !== null) expect(list.column).toMatch(/^[a-z][A-Za-z]*$/);
  }
});

it('names the fields of a request for a virtual account, and reads them where the answer is silent', () => {
  expect(Object.keys(accountRequest)).toEqual(leavesOf(createVirtualAccountInput));
  const entered = { customerId: 'customer_a', network: 'tron', walletAddress: 'T1' };
  const body = { destination: { network: 7, walletAddress: ' ' }, active: 'yes', customerId: 'b' };
  const columns: Columns<'virtualAccount'> = readColumns('virtualAccount', { body, entered });
  expect(columns).toMatchObject({
    customerId: 'customer_a',
    network: '7',
    walletAddress: 'T1',
    active: null,
    sourceCurrency: null,
    destinationCurrency: null,
    totalBpsRate: null,
    created: null,
  });
});

it('names a field by its place where others have the same name', () => {
  expect(fieldLabel('destination.walletAddress')).toBe('Destination: wallet address');
  expect(fieldLabel('accountDetails.accountNumber')).toBe('Account number');
  expect(fieldLabel('other')).toBeUndefined();
});
