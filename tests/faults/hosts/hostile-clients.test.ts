import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askOrigin } from '../../../src/main/hosts/browser/testing/ask-origin.ts';
import { buildWhenStale } from '../../../src/main/hosts/cli/build.ts';
import { type ConsoleProcess, startConsole } from '../../support/console-process.ts';
import { root } from '../../support/run-command.ts';

let folder: string;
let console: ConsoleProcess;
let port: number;

beforeAll(async () => {
  await buildWhenStale({ root, say: () => {} });
  folder = await mkdtemp(join(tmpdir(), 'causeway-hostile-'));
  console = await startConsole({ dataDir: join(folder, 'data'), args: ['--ephemeral'] });
  port = Number(new URL(console.origin).port);
});

afterAll(async () => {
  expect(await console.stop()).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** Sends the bytes and collects what comes back until the line is closed. */
function say(bytes: string | Uint8Array, isAll = false): Promise<string> {
  return new Promise((done) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () =>
      isAll ? socket.end(bytes) : socket.write(bytes),
    );
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => done(heard));
  });
}

const request = (line: string, ...headers: string[]): string =>
  [line, `Host: ${new URL(console.origin).host}`, 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );

/** Everything after the empty line. */
const bodyOf = (answer: string): string => answer.split('\r\n\r\n').slice(1).join('\r\n\r\n');

test.for([
  '/../package.json',
  '/../../../../../../etc/passwd',
  '/assets/../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/..%5c..%5cwindows%5cwin.ini',
  '/..\\..\\windows\\win.ini',
  '/%252e%252e%252fetc%252fpasswd',
  '/.%00./etc/passwd',
  '//etc/passwd',
  '///etc/passwd',
  '/C:/windows/win.ini',
  '/file:///etc/passwd',
  '/%c0%ae%c0%ae/etc/passwd',
  'http://evil.example/etc/passwd',
  '/main/browser.js',
  '/.%2e/main/browser.js',
])('%s leads nowhere', async (path) => {
  const answer = await say(request(`GET ${path} HTTP/1.1`));
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(bodyOf(answer)).toBe('');
});

test.for<[string, () => string]>([
  ['no HTTP', () => 'hello\r\n\r\n'],
  ['a TLS greeting', () => '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ['headers without end', () => `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(20_000)}`],
  ['a header of a megabyte', () => request('GET / HTTP/1.1', `X: ${'x'.repeat(1_000_000)}`)],
  ['a line that breaks a header', () => request('GET / HTTP/1.1', 'X: a\rb')],
  [
    'two lengths',
    () => request('POST /session HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2'),
  ],
  [
    'a length and chunks',
    () => request('POST /session HTTP/1.1', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
  ],
  ['a tunnel', () => request('CONNECT evil.example:443 HTTP/1.1')],
])('%s is hung up on', async ([_what, bytes]) => {
  const answer = await say(bytes());
  expect(answer).not.toContain('HTTP/1.1 200');
  expect(bodyOf(answer)).toBe('');
});

test('a socket that is asked for in a wrong way is refused without a word', async () => {
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const own = `Origin: ${console.origin}`;
  for (const headers of [
    [...upgrade, key],
    [...upgrade, key, own],
    [...upgrade, key, own, 'Sec-WebSocket-Protocol: causeway'],
    [...upgrade, key, own, `Sec-WebSocket-Protocol: causeway, causeway.${'A'.repeat(43)}`],
    [...upgrade, key, 'Origin: https://evil.example'],
  ]) {
    const lines = [
      'GET /bridge HTTP/1.1',
      `Host: ${new URL(console.origin).host}`,
      ...headers,
      '',
      '',
    ];
    const answer = await say(lines.join('\r\n'));
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(bodyOf(answer)).toBe('');
  }
});

test('three hundred lines that never finish keep nobody else out', async () => {
  const lines = Array.from({ length: 300 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: '));
    socket.on('error', () => {});
    return socket;
  });
  await Promise.all(lines.map((each) => new Promise((done) => each.once('connect', done))));
  expect((await askOrigin(console.origin)).status).toBe(200);
  // Before any of them was cut off.
  expect(lines.every((line) => line.readyState === 'open')).toBe(true);
  for (const each of lines) each.destroy();
});

test('bytes of any kind are answered or hung up on, and end nothing', async () => {
  const head = fc.constantFrom(
    'GET / HTTP/1.1\r\n',
    'POST /session HTTP/1.1\r\n',
    'GET /bridge HTTP/1.1\r\n',
    'GET /enter/',
    'POST /secret/',
    'GET /download/',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '',
  );
  const bytes = fc.uint8Array({ maxLength: 2_000 }).map((each) => Buffer.from(each));
  const line = fc.constantFrom(
    `Host: ${new URL(console.origin).host}`,
    `Origin: ${console.origin}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Content-Length: 5',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Content-Type: application/json',
    'Sec-WebSocket-Version: 13',
    'Cookie: =; ;=;;',
    '',
  );
  await fc.assert(
    fc.asyncProperty(head, fc.array(line), bytes, async (start, lines, rest) => {
      const answer = await say(
        Buffer.concat([Buffer.from(`${start}${lines.join('\r\n')}`), rest]),
        true,
      );
      // Only the page is given to anybody, and only under its own name.
      if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('<!doctype html>');
    }),
  );
  expect((await askOrigin(console.origin)).status).toBe(200);
});

test('after all of this it says nothing on stderr and still answers', async () => {
  expect((await askOrigin(console.origin)).status).toBe(200);
  expect(console.stderr()).not.toMatch(/"level":50|Error/);
});
