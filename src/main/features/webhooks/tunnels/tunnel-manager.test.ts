import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDefinedError, safe } from '@orpc/server';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addProfile,
  addTunnel,
  createTestDirectory,
  documentAt,
  submitDocument,
  type TestDirectory,
} from '../../../console/testing/console.ts';
import { control, createWebhook, until } from '../../../console/testing/webhooks.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';

const { Server, utils } = ssh2;

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const inDirectory = (name: string) => join(directory.path, name);
const asideOf = (name: string) =>
  readdirSync(directory.path).filter((one) => one.startsWith(`${name}.damaged-`));

const ssh = {
  kind: 'ssh' as const,
  name: 'Gateway',
  // Nothing listens there.
  host: '127.0.0.1',
  port: 1,
  user: 'desk',
  auth: { method: 'password' as const },
  publicUrl: 'https://hooks.example.com',
};

describe('the sandbox’s own tunnel', () => {
  it('lets it deliver only while it is open', async () => {
    const running = await directory.start();
    const { bridge } = running;
    await createWebhook(running, { events: ['payout.create'] });
    await bridge.tunnels.close({ id: 'sandbox' });
    await control(running, '/events', { name: 'payout.create' });
    const attempted = async () => {
      const { items } = (await control(running, '/list/attempts', undefined, 'GET')) as {
        readonly items: readonly { readonly problem: string | null; readonly event?: string }[];
      };
      return items.map(({ problem }) => problem);
    };
    await expect.poll(attempted).toContain('The address is not a public one.');
    expect((await bridge.deliveries.list({ verdict: 'genuine' })).rows).toEqual([]);

    expect((await bridge.tunnels.open({ id: 'sandbox' })).state).toBe('proven');
    await control(running, '/events', { name: 'payout.create' });
    await until(bridge, async () => {
      const { rows } = await bridge.deliveries.list({ verdict: 'genuine' });
      return rows.length > 0;
    });
  });
});

/** An SSH server that lets nobody in, and counts who came and who tried to sign in. */
async function startServer() {
  const counts = { called: 0, signIns: 0 };
  const { private: key } = utils.generateKeyPairSync('ed25519');
  const server = new Server({ hostKeys: [key] }, (client) => {
    counts.called += 1;
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      if (context.method !== 'none') counts.signIns += 1;
      context.reject(['password', 'publickey']);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  return { port, counts, close };
}

describe('a tunnel that the page asks for', () => {
  it.each(['agent', 'key-file', 'password'] as const)(
    'goes nowhere until a person confirmed all of it, and gets nothing before its key is trusted: %s',
    async (method) => {
      const { port, counts, close } = await startServer();
      const running = await directory.start();
      const { tunnels } = running.bridge;
      const before = await tunnels.list();
      const { path } = await tunnels.add({ ...ssh, port, auth: { method } });
      expect(await tunnels.list()).toEqual(before);
      const document = documentAt(running, path);
      for (const words of ['Gateway', `desk@127.0.0.1:${port}`, ssh.publicUrl, 'localhost, port 0'])
        expect(document).toContain(words);
      expect(counts).toEqual({ called: 0, signIns: 0 });

      expect(await submitDocument(running, path)).toContain('The tunnel was added and is opening.');
      const shown = async () => (await tunnels.list()).rows.at(-1);
      await expect.poll(async () => (await shown())?.hostKeyToTrust).toMatch(/^SHA256:/);
      expect(await shown()).toMatchObject({ hostKey: null, state: 'failed', nextTryAt: null });
      expect(counts).toEqual({ called: 1, signIns: 0 });
      await tunnels.close({ id: (await shown())?.id ?? '' });
      await close();
    },
  );

  it.each([
    [
      { kind: 'own-url', name: 'Proxy', publicUrl: 'https://in.example.com' },
      'https://in.example.com',
    ],
    [{ kind: 'ngrok', name: 'Ours', domain: 'acme.ngrok.app' }, 'acme.ngrok.app'],
    // As they are looked up.
    [{ ...ssh, host: 'g\u0430teway.example.com' }, 'desk@xn--gteway-3nf.example.com:1'],
    [
      { kind: 'own-url', name: 'Proxy', publicUrl: 'https://\u0456n.example.com' },
      'https://xn--n-',
    ],
  ] as const)('is named whole in the document that asks: %o', async (settings, words) => {
    const running = await directory.start();
    const { path } = await running.bridge.tunnels.add(settings);
    for (const named of [settings.name, words]) expect(documentAt(running, path)).toContain(named);
    expect((await running.bridge.tunnels.list()).rows).toHaveLength(1);
  });
});

describe('a file that is damaged', () => {
  it('of tunnels is put aside, stops nothing, and is told on the screen', async () => {
    const first = await directory.start();
    await addTunnel(first, ssh);
    expect((await first.bridge.tunnels.list()).notices).toEqual([]);
    await first.console.dispose();
    const half = readFileSync(inDirectory('tunnels.json'), 'utf8').slice(0, 60);
    writeFileSync(inDirectory('tunnels.json'), half);

    const { bridge } = await directory.start();
    const { rows, notices } = await bridge.tunnels.list();
    expect(rows.map(({ kind }) => kind)).toEqual(['sandbox']);
    expect(notices).toEqual([expect.stringContaining('The file with your tunnels was damaged')]);
    const [aside = ''] = asideOf('tunnels.json');
    expect(notices[0]).toContain(aside);
    expect(readFileSync(inDirectory(aside), 'utf8')).toBe(half);
    expect((await bridge.webhooks.list()).receiver.isListening).toBe(true);
    expect((await bridge.tunnels.open({ id: 'sandbox' })).state).toBe('proven');
  });

  it('of host keys is put aside, stops nothing, and is told for as long as keys are asked for', async () => {
    writeFileSync(inDirectory('host-keys.json'), '{"version":1,"keys":{"a');
    for (let start = 0; start < 2; start += 1) {
      const { bridge, console: running } = await directory.start();
      const { notices } = await bridge.tunnels.list();
      expect(notices).toEqual([
        expect.stringContaining('Compare and trust each server’s host key again'),
      ]);
      expect((await bridge.webhooks.list()).receiver.isListening).toBe(true);
      await running.dispose();
    }
    expect(asideOf('host-keys.json')).toHaveLength(1);
  });

  it('of host keys asks a person for the very key that is shown', async () => {
    const running = await directory.start();
    const { bridge } = running;
    const { id } = await addTunnel(running, ssh);
    const call = { id, fingerprint: 'SHA256:other' };
    const { error } = await safe(bridge.tunnels.trustHostKey(call));
    expect(isDefinedError(error) && error.code).toBe('INVALID');
  });
});

describe('host keys whose file is gone', () => {
  it('are asked for when a tunnel knows that there was one, and nothing is sent', async () => {
    const { port, counts, close } = await startServer();
    const settings = { ...ssh, port };

    const first = await directory.start();
    const { id } = await addTunnel(first, settings);
    const purpose = { purpose: 'tunnel-secret', tunnelId: id, secret: 'ssh-password' } as const;
    // No password is asked for before a person has seen whose key gets it.
    const early = await safe(first.bridge.vault.openSecretEntry(purpose));
    expect(isDefinedError(early.error) && early.error.message).toContain(
      'trust the server’s host key',
    );
    const met = await first.bridge.tunnels.open({ id });
    const hostKey = met.hostKeyToTrust ?? 'none';
    expect(met).toMatchObject({
      hostKey: null,
      sentence: expect.stringContaining('This SSH server is new'),
    });
    expect(hostKey).toMatch(/^SHA256:/);
    const trust = await first.bridge.tunnels.trustHostKey({ id, fingerprint: hostKey });
    expect(await submitDocument(first, trust.path)).toContain('is trusted');
    expect(counts.signIns).toBe(0);
    const { path } = await first.bridge.vault.openSecretEntry(purpose);
    for (const words of [`@127.0.0.1:${port}`, hostKey])
      expect(documentAt(first, path)).toContain(words);
    await submitDocument(first, path, { secret: 'no one’s password' });
    await first.bridge.tunnels.prove({ id });
    await first.console.dispose();
    const sent = counts.signIns;
    expect(sent).toBeGreaterThan(0);

    rmSync(inDirectory('host-keys.json'));
    const second = await directory.start();
    const shown = await second.bridge.tunnels.open({ id });
    expect(shown).toMatchObject({ hostKey: null, hostKeyToTrust: hostKey });
    expect(counts.signIns).toBe(sent);
    await second.console.dispose();
    await close();
  });
});

describe('a secret of a tunnel', () => {
  it('is known from when it is entered, and again after a start, and when all was forgotten', async () => {
    const authtoken = '2abcOPAQUEngrokToken';
    const first = createKnownSecrets();
    const running = await directory.start({ known: first });
    const { id } = await addTunnel(running, { kind: 'ngrok', name: 'ngrok' });
    const purpose = { purpose: 'tunnel-secret', tunnelId: id, secret: 'ngrok-authtoken' } as const;
    const { path } = await running.bridge.vault.openSecretEntry(purpose);
    await submitDocument(running, path, { secret: authtoken });
    expect(first.values()).toContain(authtoken);
    await running.console.dispose();

    const known = createKnownSecrets();
    const second = await directory.start({ known });
    expect(known.values()).toContain(authtoken);
    known.forget();
    const { id: other } = await addProfile(second, {
      name: 'Other',
      environment: 'sandbox',
      baseUrl: 'https://sandbox.example.com',
    });
    await second.bridge.profiles.select({ id: other });
    expect(known.values()).toContain(authtoken);
  });
});

describe('a key file', () => {
  const byKey = { ...ssh, auth: { method: 'key-file' as const } };

  it('is named by no page, which is told nothing of a path but that one is chosen', async () => {
    const running = await directory.start();
    const { tunnels } = running.bridge;
    const named = { ...byKey, auth: { ...byKey.auth, path: '/etc/passwd' } };
    expect((await safe(tunnels.add(named))).error).toMatchObject({ code: 'BAD_REQUEST' });
    const { id } = await addTunnel(running, byKey);

    const { path } = await tunnels.chooseKeyFile({ id });
    expect(documentAt(running, path)).toContain('desk@127.0.0.1:1');
    const absent = inDirectory('nowhere');
    // What is wrong with a path is said in the document, which no page reads.
    for (const [typed, said] of [
      ['id_ed25519', 'full path'],
      [absent, 'a file that Causeway can read'],
      [directory.path, 'not a key file'],
    ])
      expect(await submitDocument(running, path, { path: typed ?? '' })).toContain(said);
    const view = async () => (await tunnels.list()).rows.find((row) => row.id === id);
    expect(await view()).toMatchObject({ settings: { auth: { path: null } } });

    const file = inDirectory('key');
    writeFileSync(file, utils.generateKeyPairSync('ed25519').private);
    expect(await submitDocument(running, path, { path: file })).toContain('uses this key file');
    expect(await view()).toMatchObject({ settings: { auth: { path: file } } });
    const { rows } = await running.bridge.audit.list({});
    expect(rows[0]).toMatchObject({ action: 'tunnel.key-file-chosen', facts: { tunnelId: id } });
    await tunnels.close({ id });
  });

  it('is chosen by the system’s own dialog where there is one', async () => {
    const answers = [null, inDirectory('key')];
    const servers: string[] = [];
    const running = await directory.start({
      async chooseKeyFile(server) {
        servers.push(server);
        return answers.shift() ?? null;
      },
    });
    const { bridge } = running;
    const { id } = await addTunnel(running, byKey);
    const pathOf = async () =>
      (await bridge.tunnels.list()).rows.flatMap(({ settings }) =>
        settings.kind === 'ssh' && settings.auth.method === 'key-file' ? [settings.auth.path] : [],
      );
    for (const path of [null, inDirectory('key')]) {
      expect(await bridge.tunnels.chooseKeyFile({ id })).toEqual({ path: null });
      expect(await pathOf()).toEqual([path]);
    }
    expect(servers).toEqual(['desk@127.0.0.1:1', 'desk@127.0.0.1:1']);
    expect((await safe(bridge.tunnels.chooseKeyFile({ id: 'sandbox' }))).error).toMatchObject({
      code: 'INVALID',
    });
  });
});

describe('an address that only this network reaches', () => {
  const loopback = { kind: 'own-url' as const, name: 'Here', publicUrl: 'https://127.0.0.1:8443' };

  it('is no public one', async () => {
    const { bridge } = await directory.start();
    for (const settings of [loopback, { ...ssh, publicUrl: 'https://gateway' }]) {
      const { error } = await safe(bridge.tunnels.add(settings));
      expect(isDefinedError(error) && error.message).toContain('so the service can’t');
    }
  });

  it('set up before counts as one neither, and is never proven', async () => {
    const first = await directory.start({ allowPrivateTunnels: true });
    const { id } = await addTunnel(first, loopback);
    await first.console.dispose();
    const { bridge } = await directory.start();
    const opened = await bridge.tunnels.open({ id });
    expect(opened).toMatchObject({ state: 'failed', lastProvenAt: null, nextTryAt: null });
    expect(opened.sentence).toContain('so the service can’t');
  });

  it('is taken with the switch for tests, and the screen says that it is on', async () => {
    const running = await directory.start({ allowPrivateTunnels: true });
    const { bridge } = running;
    await addTunnel(running, loopback);
    const { notices } = await bridge.tunnels.list();
    expect(notices).toEqual([expect.stringContaining('CAUSEWAY_ALLOW_PRIVATE_TUNNELS')]);
  });
});
