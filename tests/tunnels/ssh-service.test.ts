import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openHostKeys } from '../../src/main/features/webhooks/tunnels/host-keys.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { freePort } from './support/free-port.ts';
import { startProofReceiver } from './support/proof-receiver.ts';
import { type openSsh, openTrusting } from './support/ssh-client.ts';
import { type SshServiceOptions, startSshService } from './support/ssh-service.ts';
import { makeKey } from './support/sshd.ts';

let directory: string;
const stopping: (() => unknown)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'causeway-service-'));
});
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
  rmSync(directory, { recursive: true });
});

async function service(options: Omit<SshServiceOptions, 'hostKey'> = {}) {
  const path = join(directory, 'host-key');
  makeKey(path, 'ed25519');
  const started = await startSshService({ hostKey: readFileSync(path), ...options });
  stopping.push(started.stop);
  return started;
}

async function open(port: number, options: Partial<Parameters<typeof openSsh>[0]> = {}) {
  const tunnel = await openTrusting({
    port,
    user: 'nokey',
    auth: { method: 'none' },
    remotePort: 80,
    publicUrl: null,
    hostKeys: openHostKeys(join(directory, 'pinned.json'), systemClock),
    ...options,
  });
  stopping.push(tunnel.close);
  return tunnel;
}

describe('a service that prints its public address', () => {
  it('is taken at its word, and lets everybody in', async () => {
    const greeting = 'Welcome!\r\nForwarding HTTP traffic from https://abc.service.example\r\n';
    const { port } = await service({ greeting });
    expect((await open(port)).publicOrigin).toBe('https://abc.service.example');
  });

  it('is not misread where a link comes first', async () => {
    const running = await service({ greeting: 'News: https://news.example\n' });
    const opening = open(running.port);
    await vi.waitUntil(() => running.sessions() > 0, { timeout: 30_000 });
    running.print('Forwarding from https://abc.service.example\n');
    expect((await opening).publicOrigin).toBe('https://abc.service.example');
  });

  it('is taken where it says no more than the address', async () => {
    const { port } = await service({ greeting: 'https://abc.service.example\n' });
    expect((await open(port)).publicOrigin).toBe('https://abc.service.example');
  });

  it('is followed when it prints another one later', async () => {
    const running = await service({ greeting: 'tunnel: https://one.service.example\n' });
    const { promise: moved, resolve: onMove } = Promise.withResolvers<string>();
    await open(running.port, { onMove });
    running.print('tunnel: https://two.service.example\n');
    expect(await moved).toBe('https://two.service.example');
  });

  it('carries bytes to the receiver unchanged, many connections at once', async () => {
    const carryOn = await freePort();
    const receiver = await startProofReceiver();
    stopping.push(receiver.stop);
    const greeting = 'tunnel: https://abc.service.example\n';
    const { port } = await service({ greeting, carryOn });
    await open(port, { localPort: receiver.port });
    const bodies = Array.from({ length: 20 }, (_, index) =>
      Buffer.alloc(50_000 + index * 1_000, index + 1),
    );
    const statuses = await Promise.all(
      bodies.map(async (body, index) => {
        const url = `http://127.0.0.1:${carryOn}/hooks/${index}`;
        return (await fetch(url, { method: 'POST', body })).status;
      }),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const byPath = new Map(receiver.received.map(({ path, body }) => [path, body]));
    for (const [index, body] of bodies.entries()) {
      expect(byPath.get(`/hooks/${index}`)?.equals(body)).toBe(true);
    }
  });

  it('is refused a connection when the receiver does not listen, and the tunnel stays', async () => {
    const carryOn = await freePort();
    const receiver = await startProofReceiver();
    const greeting = 'tunnel: https://abc.service.example\n';
    const { port } = await service({ greeting, carryOn });
    await open(port, { localPort: receiver.port });
    await receiver.stop();
    const post = () => fetch(`http://127.0.0.1:${carryOn}/hooks/a`, { method: 'POST' });
    await expect(post()).rejects.toThrow();
    await expect(post()).rejects.toThrow();
  });
});

describe('a server that asks for a password', () => {
  it.each(['password', 'keyboard-interactive'] as const)('gets it by %s', async (by) => {
    const running = await service({ password: { value: 'correct horse', by } });
    const auth = { method: 'password' } as const;
    const publicUrl = 'https://hooks.example.com';
    await open(running.port, { auth, publicUrl, password: 'correct horse' });
    expect(running.tried).toEqual(['correct horse']);
  });

  it.each(['password', 'keyboard-interactive'] as const)(
    'is not asked again after it refused one by %s: an account may be locked',
    async (by) => {
      const running = await service({ password: { value: 'correct horse', by } });
      const auth = { method: 'password' } as const;
      const error = await open(running.port, { auth, password: 'hunter2' }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: 'authentication', needsPerson: true });
      expect(String(error)).not.toContain('hunter2');
      expect(running.tried.length).toBeLessThanOrEqual(1);
    },
  );

  it('is sent nothing before its key is trusted, and nothing without a password', async () => {
    const running = await service({ password: { value: 'x', by: 'password' } });
    const auth = { method: 'password' } as const;
    await expect(open(running.port, { auth })).rejects.toMatchObject({
      code: 'secret-missing',
    });
    expect(running.tried).toEqual([]);
  });
});
