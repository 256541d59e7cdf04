import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../../platform/random.ts';
import { testFolder } from '../../../../platform/testing/test-folder.ts';
import { listenOnKeptPorts } from './listen.ts';
import type { Ports } from './ports.ts';

const http = createServer();
const https = createTlsServer();
let directory: string;
let ports: Ports;
beforeEach(async () => {
  directory = testFolder();
  ports = await listenOnKeptPorts(
    { http, https },
    null,
    join(directory, 'receiver.json'),
    systemRandom,
  );
});
afterEach(async () => {
  for (const server of [http, https]) await new Promise((done) => server.close(done));
});

/** Whether anything listens there. */
const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });

/** Addresses of this computer: what listens on all of them is there on each. */
const others = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ address, scopeid }) => address !== '127.0.0.1' && (scopeid ?? 0) === 0)
  .map(({ address }) => address);

it('both ports are open on 127.0.0.1 and on no other address of this computer', async () => {
  for (const port of [ports.http, ports.https]) {
    expect(await isOpen('127.0.0.1', port)).toBe(true);
    // All of 127.0.0.0/8 is this computer on Linux; elsewhere it is nobody's.
    for (const host of ['127.0.0.2', ...others]) {
      expect([host, await isOpen(host, port)]).toEqual([host, false]);
    }
  }
  expect([http, https].map((server) => server.address())).toMatchObject([
    { address: '127.0.0.1' },
    { address: '127.0.0.1' },
  ]);
});
