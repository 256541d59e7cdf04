import https from 'node:https';
import type net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxResponseBytes } from '../../../contract/limits.ts';
import { createNodeFetch, type NodeFetch } from './node-fetch.ts';
import { createServiceClient } from './service-client.ts';
import {
  clientOptions,
  customerBody,
  customerInput,
  envelopeBody,
  errorEnvelopeBody,
  generalBody,
  keptLog,
  problemBody,
  token,
  validationBody,
  webhookBody,
} from './testing/fixtures.ts';
import { selfSigned } from './testing/self-signed.ts';
import {
  type Answering,
  closedPort,
  httpServer,
  json,
  listen,
  rawServer,
  start,
} from './testing/servers.ts';

let node: NodeFetch;

beforeAll(() => {
  node = createNodeFetch({ environment: {}, log: keptLog().log });
});
afterAll(() => node.dispose());

/** Creates a customer at a server that answers so. */
async function createAt(answer: Answering) {
  const server = await start(httpServer(answer));
  const client = createServiceClient(clientOptions(`http://127.0.0.1:${server.port}`, node.fetch));
  return { outcome: await client.createCustomer(customerInput), server };
}

describe('a write that is answered', () => {
  it('sends what the interface asks for, once, and keeps the answer byte for byte', async () => {
    const text = JSON.stringify({ ...customerBody, unknown: 1 }, null, 1);
    const { outcome, server } = await createAt(json(201, text, { 'x-request-id': 'request_h1' }));
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 201,
      requestId: 'request_h1',
      resource: { kind: 'customer', id: 'customer_a1', deviations: [] },
      body: { unknown: 1 },
    });
    expect(outcome.kind === 'answered' && Buffer.from(outcome.bytes).toString()).toBe(text);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]).toMatchObject({
      method: 'POST',
      url: '/v2/customer',
      body: JSON.stringify(customerInput),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
  });

  it('has a connection of its own, but for a service on this computer', async () => {
    const server = await start(httpServer(json(201, customerBody)));
    const base = `http://127.0.0.1:${server.port}`;
    for (const fetch of [globalThis.fetch, node.fetch]) {
      await createServiceClient(clientOptions(base, fetch)).createCustomer(customerInput);
    }
    expect(server.seen.map(({ headers }) => headers.connection)).toEqual(['close', 'keep-alive']);
  });

  it.each([200, 201, 202, 299])('takes %i, because any 2xx is a success', async (status) => {
    const { outcome } = await createAt(json(status, customerBody));
    expect(outcome).toMatchObject({ kind: 'answered', status });
  });

  it('reads a resource that departs from the interface, and says where', async () => {
    const { outcome } = await createAt(json(201, { id: 'customer_a1', type: 3 }));
    expect(outcome).toMatchObject({ kind: 'answered', resource: { id: 'customer_a1' } });
    expect(outcome.kind === 'answered' && outcome.resource.deviations.length).toBeGreaterThan(0);
  });

  it.each([
    ['in the envelope', envelopeBody({ webhook: webhookBody })],
    ['in one without a status', { ...envelopeBody({ webhook: webhookBody }), statusCode: null }],
    ['bare', webhookBody],
  ])('reads a webhook %s', async (_form, body) => {
    const server = await start(httpServer(json(200, body)));
    const base = `http://127.0.0.1:${server.port}/behind/a/path/`;
    const client = createServiceClient(clientOptions(base, node.fetch));
    const { name, url } = webhookBody;
    const outcome = await client.createWebhook({ name, url, events: ['customer.create'] });
    expect(outcome).toMatchObject({ kind: 'answered', resource: { id: 'webhook_w1' } });
    expect(server.seen[0]?.url).toBe('/behind/a/path/v1/webhook');
  });
});

describe('a write that the service refuses', () => {
  const refusals: [string, number, unknown, string, string[]][] = [
    ['7.1', 400, validationBody, 'invalid', ['Required', 'Required']],
    ['7.1', 409, validationBody, 'invalid', ['Required', 'Required']],
    ['7.2', 401, generalBody, 'unauthorized', ['Bank account not found']],
    ['7.2', 403, generalBody, 'forbidden', ['Bank account not found']],
    ['7.2', 404, generalBody, 'not-found', ['Bank account not found']],
    ['7.3', 409, errorEnvelopeBody(409), 'conflict', ['No', 'nope']],
    ['7.2', 413, generalBody, 'rejected', ['Bank account not found']],
    ['problem', 422, problemBody, 'invalid', ['Bad', 'x']],
    ['7.3 under 200', 200, errorEnvelopeBody(409), 'conflict', ['No', 'nope']],
  ];

  it.each(refusals)('in form %s with %i', async (_form, status, body, cause, messages) => {
    const { outcome, server } = await createAt(json(status, body));
    expect(outcome).toMatchObject({ kind: 'refused', cause, status });
    const said = outcome.kind === 'refused' ? outcome.error.messages : [];
    expect(said).toEqual(expect.arrayContaining(messages.filter((it) => it !== 'nope')));
    expect(outcome).toHaveProperty('sentence', expect.stringContaining('Nothing was created.'));
    expect(server.seen).toHaveLength(1);
  });

  it('keeps the request id of the body', async () => {
    const { outcome } = await createAt(json(409, errorEnvelopeBody(409)));
    expect(outcome).toMatchObject({ kind: 'refused', requestId: 'request_r2' });
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ])('says when to come back, given in %s, and does not come back itself', async (_f, at, ms) => {
    const { outcome, server } = await createAt(json(429, generalBody, { 'retry-after': at }));
    expect(outcome).toMatchObject({ kind: 'refused', cause: 'rate-limited', retryAfterMs: ms });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a write with an answer that can’t be used', () => {
  const unusable: [string, string, Answering][] = [
    ['500 in a known form', 'server-error', json(500, generalBody)],
    ['503 with an empty body', 'server-error', json(503, '')],
    ['502 with a web page', 'server-error', json(502, '<html>')],
    ['504 that claims success', 'server-error', json(504, customerBody)],
    ['400 in no known form', 'unknown-form', json(400, { oops: true })],
    ['408 in a known form', 'unknown-form', json(408, generalBody)],
    ['403 with a web page', 'html-page', json(403, '<!DOCTYPE html><p>Sign in')],
    ['403 with an empty body', 'unknown-form', json(403, '')],
    ['404 in no known form', 'unknown-form', json(404, { message: 'no Route matched' })],
    ['429 whose body says ok', 'contradiction', json(429, { ok: true })],
    ['429 that holds a customer', 'contradiction', json(429, customerBody)],
    ['400 whose body says 500', 'contradiction', json(400, errorEnvelopeBody(500))],
    ['400 whose body says ok', 'contradiction', json(400, envelopeBody({}))],
    ['200 with ok false and no 4xx', 'contradiction', json(200, errorEnvelopeBody(500))],
    [
      '200 whose envelope says 500',
      'contradiction',
      json(200, { ...envelopeBody({ customer: customerBody }), statusCode: 500 }),
    ],
    [
      '200 whose envelope says ok false and no status, around a customer',
      'contradiction',
      json(200, {
        ...envelopeBody({ customer: customerBody }),
        ok: false,
        message: 'Failed',
        statusCode: 'none',
      }),
    ],
    [
      '201 with a customer that says ok false',
      'contradiction',
      json(201, { ...customerBody, ok: false, message: 'Failed' }),
    ],
    ['200 with a 7.1 body', 'contradiction', json(200, validationBody)],
    ['200 with another resource', 'unexpected-body', json(200, { ...customerBody, id: 'other_1' })],
    ['200 with a list', 'unexpected-body', json(200, [customerBody])],
    ['200 with null', 'unexpected-body', json(200, 'null')],
    ['200 with nothing', 'not-json', json(200, '')],
    ['204', 'not-json', json(204, '')],
    ['200 with JSON cut short', 'not-json', json(200, JSON.stringify(customerBody).slice(0, -3))],
    ['200 with JSON nested without end', 'not-json', json(200, '['.repeat(100_000))],
    [
      '200 with bytes that are no UTF-8',
      'not-json',
      (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    ['200 with a web page', 'html-page', json(200, '\n<!doctype html><title>Sign in</title>')],
    [
      'a web page that calls itself JSON nowhere',
      'html-page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    ],
  ];

  it.each(unusable)('%s is unknown: %s', async (_what, cause, answer) => {
    const { outcome, server } = await createAt(answer);
    expect(outcome).toMatchObject({ kind: 'unknown', cause });
    expect(outcome).toHaveProperty('sentence', expect.stringContaining('may have been'));
    expect(server.seen).toHaveLength(1);
  });

  it('keeps the words and the bytes of such an answer', async () => {
    const { outcome } = await createAt(json(500, errorEnvelopeBody(500, 'We are down')));
    expect(outcome).toMatchObject({ status: 500, requestId: 'request_r2' });
    if (outcome.kind !== 'unknown') throw new Error('not unknown');
    expect(outcome.error?.messages).toContain('We are down');
    expect(Buffer.from(outcome.bytes ?? []).toString()).toContain('We are down');
  });

  it('stops reading past 8 MiB, whatever was announced', async () => {
    const { outcome } = await createAt((response) => {
      const chunk = Buffer.alloc(1024 * 1024, 0x20);
      const pour = () => {
        if (!response.destroyed) response.write(chunk, pour);
      };
      pour();
    });
    expect([outcome.kind, 'cause' in outcome && outcome.cause]).toEqual(['unknown', 'too-large']);
    expect('bytes' in outcome && outcome.bytes).toBeNull();
  });

  it('reads a body of exactly 8 MiB', async () => {
    const text = JSON.stringify(customerBody);
    const { outcome } = await createAt(json(200, text.padEnd(maxResponseBytes, ' ')));
    expect(outcome).toMatchObject({ kind: 'answered' });
  });

  it.each([301, 302, 303, 307, 308])(
    'never follows a %i, and never shows it the token',
    async (status) => {
      const elsewhere = await start(httpServer(json(200, customerBody)));
      const location = `http://127.0.0.1:${elsewhere.port}/v2/customer`;
      const { outcome } = await createAt(json(status, '', { location }));
      expect(outcome).toMatchObject({ kind: 'unknown', cause: 'redirected', status });
      expect(elsewhere.seen).toHaveLength(0);
    },
  );
});

describe('a write on a line that fails', () => {
  const lines: [string, string, (socket: net.Socket) => void][] = [
    ['is closed without an answer', 'cut', (socket) => socket.end()],
    ['is reset', 'cut', (socket) => socket.resetAndDestroy()],
    [
      'breaks off inside the body',
      'cut',
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id":'),
    ],
    [
      'breaks off inside a chunk',
      'cut',
      (socket) =>
        socket.end('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n50\r\n{"id":'),
    ],
    ['speaks another language', 'network', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['stays silent', 'timeout', () => undefined],
    [
      'stops inside the body',
      'timeout',
      (socket) => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id":'),
    ],
  ];

  it.each(lines)('that %s is unknown: %s', async (_what, cause, behave) => {
    const server = await start(rawServer(behave));
    const base = `http://127.0.0.1:${server.port}`;
    const timeouts = cause === 'timeout' ? { timeouts: { writeMs: 300 } } : {};
    const client = createServiceClient(clientOptions(base, node.fetch, timeouts));
    const outcome = await client.createCustomer(customerInput);
    expect(outcome).toMatchObject({ kind: 'unknown', cause });
  });

  it('keeps what came before it broke', async () => {
    const server = await start(
      rawServer((socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"id":')),
    );
    const base = `http://127.0.0.1:${server.port}`;
    const outcome = await createServiceClient(clientOptions(base, node.fetch)).createCustomer(
      customerInput,
    );
    expect(outcome).toMatchObject({ kind: 'unknown', status: 201 });
    const bytes = outcome.kind === 'unknown' ? outcome.bytes : null;
    expect(Buffer.from(bytes ?? []).toString()).toBe('{"id":');
  });
});

describe('a write that is surely not sent', () => {
  const tlsServer = (notAfter: string, names = ['localhost']) => {
    const options = selfSigned({ names, notAfter: new Date(notAfter) });
    return listen(https.createServer(options, (_request, response) => response.end('{}')));
  };
  const places: [string, string, () => Promise<string>][] = [
    ['the name is not known', 'name', async () => 'https://service.invalid'],
    ['nobody listens', 'refused', async () => `http://127.0.0.1:${await closedPort()}`],
    ['nobody listens by name', 'refused', async () => `http://localhost:${await closedPort()}`],
    [
      'the certificate is self-signed',
      'certificate',
      async () => `https://localhost:${(await start(tlsServer('2126-01-01'))).port}`,
    ],
    [
      'the certificate has expired',
      'certificate',
      async () => `https://localhost:${(await start(tlsServer('2021-01-01'))).port}`,
    ],
    [
      'the other side speaks no TLS',
      'tls',
      async () => `https://localhost:${(await start(httpServer(json(200, {})))).port}`,
    ],
    [
      'the other side breaks off the handshake',
      'tls',
      // A fatal alert: handshake_failure.
      async () => {
        const alert = Buffer.from([0x15, 3, 3, 0, 2, 2, 40]);
        return `https://localhost:${(await start(rawServer((it) => it.end(alert)))).port}`;
      },
    ],
    ['the profile has no address', 'no-address', async () => ''],
    ['the address is in the clear', 'no-address', async () => 'http://service.invalid'],
    ['fetch refuses the port', 'no-address', async () => 'https://127.0.0.1:6000'],
  ];

  it.each(places)('when %s: %s', async (_what, cause, where) => {
    const client = createServiceClient(
      clientOptions(await where(), node.fetch, { timeouts: { writeMs: 5_000 } }),
    );
    const outcome = await client.createCustomer(customerInput);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause });
    expect(outcome).toHaveProperty('sentence', expect.stringContaining('Nothing was sent.'));
  });

  it('is unknown when TLS fails in a way that only the host could have placed', async () => {
    node.dispose();
    try {
      const server = await start(httpServer(json(200, {})));
      const base = `https://localhost:${server.port}`;
      const client = createServiceClient(clientOptions(base, globalThis.fetch));
      expect(await client.createCustomer(customerInput)).toMatchObject({ kind: 'unknown' });
    } finally {
      node = createNodeFetch({ environment: {}, log: keptLog().log });
    }
  });

  const tokens: [string, string, () => Promise<string | null>][] = [
    ['there is no token', 'no-token', async () => null],
    ['the token would break the header', 'bad-token', async () => 'never\r\nshown'],
    ['the vault is locked', 'token-unreadable', () => Promise.reject(new Error('locked'))],
  ];

  it.each(tokens)('when %s: %s', async (_what, cause, readToken) => {
    const server = await start(httpServer(json(200, customerBody)));
    const base = `http://127.0.0.1:${server.port}`;
    const client = createServiceClient(clientOptions(base, node.fetch, { token: readToken }));
    const outcome = await client.createCustomer(customerInput);
    expect(outcome).toMatchObject({ kind: 'not-sent', cause });
    expect(server.seen).toHaveLength(0);
  });

  it('when what was entered does not fit the interface', async () => {
    const server = await start(httpServer(json(200, customerBody)));
    const base = `http://127.0.0.1:${server.port}`;
    const client = createServiceClient(clientOptions(base, node.fetch));
    const outcome = await client.createCustomer({ ...customerInput, phone: '123' });
    expect(outcome).toMatchObject({ kind: 'not-sent', cause: 'invalid-input' });
    expect(server.seen).toHaveLength(0);
  });
});

describe('the token', () => {
  it('turns up in no outcome and in no line of the log', async () => {
    const { log, lines } = keptLog();
    const answers = [json(500, generalBody), json(400, { oops: true }), json(302, '')];
    const outcomes: unknown[] = [];
    for (const answer of answers) {
      const server = await start(httpServer(answer));
      const base = `http://127.0.0.1:${server.port}`;
      outcomes.push(
        await createServiceClient(clientOptions(base, node.fetch, { log })).createCustomer(
          customerInput,
        ),
      );
    }
    const closed = `http://127.0.0.1:${await closedPort()}`;
    outcomes.push(
      await createServiceClient(clientOptions(closed, node.fetch, { log })).createCustomer(
        customerInput,
      ),
    );
    expect(lines).toHaveLength(4);
    const told = JSON.stringify(outcomes) + lines.join('');
    expect(told).not.toContain(token.slice(0, 12));
    expect(told).not.toContain('ada@example.com');
  });
});
