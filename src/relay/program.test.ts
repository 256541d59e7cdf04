/** What the relay's process makes of the address that it is given, and of failures that nothing in it awaits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCertificate } from '../sandbox/testing/certificate.ts';
import { startRelayProcess } from './testing/relay-process.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-relay-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

const startedWith = (url: string) =>
  startRelayProcess({ team: 'a'.repeat(64), key: join(directory, 'key'), url });

it('says in a sentence what is wrong with an address', async () => {
  await expect(startedWith('postgres://relay:50%off@127.0.0.1/team')).rejects.toThrow(
    'The relay ended: The URL has a % that is not followed by two hex digits.',
  );
});

it('says that its key can’t be made, and not that --listen is at fault', async () => {
  // Where nobody makes a folder, root neither.
  const key = '/sys/causeway/key';
  await expect(
    startRelayProcess({ team: 'a'.repeat(64), key, url: 'postgres://relay@127.0.0.1:1/team' }),
  ).rejects.toThrow(/The relay’s key .* can’t be made \(\w+\). Name a file by --key/);
});

it('names its option for the certificate of an authority that it does not trust', async () => {
  const { cert, key } = testCertificate();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      // What PostgreSQL answers whoever asks for TLS.
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(
    startedWith(`postgres://relay@127.0.0.1:${port}/team?sslmode=verify-full`),
  ).rejects.toThrow('Here that is: --database-ca FILE');
  server.close();
});

it.each([
  ['logs a failure that nobody awaited, and goes on', 'Promise.reject(new Error("full"))', 0],
  ['ends with 1 after an exception', 'setImmediate(() => { throw new Error("full"); })', 1],
])('%s', async (_what, failing, code) => {
  const preload = `process.once('SIGUSR2', () => void ${failing});`;
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(preload)}`,
      fileURLToPath(new URL('./program.ts', import.meta.url)),
      '--team',
      'a'.repeat(64),
      '--key',
      join(directory, 'key'),
      // Nothing is there: it asks again and again.
      '--listen',
      '127.0.0.1:0',
      '--database-url',
      'postgres://relay@127.0.0.1:1/team',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stderr)) {
    if (line.includes('asking again')) child.kill('SIGUSR2');
    if (line.includes('a failure that nobody awaited')) child.kill('SIGTERM');
  }
  expect(await ended).toEqual([code, null]);
});
