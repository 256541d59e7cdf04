import { expect, it } from 'vitest';
import type { BankAccountId, CustomerId } from '../../../contract/ids.ts';
import { createServiceClient } from './service-client.ts';
import { bankAccountBody, clientOptions, customerBody, customerInput } from './testing/fixtures.ts';

const clientOf = (body: unknown) =>
  createServiceClient(clientOptions('https://service.test', async () => Response.json(body)));

it.each([
  ['customer', { customer: customerBody }],
  ['data', { data: customerBody }],
  ['data.customer', { data: { customer: customerBody }, message: 'Created' }],
])('a customer inside %s is created, and marked as a deviation', async (path, body) => {
  expect(await clientOf(body).createCustomer(customerInput)).toMatchObject({
    kind: 'answered',
    resource: { id: 'customer_a1', deviations: [expect.stringContaining(`${path}: `)] },
  });
});

it('a bank account inside data is read, and marked', async () => {
  const client = clientOf({ data: bankAccountBody });
  expect(
    await client.getBankAccount('customer_a1' as CustomerId, 'bankAccount_b1' as BankAccountId),
  ).toMatchObject({
    kind: 'answered',
    resource: { id: 'bankAccount_b1', deviations: [expect.stringContaining('data: ')] },
  });
});

it('records of two ids in one answer leave the outcome unknown', async () => {
  const other = { ...customerBody, id: 'customer_a2' };
  const client = clientOf({ customer: customerBody, data: { customer: other } });
  expect(await client.createCustomer(customerInput)).toMatchObject({
    kind: 'unknown',
    cause: 'unexpected-body',
  });
});
