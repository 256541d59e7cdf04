import { expect, it } from 'vitest';
import { requestExamples, responseExamples } from '../../../../contract/examples.ts';
import { createServiceClient } from '../../../core/service/service-client.ts';
import { clientOptions, clock } from '../../../core/service/testing/fixtures.ts';
import { createRequests } from './requests.ts';

it('tells of an account that answers the rows of two customers', async () => {
  const answer = async () => Response.json(responseExamples.createVirtualAccount, { status: 201 });
  const told: string[] = [];
  const request = createRequests('virtualAccount', {
    client: createServiceClient(clientOptions('https://service.test', answer)),
    clock,
    steady: clock,
    onMismatch: (key) => told.push(key),
    onTrip: () => undefined,
  });
  const send = async (key: string, customerId: string) => {
    const input = { ...requestExamples.createVirtualAccount, customerId };
    await request({ row: 1, key, input, fingerprint: null, isSecond: false }).send();
  };
  await send('first', 'customer_a');
  await send('again', 'customer_a');
  await send('other', 'customer_b');
  expect(told).toEqual(['other']);
});
