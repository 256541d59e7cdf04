import { expect, it } from 'vitest';
import type { BankAccountId, CustomerId } from '../../../contract/ids.ts';
import { createServiceClient } from './service-client.ts';
import {
  bankAccountBody,
  clientOptions,
  customerBody,
  customerInput,
  errorEnvelopeBody,
  generalBody,
  validationBody,
} from './testing/fixtures.ts';

const clientOf = (body: unknown, status = 200) =>
  createServiceClient(
    clientOptions('https://service.test', async () => Response.json(body, { status })),
  );

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

it.each([
  ['400 in form 7.1', 400, { ...validationBody, data: { customer: customerBody } }],
  ['401 in form 7.2', 401, { ...generalBody, customer: customerBody }],
  ['409 in an envelope', 409, { ...errorEnvelopeBody(409), data: { customer: customerBody } }],
  [
    '409 in form 7.2 with another one',
    409,
    { ...generalBody, customer: customerBody, data: { ...customerBody, id: 'customer_a2' } },
  ],
  [
    '409 in form 7.2, beside the words',
    409,
    { error: { ...generalBody.error, customer: customerBody } },
  ],
  ['200 with ok false and no word', 200, { ok: false, data: { customer: customerBody } }],
  ['200 with ok false in the record', 200, { ...customerBody, ok: false }],
  ['200 with ok false', 200, { ...errorEnvelopeBody(409), data: { customer: customerBody } }],
])('a %s that holds the record leaves the outcome unknown', async (_what, status, body) => {
  expect(await clientOf(body, status).createCustomer(customerInput)).toMatchObject({
    kind: 'unknown',
    cause: 'contradiction',
  });
});
