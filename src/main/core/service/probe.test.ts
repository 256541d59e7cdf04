import { describe, expect, it } from 'vitest';
import type { Reachability } from './outcomes.ts';
import { createServiceClient } from './service-client.ts';
import {
  clientOptions,
  customerBody,
  customerInput,
  envelopeBody,
  errorEnvelopeBody,
  eventBody,
  generalBody,
  problemBody,
  token,
  validationBody,
} from './testing/fixtures.ts';
import { closedPort, httpServer, start } from './testing/servers.ts';

async function serverWith(status: number, body: unknown) {
  return await start(
    httpServer((response) => {
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    }),
  );
}

const clientAt = (port: number, readToken: string | null = token) =>
  createServiceClient(
    clientOptions(`http://127.0.0.1:${port}`, fetch, { token: async () => readToken }),
  );

it('tells the time of the service, from its last answer on', async () => {
  const server = await start(
    httpServer((response) => {
      response.writeHead(404, { date: 'Sun, 06 Nov 1994 08:49:37 GMT' }).end();
    }),
  );
  const client = clientAt(server.port);
  expect(client.time()).toBeNull();
  await client.probe();
  const since = (client.time() ?? 0) - Date.UTC(1994, 10, 6, 8, 49, 37);
  expect(since).toBeGreaterThanOrEqual(0);
  expect(since).toBeLessThan(60_000);
});

describe('proving a token', () => {
  const answers: [string, number, unknown, string][] = [
    ['404 in the envelope', 404, errorEnvelopeBody(404), 'proven'],
    ['404 in 7.2', 404, generalBody, 'proven'],
    ['400 in 7.1', 400, validationBody, 'proven'],
    ['a problem document', 422, problemBody, 'proven'],
    [
      'an event',
      200,
      envelopeBody({ event: { ...eventBody, id: 'event_causewayprobe0' } }),
      'proven',
    ],
    ['401', 401, errorEnvelopeBody(401), 'refused'],
    ['403', 403, generalBody, 'refused'],
    ['401 without a body', 401, '', 'refused'],
    ['a web page', 200, '<html></html>', 'not-this-service'],
    ['404 with a web page', 404, '<html></html>', 'not-this-service'],
    ['JSON of another kind', 200, { hello: 'world' }, 'not-this-service'],
    ['nothing', 200, '', 'not-this-service'],
    ['500 in no known form', 500, '', 'not-this-service'],
    ['a redirect', 302, '', 'not-this-service'],
  ];

  it.each(answers)('%s (%i)', async (_what, status, body, kind) => {
    const server = await serverWith(status, body);
    const outcome = await clientAt(server.port).probe();
    expect(outcome).toMatchObject({ kind, status });
    expect(outcome.sentence).not.toBe('');
    expect(server.seen[0]).toMatchObject({
      method: 'GET',
      url: '/v1/event/event_causewayprobe0',
      headers: { authorization: `Bearer ${token}` },
    });
  });

  it.each<[string, unknown]>([
    ['Event not found', null],
    ['Event event_causewayprobe0 does not exist', null],
    ['Cannot GET /v1/event/event_causewayprobe0', expect.stringContaining('Compare the base URL')],
    ['No route for this event path', expect.stringContaining('Compare the base URL')],
    ['Not found', expect.stringContaining('Compare the base URL')],
  ])('a 404 that says “%s” tells as much as it can of the path', async (words, doubt) => {
    const server = await serverWith(404, errorEnvelopeBody(404, words));
    expect(await clientAt(server.port).probe()).toMatchObject({ kind: 'proven', doubt });
  });

  it('keeps the words of a refusal', async () => {
    const server = await serverWith(403, errorEnvelopeBody(403, 'Token of production'));
    const outcome = await clientAt(server.port).probe();
    expect(outcome.error?.messages).toContain('Token of production');
    expect(outcome.requestId).toBe('request_r2');
  });

  it('is unreachable where nobody answers', async () => {
    const outcome = await clientAt(await closedPort()).probe();
    expect(outcome).toMatchObject({ kind: 'unreachable', cause: 'refused' });
  });
});

describe('whether the service can be reached', () => {
  async function newsOf(port: number, readToken: string | null = token): Promise<Reachability[]> {
    const client = clientAt(port, readToken);
    const news: Reachability[] = [];
    const stop = client.onReachability((one) => news.push(one));
    await client.createCustomer(customerInput);
    stop();
    await client.createCustomer(customerInput);
    return news;
  }

  const states: [string, number, unknown, Reachability['state']][] = [
    ['an answer', 201, customerBody, 'reachable'],
    ['a refusal', 400, validationBody, 'reachable'],
    ['a fault in its own words', 500, generalBody, 'reachable'],
    ['401', 401, generalBody, 'token-refused'],
    ['401 in no known form', 401, '', 'token-refused'],
    ['403, which may be about something else', 403, generalBody, 'reachable'],
    ['a gateway’s page', 502, '<html>', 'unreachable'],
    ['a sign-in page', 200, '<html>', 'unreachable'],
  ];

  it.each(states)('is told after %s', async (_what, status, body, state) => {
    const server = await serverWith(status, body);
    const news = await newsOf(server.port);
    expect(news).toMatchObject([{ state, at: '2026-11-20T12:00:00.000Z' }]);
    expect(news[0]?.sentence === null).toBe(state === 'reachable');
  });

  it('is told as a refused token when a probe is answered with 403', async () => {
    const client = clientAt((await serverWith(403, generalBody)).port);
    const news: Reachability[] = [];
    client.onReachability((one) => news.push(one));
    await client.probe();
    expect(news).toMatchObject([{ state: 'token-refused', cause: 'forbidden' }]);
    expect(news[0]?.sentence).not.toBeNull();
  });

  it('is told when nobody answers, and when there is no token', async () => {
    expect(await newsOf(await closedPort())).toMatchObject([
      { state: 'unreachable', cause: 'refused' },
    ]);
    expect(await newsOf(1, null)).toMatchObject([{ state: 'no-token', cause: 'no-token' }]);
  });

  it('says nothing when nothing of the service was learned', async () => {
    const client = clientAt(1);
    const news: Reachability[] = [];
    client.onReachability((one) => news.push(one));
    await client.createCustomer({ ...customerInput, email: 'no address' });
    expect(news).toEqual([]);
  });
});
