import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { createMemoryStore } from '../../../core/vault/secret-store.ts';
import {
  certificateSecret,
  openSandboxCertificate,
  type ServerCertificate,
} from './sandbox-certificate.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const open = (store = createMemoryStore(), now = systemClock.now()) =>
  openSandboxCertificate({ store, clock: { now: () => now }, random: systemRandom });

async function serve({ key, certificate }: ServerCertificate): Promise<number> {
  const server = createServer({ key, cert: certificate }, (_request, response) => {
    response.end('here');
  });
  server.listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const get = (url: string, ca?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, ...(ca === undefined ? {} : { ca }) })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject)
      .end();
  });

describe('the certificate of the receiver', () => {
  it('is taken for localhost and 127.0.0.1 by whoever trusts it', async () => {
    const made = await open();
    const port = await serve(made);
    expect(await get(`https://localhost:${port}/`, made.certificate)).toBe(200);
    expect(await get(`https://127.0.0.1:${port}/`, made.certificate)).toBe(200);
  });

  it('is trusted by nobody else, and does not stand for another one', async () => {
    const made = await open();
    const port = await serve(made);
    await expect(get(`https://localhost:${port}/`)).rejects.toThrow(/self.signed/i);
    const other = await open();
    await expect(get(`https://localhost:${port}/`, other.certificate)).rejects.toThrow();
  });

  it('is the same after a restart, and fits one entry of a Windows keychain', async () => {
    const store = createMemoryStore();
    const first = await open(store);
    expect(await open(store)).toEqual(first);
    const entry = (await store.get(certificateSecret)) ?? '';
    expect(entry.length * 2).toBeLessThanOrEqual(2_560);
  });

  it('is another one for every installation', async () => {
    const one = await open();
    const other = await open();
    expect(one.key).not.toBe(other.key);
  });

  it('is made anew a month before it expires, not sooner', async () => {
    const store = createMemoryStore();
    const start = systemClock.now();
    const first = await open(store, start);
    expect(await open(store, start + 366 * dayMs)).toEqual(first);
    expect(await open(store, start + 368 * dayMs)).not.toEqual(first);
  });

  it('is made anew when the clock was set far back, or what is kept is no certificate', async () => {
    const store = createMemoryStore();
    const start = systemClock.now();
    const first = await open(store, start);
    expect(await open(store, start - 30 * dayMs)).not.toEqual(first);
    await store.set(certificateSecret, 'garbage');
    expect((await open(store)).certificate).toContain('BEGIN CERTIFICATE');
    await store.set(certificateSecret, JSON.stringify({ key: 'a', certificate: 'b' }));
    expect((await open(store)).certificate).toContain('BEGIN CERTIFICATE');
  });

  it('is not made over a store that can’t be read', async () => {
    const store = { ...createMemoryStore(), get: () => Promise.reject(new Error('locked')) };
    await expect(open(store)).rejects.toThrow('locked');
  });
});
