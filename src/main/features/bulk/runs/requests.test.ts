import { expect, it } from 'vitest';
import { requestExamples, responseExamples } from '../../../../contract/examples.ts';
import type { Intent } from '../../../core/intents/types.ts';
import { createServiceClient } from '../../../core/service/service-client.ts';
import { clientOptions, clock } from '../../../core/service/testing/fixtures.ts';
import { createRequests, type RequestParts } from './requests.ts';

const answer = async () => Response.json(responseExamples.createVirtualAccount, { status: 201 });

/** Sends rows of one run, which begins now, and tells which answers were said to depart. */
function begun(answeredBefore: RequestParts['intents']['answeredBefore']) {
  const told: string[] = [];
  const request = createRequests('virtualAccount', {
    client: createServiceClient(clientOptions('https://service.test', answer)),
    intents: { answeredBefore },
    clock,
    steady: clock,
    onMismatch: (key) => told.push(key),
    onTrip: () => undefined,
  });
  const send = (key: string, customerId: string) => {
    const input = { ...requestExamples.createVirtualAccount, customerId };
    return request({ row: 1, key, input, fingerprint: null, isSecond: false }).send();
  };
  return { told, send };
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
