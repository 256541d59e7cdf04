import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addTunnel,
  createTestDirectory,
  submitDocument,
  type TestDirectory,
} from '../../../console/testing/console.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';

const { Server, utils } = ssh2;

/** An SSH server that lets in by a password, and prints where it forwards from. */
async function startForwarder({ password, said }: { password: string; said: string }) {
  const { private: key } = utils.generateKeyPairSync('ed25519');
  const clients: Connection[] = [];
  const shells: ServerChannel[] = [];
  const server = new Server({ hostKeys: [key] }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      if (context.method === 'password' && context.password === password) context.accept();
      else context.reject(['password']);
    });
    client.on('ready', () => clients.push(client));
    client.on('request', (accept) => accept?.(4711));
    client.on('session', (accept) => {
      accept().on('shell', (open) => {
        const shell = open();
        shell.write(`Forwarding ${said}\r\n`);
        shells.push(shell);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { port, clients, shells, close };
}

/** Never answers what a check sends to a tunnel. */
const fetchOfOthers: typeof fetch = (url, init) =>
  String(url).includes('.localhost')
    ? new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      })
    : fetch(url, init);

describe('while Causeway is locked, a tunnel that was open', () => {
  const password = 'seven-7-herons';
  const first = 'https://first.localhost:8443';
  const known = createKnownSecrets();
  let directory: TestDirectory;
  let server: Awaited<ReturnType<typeof startForwarder>>;
  const stored = () => readFileSync(join(directory.path, 'tunnels.json'), 'utf8');
  beforeEach(async () => {
    directory = createTestDirectory();
    server = await startForwarder({ password, said: first });
    const running = await directory.start({
      known,
      fetch: fetchOfOthers,
      allowPrivateTunnels: true,
    });
    const { tunnels, vault } = running.bridge;
    const settings = {
      kind: 'ssh' as const,
      name: 'Gateway',
      host: '127.0.0.1',
      port: server.port,
      user: 'desk',
      auth: { method: 'password' as const },
    };
    const { id } = await addTunnel(running, settings);
    const fingerprint = (await tunnels.open({ id })).hostKeyToTrust ?? 'none';
    await submitDocument(running, (await tunnels.trustHostKey({ id, fingerprint })).path);
    const purpose = { purpose: 'tunnel-secret', tunnelId: id, secret: 'ssh-password' } as const;
    await submitDocument(running, (await vault.openSecretEntry(purpose)).path, {
      secret: password,
    });
    await expect.poll(stored).toContain(first);
    await vault.lock();
    await expect.poll(known.values).not.toContain(password);
  });
  afterEach(async () => {
    for (const client of server.clients) client.end();
    await directory.remove();
    await server.close();
  });

  it('opens again when its server drops it', async () => {
    server.clients[0]?.end();
    await expect.poll(() => server.clients.length).toBe(2);
    expect(directory.logged.join('')).not.toContain('a tunnel could not be opened');
  });

  it('keeps no address of its server’s that contains its secret', async () => {
    const next = 'https://next.localhost:8443';
    for (const origin of [`https://${password}.localhost:8443`, next])
      server.shells[0]?.write(`Forwarding ${origin}\r\n`);
    await expect.poll(stored).toContain(next);
    expect(stored()).toContain(first);
    expect(stored()).not.toContain(password);
  });
});
