import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../contract/operations.ts';
import { startSandbox } from '../testing/harness.ts';

/** Sends the bytes, ends, and returns everything received before the connection closed, in Latin-1. */
const say = (port: number, bytes: Buffer): Promise<string> =>
  new Promise((done) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => done(text));
  });

const bytes = fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some));
const ids = fc.stringMatching(/^[ -~]{0,20}$/).map((text) => text.replaceAll(' ', '%'));
const paths = fc.oneof(
  ...Object.values(operations).map(({ path }) =>
    ids.map((id) => path.replaceAll(/\{\w+\}/g, () => id)),
  ),
  ...['customers', 'list', 'faults', 'settings', 'events', 'payouts', 'tokens'].map((name) =>
    ids.map((id) => `/sandbox/${name}/${id}`),
  ),
  ids,
);
const lengths = fc.oneof(
  fc.constant('right'),
  fc.constantFrom('-1', '99', '0', '1e3', '99999999999999999999', 'x', ''),
);

/** Nearly a request: any body of JSON or bytes, some headers wrong, cut anywhere. */
const requestWith = (tokens: readonly string[]) =>
  fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'A'),
      path: paths,
      token: fc.constantFrom(...tokens, 'a.b.c', ''),
      type: fc.constantFrom('application/json', 'application/json; charset=\xff', 'text/plain', ''),
      length: lengths,
      more: fc.constantFrom(
        '',
        'Transfer-Encoding: chunked\r\n',
        'Expect: 100-continue\r\n',
        'Expect: more\r\n',
        'Connection: Upgrade\r\nUpgrade: websocket\r\n',
        `X-Long: ${'x'.repeat(40_000)}\r\n`,
        'no colon\r\n',
      ),
      body: fc.oneof(
        fc.json().map((text) => Buffer.from(text)),
        fc.anything().map((value) => Buffer.from(fc.stringify(value))),
        bytes,
        fc.constant(Buffer.from('['.repeat(200_000))),
        fc.constant(Buffer.from(`{"__proto__":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`)),
        fc.constant(Buffer.alloc(3_000_000, ' ')),
      ),
      kept: fc.oneof(
        { weight: 3, arbitrary: fc.constant(1) },
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
    })
    .map(({ method, path, token, type, length, more, body, kept }) => {
      const head =
        `${method} ${path} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\n${more}` +
        `Content-Length: ${length === 'right' ? body.length : length}\r\n\r\n`;
      const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
      return whole.subarray(0, Math.ceil(whole.length * kept));
    });

test('any bytes are answered or hung up on, never with a 500, and the next request is served', async () => {
  await using running = await startSandbox();
  const { baseUrl, token, controlToken } = running.sandbox;
  const port = Number(new URL(baseUrl).port);
  const near = requestWith([token, controlToken]);
  const said = fc.oneof(
    { weight: 1, arbitrary: bytes },
    { weight: 4, arbitrary: near },
    // Two on one line.
    { weight: 1, arbitrary: fc.tuple(near, near).map((both) => Buffer.concat(both)) },
  );
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(said, async (words) => {
      const text = await say(port, words);
      if (text !== '') answered += 1;
      expect(text).not.toMatch(/^HTTP\/1\.1 5/m);
    }),
    { numRuns: 250, seed: 15 },
  );
  expect(answered).toBeGreaterThan(100);
  const { status } = await running.post('/v2/customer', { type: 'individual' });
  expect(status).toBe(201);
});
