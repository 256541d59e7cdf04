import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodeFetch, type NodeFetch } from './node-fetch.ts';
import { createServiceClient } from './service-client.ts';
import {
  clientOptions,
  customerInput,
  errorEnvelopeBody,
  generalBody,
  keptLog,
  validationBody,
} from './testing/fixtures.ts';
import { type Answering, httpServer, json, start } from './testing/servers.ts';

let node: NodeFetch;

beforeAll(() => {
  node = createNodeFetch({ environment: {}, log: keptLog().log });
});
afterAll(() => node.dispose());

/** Creates a customer at a server that answers so. */
async function createAt(answer: Answering) {
  const server = await start(httpServer(answer));
  const client = createServiceClient(clientOptions(`http://127.0.0.1:${server.port}`, node.fetch));
  return { outcome: await client.createCustomer(customerInput) };
}

describe('a write that a gateway turns away', () => {
  const bodies: [string, string][] = [
    ['an empty body', ''],
    ['a message', '{"message":"Too Many Requests"}'],
    ['a web page', '<!DOCTYPE html><title>Nope</title>'],
    ['bare words', 'upstream says no'],
    ['a list of the form 7.1', JSON.stringify(validationBody)],
  ];
  const statuses: [number, string][] = [
    [401, 'unauthorized'],
    [405, 'rejected'],
    [413, 'rejected'],
    [415, 'rejected'],
    [429, 'rate-limited'],
  ];
  const each = statuses.flatMap(([status, cause]) =>
    bodies.map(([what, body]) => [status, what, cause, body] as const),
  );

  it.each(each)('with %i and %s is refused: %s', async (status, _what, cause, body) => {
    const { outcome } = await createAt(json(status, body, { 'retry-after': '2' }));
    expect(outcome).toMatchObject({ kind: 'refused', cause, status, retryAfterMs: 2_000 });
    expect(outcome).toHaveProperty('sentence', expect.stringContaining('Nothing was created.'));
  });

  it.each([
    [403, 'forbidden', ''],
    [403, 'forbidden', '<html>'],
    [404, 'not-found', '{"message":"no Route matched"}'],
  ])(
    'with %i is refused as %s where the service answered before: %s',
    async (status, cause, body) => {
      let isUp = true;
      const server = await start(
        httpServer((...exchange) =>
          (isUp ? json(404, errorEnvelopeBody(404)) : json(status, body))(...exchange),
        ),
      );
      let base = `http://127.0.0.1:${server.port}`;
      const client = createServiceClient({
        ...clientOptions(base, node.fetch),
        baseUrl: () => base,
      });
      await client.probe();
      isUp = false;
      expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'refused', cause });
      // What answered at one address says nothing of another.
      base = `http://localhost:${server.port}`;
      expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'unknown', status });
    },
  );

  it('with 403 is refused where the token was proven before this client was made', async () => {
    const server = await start(httpServer(json(403, '')));
    const options = clientOptions(`http://127.0.0.1:${server.port}`, node.fetch);
    const client = createServiceClient({ ...options, hasAnswered: () => true });
    expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'refused' });
  });

  it.each([
    [404, '{"message":"no Route matched"}'],
    [404, '<html>'],
    [405, ''],
  ])('with %i in no known form says that the base URL may be wrong: %s', async (status, body) => {
    const { outcome } = await createAt(json(status, body));
    const elsewhere = expect.stringContaining('a wrong base URL is the likely cause');
    expect(outcome).toHaveProperty('sentence', elsewhere);
    const { outcome: known } = await createAt(json(status, generalBody));
    expect(known).toHaveProperty('sentence', expect.not.stringContaining('base URL'));
  });
});
