import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OfflineError } from '../../core/service/network-failure.ts';
import { createOutboundFetch } from './outbound.ts';

const service = 'https://service.example/v1';
const ofItsOwn = { headers: new Headers({ connection: 'close' }) };

let asked: string[];
/** What sessions were asked for, in order. */
let lines: string[];
let answer: () => Promise<Response>;
let isOnline: boolean;
let outbound: typeof fetch;
let close: () => void = () => undefined;

beforeEach(() => {
  asked = [];
  lines = [];
  answer = () => Promise.resolve(new Response('{}', { status: 201 }));
  isOnline = true;
  const net = {
    isOnline: () => isOnline,
    fetch: async (input: string | Request, init?: RequestInit) => {
      asked.push(input instanceof Request ? input.url : input);
      return await fetch(input, init);
    },
  };
  outbound = createOutboundFetch(net, (name) => ({
    closeAllConnections: async () => void lines.push(`${name} closes`),
    async fetch() {
      lines.push(`${name} calls`);
      return await answer();
    },
  }));
});

afterEach(() => close());

async function listen(): Promise<string> {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  close = () => server.close();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

it('hands every call to Electron, a URL as its text', async () => {
  const address = await listen();
  expect(await (await outbound(address)).text()).toBe('here');
  expect(await (await outbound(new URL(address))).text()).toBe('here');
  expect(await (await outbound(new Request(address))).text()).toBe('here');
  expect(asked).toEqual([address, address, address]);
});

it('tries nothing where the system says that there is no network', async () => {
  isOnline = false;
  await expect(outbound(service)).rejects.toBeInstanceOf(OfflineError);
  await expect(outbound('https://127.0.0.1.example/')).rejects.toBeInstanceOf(OfflineError);
  expect(asked).toEqual([]);
});

it('reaches the sandbox on loopback without a network', async () => {
  isOnline = false;
  expect((await outbound(await listen())).status).toBe(200);
});

const callsOf = (name: string) => [`${name} closes`, `${name} calls`];

it('gives a call that asks for a connection of its own a session in which none is left, and no other call', async () => {
  const first = await outbound(service, ofItsOwn);
  const second = await outbound(service, ofItsOwn);
  expect(lines).toEqual([...callsOf('service-1'), ...callsOf('service-2')]);
  expect([first.status, await first.text()]).toEqual([201, '{}']);
  await turn();
  await outbound(service, ofItsOwn);
  expect(lines.slice(4)).toEqual(callsOf('service-1'));
  await second.body?.cancel();
  await turn();
  await outbound(service, ofItsOwn);
  expect(lines.slice(6)).toEqual(callsOf('service-2'));
  expect(asked).toEqual([]);
});

it('has that session again after a call that failed, or was answered with nothing', async () => {
  answer = () => Promise.reject(new Error('net::ERR_CONNECTION_RESET'));
  await expect(outbound(service, ofItsOwn)).rejects.toThrow('net::ERR_CONNECTION_RESET');
  answer = () => Promise.resolve(new Response(null, { status: 204 }));
  expect((await outbound(service, ofItsOwn)).status).toBe(204);
  await outbound(service, ofItsOwn);
  expect(new Set(lines)).toEqual(new Set(callsOf('service-1')));
});
