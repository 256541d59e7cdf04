import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OfflineError } from '../../core/service/network-failure.ts';
import { createOutboundFetch } from './outbound.ts';

let asked: string[];
let isOnline: boolean;
let outbound: typeof fetch;
let close: () => void = () => undefined;

beforeEach(() => {
  asked = [];
  isOnline = true;
  outbound = createOutboundFetch({
    isOnline: () => isOnline,
    fetch: async (input, init) => {
      asked.push(input instanceof Request ? input.url : input);
      return await fetch(input, init);
    },
  });
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
  await expect(outbound('https://service.example/v1')).rejects.toBeInstanceOf(OfflineError);
  await expect(outbound('https://127.0.0.1.example/')).rejects.toBeInstanceOf(OfflineError);
  expect(asked).toEqual([]);
});

it('reaches the sandbox on loopback without a network', async () => {
  isOnline = false;
  expect((await outbound(await listen())).status).toBe(200);
});
