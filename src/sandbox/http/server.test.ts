import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import type { Running } from '../testing/harness.ts';
import { startSandbox } from '../testing/harness.ts';

const customer = { type: 'individual' };
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Every operation, at a path that its pattern takes. */
const everyOperation = Object.values(operations).map(({ method, path }) => ({
  method,
  path: path
    .replace('{customer_id}', 'customer_a')
    .replace('{bank_account_id}', 'bankAccount_a')
    .replace('{event_id}', 'event_a'),
}));

const call = ({ sandbox }: Running, method: string, path: string, headers = {}) =>
  fetch(sandbox.baseUrl + path, { method, headers });

describe('authentication (5.1)', () => {
  test.each(everyOperation)('$method $path takes a bearer token', async ({ method, path }) => {
    await using running = await startSandbox();
    const missing = await call(running, method, path);
    const wrong = await call(running, method, path, { authorization: 'Bearer a.b.c' });
    const basic = await call(running, method, path, { authorization: 'Basic dTpw' });

    expect([missing.status, wrong.status, basic.status]).toEqual([401, 401, 401]);
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('the scheme is read in any case', async () => {
    await using running = await startSandbox();
    const reply = await call(running, 'GET', '/v1/event/event_a', {
      authorization: `bearer ${running.sandbox.token}`,
    });
    expect(reply.status).toBe(404);
  });

  test('a token of the other environment is forbidden, an expired one unauthorized', async () => {
    await using running = await startSandbox();
    const { sandbox } = running;
    const production = await sandbox.signToken({ environment: 'production' });
    const expired = await sandbox.signToken({ expiresInSeconds: -1 });

    const other = await running.post('/v2/customer', customer, { token: production });
    expect(other.status).toBe(403);
    expect(other.body.error.general).toBe('The token belongs to the other environment');
    const old = await running.post('/v2/customer', customer, { token: expired });
    expect(old.status).toBe(401);
    expect(old.body.error.general).toBe('Token expired');
  });

  test('a token that was good once is refused after it expires', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    await using running = await startSandbox({ clock: { now: () => now } });
    const token = await running.sandbox.signToken({ expiresInSeconds: 60 });
    expect((await running.post('/v2/customer', customer, { token })).status).toBe(201);
    now += 61_000;
    expect((await running.post('/v2/customer', customer, { token })).status).toBe(401);
  });
});

describe('routing', () => {
  test('an unknown path is not found, in the form of its version', async () => {
    await using running = await startSandbox();
    const v2 = await running.get('/v2/customers');
    const v1 = await running.get('/v1/webhooks');

    expect(v2.status).toBe(404);
    expect(v2.body).toEqual({
      ts: expect.stringMatching(timestamp),
      error: { general: 'Not found' },
    });
    expect(v1.status).toBe(404);
    expect(v1.body).toMatchObject({ ok: false, object: 'error', statusCode: 404, data: null });
  });

  test.each([
    '/v2/customer/',
    '/V2/customer',
    '/v1/customer',
    '/v2/event/event_a',
    '/v1/event/event_a/x',
  ])('%s is no path of the service (9)', async (path) => {
    await using running = await startSandbox();
    expect((await running.get(path)).status).toBe(404);
  });

  test('another method is refused and the right one named', async () => {
    await using running = await startSandbox();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD']) {
      const reply = await call(running, method, '/v2/customer');
      expect(reply.status).toBe(405);
      expect(reply.headers.get('allow')).toBe('POST');
    }
  });

  test('a letter, a digit or an underscore is the same when it comes percent-encoded', async () => {
    await using running = await startSandbox();
    const { eventIds } = (await running.control('POST', '/events', { name: 'wallet.create' })).body;
    const encoded = String(eventIds[0]).replace('event_', '%65vent%5F');
    expect((await running.get(`/v1/event/${encoded}`)).body.data.event.id).toBe(eventIds[0]);
    expect((await running.get('/v1/event/event_%zz')).status).toBe(400);
    // Characters that an ID can't contain stay encoded, so they reach no other path.
    expect((await running.get('/v1/event/event_a%2Fb')).status).toBe(400);
  });

  test('a query is ignored', async () => {
    await using running = await startSandbox();
    expect((await running.post('/v2/customer?expand=all', customer)).status).toBe(201);
  });
});

describe('bodies', () => {
  test.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['application/jsonp', 415],
    ['application/json; charset=utf-8', 201],
    ['Application/JSON;charset="UTF-8"', 201],
  ])('Content-Type %s gives %i', async (type, status) => {
    await using running = await startSandbox();
    const reply = await running.post('/v2/customer', customer, {
      headers: { 'content-type': type },
    });
    expect(reply.status).toBe(status);
  });

  test('a body that is not UTF-8 is refused in plain words, and nothing is created', async () => {
    await using running = await startSandbox();
    const bytes = Buffer.from(
      JSON.stringify({ ...customer, personalInformation: { firstName: '?' } }),
    );
    bytes[bytes.indexOf('?')] = 0xff;
    const response = await fetch(`${running.sandbox.baseUrl}/v2/customer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${running.sandbox.token}`,
        'content-type': 'application/json',
      },
      body: bytes,
    });
    expect(response.status).toBe(400);
    expect((await response.json()).error.information).toEqual(['The body is not valid UTF-8']);
    expect((await running.control('GET', '/list/customers')).body.items).toEqual([]);
  });

  test.each(['{"type":"individual","note":"\\ud800"}', '{"type":"individual","\\uDC00":1}'])(
    'half of a surrogate pair is refused: %s',
    async (body) => {
      await using running = await startSandbox();
      const reply = await running.post('/v2/customer', body);
      expect([reply.status, reply.body.error.information]).toEqual([
        400,
        ['The body holds half of a surrogate pair, which is not valid Unicode'],
      ]);
    },
  );

  test('a whole surrogate pair is a character', async () => {
    await using running = await startSandbox();
    const body = '{"type":"individual","personalInformation":{"firstName":"\\ud83d\\ude00"}}';
    expect((await running.post('/v2/customer', body)).status).toBe(201);
  });

  const nested = (levels: number, inner = '"\\ud83d\\ude00"') =>
    `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

  test('a body that nests deeper than the stack is refused as any other', async () => {
    await using running = await startSandbox();
    const bodies = [
      nested(100_000),
      `{"type":"individual","note":${nested(100_000)}}`,
      `{"type":"individual","note":${nested(100_000, '"\\ud83d"')}}`,
      `{"type":null,"note":${nested(100_000, '1')}}`,
      `{"type":"individual","note":${nested(1_000)}}`,
    ];
    const problem = 'The body is nested over 1000 levels deep';
    for (const body of bodies) {
      const v2 = await running.post('/v2/customer', body);
      expect([v2.status, v2.body.error.information]).toEqual([400, [problem]]);
      const v1 = await running.post('/v1/webhook', body);
      expect(v1.body).toMatchObject({ ok: false, statusCode: 400, message: problem, data: null });
    }
    const event = `{"name":"wallet.create","data":{"a":${nested(100_000, '1')}}}`;
    expect((await running.control('POST', '/events', event)).status).toBe(400);
  });

  test('a body of a thousand levels is read', async () => {
    await using running = await startSandbox();
    const body = `{"type":"individual","note":${nested(999)}}`;
    expect((await running.post('/v2/customer', body)).status).toBe(201);
  });

  test('an encoded body is refused', async () => {
    await using running = await startSandbox();
    const reply = await running.post('/v2/customer', customer, {
      headers: { 'content-encoding': 'gzip' },
    });
    expect(reply.status).toBe(415);
  });

  test('a body over 1 MiB is refused, and the connection lives on', async () => {
    await using running = await startSandbox();
    const big = JSON.stringify({ ...customer, note: 'x'.repeat(1024 * 1024) });
    const v2 = await running.post('/v2/customer', big);
    const v1 = await running.post('/v1/webhook', big);

    expect(v2.status).toBe(413);
    expect(v2.body.error.general).toBe('The body is over 1 MiB');
    expect(v1.body).toMatchObject({ ok: false, statusCode: 413 });
    expect((await running.post('/v2/customer', customer)).status).toBe(201);
  });

  test('a body over 1 MiB without a length is refused as well', async () => {
    await using running = await startSandbox();
    const piece = new TextEncoder().encode('x'.repeat(64 * 1024));
    let left = 20;
    const response = await fetch(`${running.sandbox.baseUrl}/v2/customer`, {
      method: 'POST',
      duplex: 'half',
      headers: {
        authorization: `Bearer ${running.sandbox.token}`,
        'content-type': 'application/json',
      },
      body: new ReadableStream({
        pull: (controller) => {
          if (left === 0) controller.close();
          else controller.enqueue(piece);
          left -= 1;
        },
      }),
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  test.each(['{', '', 'nope'])('malformed JSON %j is a validation error', async (body) => {
    await using running = await startSandbox();
    const v2 = await running.post('/v2/customer', body);
    expect(v2.status).toBe(400);
    expect(v2.body.error.information).toEqual(['The body is not valid JSON']);
    const v1 = await running.post('/v1/webhook', body);
    expect(v1.body).toMatchObject({ ok: false, statusCode: 400, data: null });
  });

  test.each(['null', '[]', '"text"', '7'])('a body of %s is a validation error', async (body) => {
    await using running = await startSandbox();
    const reply = await running.post('/v2/customer', body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.information).toHaveLength(1);
  });

  test('a client that goes away in the middle of its body harms nobody', async () => {
    await using running = await startSandbox();
    const { port } = new URL(running.sandbox.baseUrl);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /v2/customer HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${running.sandbox.token}\r\n` +
            'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"type"',
          () => socket.destroy(),
        );
      });
      socket.once('close', () => resolve());
    });
    expect((await running.post('/v2/customer', customer)).status).toBe(201);
  });
});

test('it listens on the loopback address alone', async () => {
  await using running = await startSandbox();
  const { hostname, port } = new URL(running.sandbox.baseUrl);
  expect(hostname).toBe('127.0.0.1');
  // What listens on every address answers on each of this computer's. All of 127.0.0.0/8 is one of them on
  // Linux alone; elsewhere the others have to do, and ::1 is there wherever IPv6 is.
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const elsewhere = [
    ...(process.platform === 'linux' ? ['127.0.0.2'] : []),
    ...own.filter(({ scopeid }) => (scopeid ?? 0) === 0).map(({ address }) => address),
  ].filter((address) => address !== hostname);
  expect(elsewhere, 'no other address of this computer to try').not.toEqual([]);
  for (const address of elsewhere) {
    const other = connect({ port: Number(port), host: address, timeout: 2_000 });
    const outcome = await new Promise((resolve) => {
      other.once('connect', () => resolve('connected'));
      other.once('error', () => resolve('refused'));
      other.once('timeout', () => resolve('silent'));
    });
    other.destroy();
    expect([address, outcome]).not.toEqual([address, 'connected']);
  }
});

test('the v1 envelope names its request anew each time (7.3)', async () => {
  await using running = await startSandbox();
  const one = await running.get('/v1/event/event_a');
  const other = await running.get('/v1/event/event_a');
  expect(one.body.request).toMatch(/^request_[a-z0-9]+$/);
  expect(one.body.request).not.toBe(other.body.request);
  expect(one.body.ts).toMatch(timestamp);
});

test('requests that arrive together are all answered, each with its own customer', async () => {
  await using running = await startSandbox();
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => running.post('/v2/customer', customer)),
  );
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(200);
  expect((await running.control('GET', '/state')).body.customers).toBe(200);
});
