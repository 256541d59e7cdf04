import { expect, it } from 'vitest';
import { requestExamples, responseExamples } from '../../../../contract/examples.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { createServiceClient } from '../../../core/service/service-client.ts';
import { clientOptions, clock } from '../../../core/service/testing/fixtures.ts';
import { createRequests, type RequestParts } from './requests.ts';

type AnsweredBefore = RequestParts['intents']['answeredBefore'];

/** Sends rows of one run, which begins now, and tells which answers were said to depart. */
function begunRun(kind: 'customer' | 'virtualAccount', said: object, before: AnsweredBefore) {
  const told: string[] = [];
  const answer = async () => Response.json(said, { status: 201 });
  const request = createRequests(kind, {
    client: createServiceClient(clientOptions('https://service.test', answer)),
    intents: { answeredBefore: before },
    clock,
    steady: clock,
    onMismatch: (key) => told.push(key),
    onTrip: () => undefined,
  });
  const send = (key: string, input: object) =>
    request({ row: 1, key, input: { ...input }, fingerprint: null, isSecond: false }).send();
  return { told, send };
}

function begun(answeredBefore: AnsweredBefore) {
  const { createVirtualAccount } = responseExamples;
  const { told, send } = begunRun('virtualAccount', createVirtualAccount, answeredBefore);
  const sendFor = (key: string, customerId: string) =>
    send(key, { ...requestExamples.createVirtualAccount, customerId });
  return { told, send: sendFor };
}

it('tells of an account that answers the rows of two customers', async () => {
  const { told, send } = begun(() => null);
  await send('first', 'customer_a');
  await send('again', 'customer_a');
  await send('other', 'customer_b');
  expect(told).toEqual(['other']);
});

it('tells of an account that was returned for another customer before the run began', async () => {
  const before = { input: { customerId: 'customer_a' } } as unknown as Intent;
  const { told, send } = begun(() => before);
  await send('other', 'customer_b');
  await send('owner', 'customer_a');
  expect(told).toEqual(['other']);
});

it('keeps the answer and tells of it where the journal can’t be read', async () => {
  const { told, send } = begun(() => {
    throw new Error('disk I/O error');
  });
  expect(await send('first', 'customer_a')).toMatchObject({ kind: 'answered' });
  expect(told).toEqual(['first']);
});

it('tells of a customer that was returned for another request, and not of the same one again', async () => {
  const said = { id: 'customer_1', type: 'individual', verificationProfiles: [] };
  const ada = { type: 'individual', email: 'ada@example.com' };
  const bob = { type: 'individual', email: 'bob@example.com' };
  const { told, send } = begunRun('customer', said, () => null);
  await send('first', ada);
  await send('again', ada);
  await send('other', bob);
  expect(told).toEqual(['other']);
  const before = { input: ada } as unknown as Intent;
  const later = begunRun('customer', said, () => before);
  await later.send('bob', bob);
  await later.send('ada', ada);
  expect(later.told).toEqual(['bob']);
});
