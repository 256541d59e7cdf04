import { expect, test } from 'vitest';
import { maxResponseBytes } from '../../contract/limits.ts';
import type { Json, Running } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';

const customer = { type: 'individual' };
const create = (running: Running) => running.post('/v2/customer', customer);
const customers = async (running: Running): Promise<number> =>
  (await running.control('GET', '/state')).body.customers;

async function faulty(fault: Json): Promise<Running> {
  const running = await startSandbox();
  const { status } = await running.control('POST', '/faults', fault);
  expect(status).toBe(201);
  return running;
}

test('drop does the work and cuts the connection', async () => {
  await using running = await faulty({ kind: 'drop' });
  await expect(create(running)).rejects.toThrow();
  expect(await customers(running)).toBe(1);
  expect((await create(running)).status).toBe(201);
});

test('drop before does no work', async () => {
  await using running = await faulty({ kind: 'drop', when: 'before' });
  await expect(create(running)).rejects.toThrow();
  expect(await customers(running)).toBe(0);
});

test.each([
  ['before', 0],
  ['after', 1],
])('a 5xx %s the work leaves %i customers', async (when, made) => {
  await using running = await faulty({ kind: 'error', status: 503, when });
  const { status, body } = await create(running);
  expect([status, body.error.general]).toEqual([503, 'Internal error']);
  expect(await customers(running)).toBe(made);
});

test('a delay waits before the work', async () => {
  await using running = await faulty({ kind: 'delay', ms: 80 });
  const started = performance.now();
  expect((await create(running)).status).toBe(201);
  expect(performance.now() - started).toBeGreaterThanOrEqual(75);
});

test('too-many-requests answers 429 with Retry-After and does nothing', async () => {
  await using running = await faulty({ kind: 'too-many-requests', retryAfterSeconds: 7 });
  const { status, headers } = await create(running);
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  expect(await customers(running)).toBe(0);
});

test('expired-token answers 401 to a good token', async () => {
  await using running = await faulty({ kind: 'expired-token' });
  const { status, body } = await create(running);
  expect([status, body.error.general]).toEqual([401, 'Token expired']);
});

test.each(['truncated', 'html', 'empty'])('an unparsable body %s comes with 2xx', async (form) => {
  await using running = await faulty({ kind: 'unparsable', body: form });
  const { status, body, headers } = await create(running);
  expect(status).toBe(201);
  expect(body).toBeUndefined();
  expect(headers.get('content-type')).toMatch(
    form === 'html' ? /^text\/html/ : /^application\/json/,
  );
  expect(await customers(running)).toBe(1);
});

test('an oversized body is over what the console reads', async () => {
  await using running = await faulty({ kind: 'unparsable', body: 'oversized' });
  const { text } = await create(running);
  expect(text.length).toBeGreaterThan(maxResponseBytes);
});

test('a redirect leads elsewhere and does nothing', async () => {
  await using running = await faulty({ kind: 'redirect', location: 'https://elsewhere.example/' });
  const { status, headers } = await create(running);
  expect([status, headers.get('location')]).toEqual([302, 'https://elsewhere.example/']);
  expect(await customers(running)).toBe(0);
});

test('a rule is used up by its count', async () => {
  await using running = await faulty({ kind: 'error', count: 2 });
  const statuses = [await create(running), await create(running), await create(running)];
  expect(statuses.map(({ status }) => status)).toEqual([500, 500, 201]);
  expect((await running.control('GET', '/faults')).body.faults).toEqual([]);
});

test('a rule without a count stays until it is cleared', async () => {
  await using running = await faulty({ kind: 'error', count: null });
  expect([(await create(running)).status, (await create(running)).status]).toEqual([500, 500]);
  const [{ id }] = (await running.control('GET', '/faults')).body.faults;
  expect((await running.control('DELETE', `/faults/${id}`)).status).toBe(200);
  expect((await create(running)).status).toBe(201);
  expect((await running.control('DELETE', `/faults/${id}`)).status).toBe(404);
});

test('a rule may be for one operation', async () => {
  await using running = await faulty({ kind: 'error', operation: 'getEvent' });
  expect((await create(running)).status).toBe(201);
  const event = await running.get('/v1/event/event_a');
  expect(event.status).toBe(500);
  expect(event.body).toMatchObject({ ok: false, statusCode: 500 });
});

test('a caller without a token uses up no fault', async () => {
  await using running = await faulty({ kind: 'error' });
  expect((await running.post('/v2/customer', customer, { token: 'x' })).status).toBe(401);
  expect((await create(running)).status).toBe(500);
});

test.each([
  { kind: 'nonsense' },
  { kind: 'delay' },
  { kind: 'error', status: 400 },
  { kind: 'error', operation: 'deleteCustomer' },
  { kind: 'redirect', location: 'nowhere' },
  { kind: 'drop', count: 0 },
])('%j is no fault', async (fault) => {
  await using running = await startSandbox();
  expect((await running.control('POST', '/faults', fault)).status).toBe(400);
});
