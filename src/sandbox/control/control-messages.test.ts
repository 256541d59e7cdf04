/** What the control plane says of a request that it refuses. */
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/harness.ts';

const faultKinds =
  'drop or delay or error or too-many-requests or expired-token or unparsable or redirect or duplicate or reorder or signature';

test.each([
  ['/faults', { kind: 'drop', count: 0 }, 'count: must be at least 1'],
  ['/faults', { kind: 'reorder', count: 0 }, 'count: must be at least 1'],
  ['/faults', { kind: 'delay' }, 'ms: is required'],
  ['/faults', { kind: 'nope' }, `kind: must be ${faultKinds}`],
  ['/faults', {}, 'kind: is required'],
  ['/events', {}, 'name: is required'],
  [
    '/events',
    { name: 'wallet.create', created: '2026-13-01T00:00:00.000Z' },
    'created: must be an ISO 8601 UTC time with milliseconds',
  ],
  ['/customers/customer_x/kyc', { to: null }, 'to: is required'],
  [
    '/customers/customer_x/bank-accounts',
    { accountNumber: '12' },
    'accountNumber: must have at least 4 characters',
  ],
])('%s refuses %j: %s', async (path, body, message) => {
  await using running = await startSandbox();
  const refused = await running.control('POST', path, body);
  expect([refused.status, refused.body.error.information]).toEqual([400, [message]]);
});

test('a switch above a bound that it may not reach', async () => {
  await using running = await startSandbox();
  const { body } = await running.control('PATCH', '/settings', { rateLimitPerSecond: 0 });
  expect(body.error.information).toEqual(['rateLimitPerSecond: must be more than 0']);
});

test('the interface names no field that is missing', async () => {
  await using running = await startSandbox();
  const { body } = await running.post('/v2/customer', {});
  expect(body.error.information).toEqual(['Required']);
});
