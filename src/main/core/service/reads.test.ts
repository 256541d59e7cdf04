import { describe, expect, it } from 'vitest';
import type { BankAccountId, CustomerId, EventId } from '../../../contract/ids.ts';
import { createServiceClient } from './service-client.ts';
import {
  bankAccountBody,
  clientOptions,
  customerBody,
  envelopeBody,
  errorEnvelopeBody,
  eventBody,
  generalBody,
  token,
} from './testing/fixtures.ts';
import { type Answering, closedPort, httpServer, rawServer, start } from './testing/servers.ts';

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const eventId = 'event_e1' as EventId;

/** Reads an event from a server, and notes how long the client would have waited between tries. */
async function readEventAt(answer: Answering) {
  const server = await start(httpServer(answer));
  const pauses: number[] = [];
  const wait = (milliseconds: number) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  };
  const base = `http://127.0.0.1:${server.port}`;
  const client = createServiceClient(clientOptions(base, fetch, { wait }));
  return { outcome: await client.getEvent(eventId), server, pauses };
}

describe('a read', () => {
  it.each([
    ['enveloped', envelopeBody({ event: eventBody }), 'request_r1'],
    ['bare', eventBody, null],
  ])('takes an event %s', async (_form, body, requestId) => {
    const { outcome, server } = await readEventAt(json(200, body));
    expect(outcome).toMatchObject({
      kind: 'answered',
      requestId,
      resource: { kind: 'event', id: 'event_e1', body: eventBody, deviations: [] },
    });
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/v1/event/event_e1', body: '' });
  });

  it('asks for a bank account by the path of the interface', async () => {
    const server = await start(httpServer(json(200, bankAccountBody)));
    const client = createServiceClient(clientOptions(`http://127.0.0.1:${server.port}`, fetch));
    const outcome = await client.getBankAccount(
      'customer_a1' as CustomerId,
      'bankAccount_b1' as BankAccountId,
    );
    expect(outcome).toMatchObject({ kind: 'answered', resource: { id: 'bankAccount_b1' } });
    expect(server.seen[0]?.url).toBe('/v2/customers/customer_a1/bank-account/bankAccount_b1');
  });

  it.each([
    [404, 'not-found', generalBody],
    [400, 'not-found', generalBody],
    [401, 'not-found', generalBody],
    [422, 'not-found', { status: 422, title: 'No', detail: 'Bank account not found' }],
    [200, 'not-found', errorEnvelopeBody(404, 'Bank account not found')],
    [500, 'server-error', generalBody],
    [404, 'contradiction', { ok: true, message: 'Bank account not found' }],
    [404, 'rejected', { ...generalBody, error: { general: 'Customer not found' } }],
    [404, 'rejected', { message: 'no Route matched' }],
    [404, 'unknown-form', {}],
    [404, 'unknown-form', ''],
    [404, 'html-page', '<!doctype html><title>Not found</title>'],
  ])(
    'of a bank account under %i is %s for what the message says: %j',
    async (status, cause, body) => {
      const server = await start(httpServer(json(status, body)));
      const client = createServiceClient(clientOptions(`http://127.0.0.1:${server.port}`, fetch));
      const outcome = await client.getBankAccount(
        'customer_a1' as CustomerId,
        'bankAccount_b1' as BankAccountId,
      );
      expect(outcome).toMatchObject({ kind: 'failed', cause, status });
    },
  );

  it('never lets an id reach out of its place in the path', async () => {
    const server = await start(httpServer(json(200, eventBody)));
    const client = createServiceClient(clientOptions(`http://127.0.0.1:${server.port}`, fetch));
    const outcome = await client.getEvent('event_../../v2/customer' as EventId);
    expect(outcome).toMatchObject({ kind: 'failed', cause: 'invalid-input' });
    expect(server.seen).toHaveLength(0);
  });

  it('does not take the answer to another question', async () => {
    const { outcome } = await readEventAt(json(200, { ...eventBody, id: 'event_e2' }));
    expect(outcome).toMatchObject({ kind: 'failed', cause: 'unexpected-body' });
  });
});

describe('a read that fails', () => {
  const failures: [string, string, boolean, number, Answering][] = [
    ['401', 'unauthorized', false, 1, json(401, errorEnvelopeBody(401))],
    ['401 without a body', 'unauthorized', false, 1, json(401, '')],
    ['403', 'forbidden', false, 1, json(403, generalBody)],
    ['404', 'not-found', false, 1, json(404, errorEnvelopeBody(404))],
    ['418 in no known form', 'unknown-form', false, 1, json(418, { teapot: true })],
    ['500', 'server-error', true, 3, json(500, generalBody)],
    ['501', 'server-error', true, 1, json(501, generalBody)],
    ['503 with a web page', 'server-error', true, 3, json(503, '<html>')],
    ['429 without a time', 'rate-limited', true, 3, json(429, generalBody)],
    ['429 in 2 s', 'rate-limited', true, 3, json(429, generalBody, { 'retry-after': '2' })],
    ['429 in an hour', 'rate-limited', true, 1, json(429, generalBody, { 'retry-after': '3600' })],
    ['a web page', 'html-page', true, 1, json(200, '<html>')],
    ['half an answer', 'not-json', true, 1, json(200, '{"id":')],
    ['a redirect', 'redirected', false, 1, json(302, '', { location: 'http://127.0.0.1:1/' })],
    ['another resource', 'unexpected-body', false, 1, json(200, customerBody)],
    ['ok false under 200', 'not-found', false, 1, json(200, errorEnvelopeBody(404))],
  ];

  it.each(failures)('with %s is %s', async (_what, cause, canTryAgain, tries, answer) => {
    const { outcome, server } = await readEventAt(answer);
    expect(outcome).toMatchObject({ kind: 'failed', cause, canTryAgain });
    expect(server.seen).toHaveLength(tries);
  });

  it('gives the answer as it came, cut of the token that was sent', async () => {
    const said = (text: string) => `{"message": "Bad token ${text}",  "b": 1}`;
    const { outcome } = await readEventAt(json(401, said(token)));
    expect(outcome).toMatchObject({ answer: { bytes: said(token).length, isShortened: false } });
    const shown = outcome.kind === 'failed' ? outcome.answer?.text : null;
    expect(shown).toContain('"Bad token ');
    expect(shown).not.toContain(token.slice(-10));

    const page = await readEventAt(json(200, '<html>Sign in to the Wi-Fi'));
    expect(page.outcome).toMatchObject({ answer: { text: '<html>Sign in to the Wi-Fi' } });
    const other = await readEventAt(json(200, customerBody));
    expect(other.outcome).toMatchObject({ answer: { text: JSON.stringify(customerBody) } });
  });

  it('gives the words of the service and when to come back', async () => {
    const { outcome } = await readEventAt(
      json(429, errorEnvelopeBody(429, 'Slow down'), { 'retry-after': '3600' }),
    );
    expect(outcome).toMatchObject({
      status: 429,
      retryAfterMs: 3_600_000,
      requestId: 'request_r2',
      error: { messages: expect.arrayContaining(['Slow down']) },
    });
  });

  it('waits longer each time, and exactly as long as it is asked to', async () => {
    const { pauses } = await readEventAt(json(503, ''));
    // 400 and 800 ms, half of each drawn, in whole milliseconds.
    expect(pauses).toEqual([205, 411]);
    const asked = await readEventAt(json(429, generalBody, { 'retry-after': '2' }));
    expect(asked.pauses).toEqual([2_000, 2_000]);
  });

  it('goes on when a later try does better', async () => {
    const { outcome, server } = await readEventAt((response, seen, count) =>
      json(count < 3 ? 502 : 200, count < 3 ? '' : eventBody)(response, seen, count),
    );
    expect(outcome.kind).toBe('answered');
    expect(server.seen).toHaveLength(3);
  });

  it('tries again after a cut, and after a refused connection', async () => {
    let connections = 0;
    const cut = await start(
      rawServer((socket) => {
        connections += 1;
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
        socket.end();
      }),
    );
    const broken = createServiceClient(clientOptions(`http://127.0.0.1:${cut.port}`, fetch));
    expect(await broken.getEvent(eventId)).toMatchObject({ kind: 'failed', cause: 'cut' });
    expect(connections).toBe(3);
    let waits = 0;
    const wait = () => {
      waits += 1;
      return Promise.resolve();
    };
    const nobody = `http://127.0.0.1:${await closedPort()}`;
    const away = createServiceClient(clientOptions(nobody, fetch, { wait }));
    expect(await away.getEvent(eventId)).toMatchObject({ cause: 'refused', canTryAgain: true });
    expect(waits).toBe(2);
  });

  it('does not keep a person waiting for a second silence', async () => {
    let connections = 0;
    const silent = await start(
      rawServer(() => {
        connections += 1;
      }),
    );
    const client = createServiceClient(
      clientOptions(`http://127.0.0.1:${silent.port}`, fetch, { timeouts: { readMs: 100 } }),
    );
    expect(await client.getEvent(eventId)).toMatchObject({ kind: 'failed', cause: 'timeout' });
    expect(connections).toBe(1);
  });
});
