import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { safe } from '@orpc/server';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOfPerson } from '../core/audit/audit.ts';
import { whoIsHere } from './signing.ts';
import {
  addTarget,
  addTunnel,
  createTestDirectory,
  documentAt,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { createWebhook, startTestReceiver, type TestReceiver, until } from './testing/webhooks.ts';

const { Server, utils } = ssh2;

let directory: TestDirectory;
let receiver: TestReceiver;
beforeEach(async () => {
  directory = createTestDirectory();
  receiver = await startTestReceiver();
});
afterEach(async () => {
  await directory.remove();
  await receiver.close();
});

async function enterPassword(running: TestConsole, tunnelId: string): Promise<string> {
  const purpose = { purpose: 'tunnel-secret', tunnelId, secret: 'ssh-password' } as const;
  const { path } = await running.bridge.vault.openSecretEntry(purpose);
  return await submitDocument(running, path, { secret: 'no one’s password' });
}

const portOf = (server: ssh2.Server): number => (server.address() as AddressInfo).port;

/** Actions of this kind, oldest first, with their facts. */
async function recorded({ bridge }: TestConsole, kind: string) {
  const { rows } = await bridge.audit.list({ limit: 200 });
  return rows
    .filter(({ action }) => action.startsWith(kind))
    .map(({ action, facts }): [string, unknown] => {
      const { by, ...others } = facts as Record<string, unknown>;
      expect(by).toBe(isOfPerson(action) ? (whoIsHere() ?? undefined) : undefined);
      return [action, others];
    })
    .toReversed();
}

describe('the audit log', () => {
  it('has what is done with forwards', async () => {
    const running = await directory.start();
    const { bridge } = running;
    await createWebhook(running);
    const arrived = await until(bridge, async () => {
      const { rows } = await bridge.deliveries.list({ verdict: 'genuine' });
      return rows.find(({ role }) => role === 'first');
    });
    const url = `${receiver.url}/token-in-a-path`;
    const { id: targetId } = await addTarget(running, { name: 'Ledger', url });
    await bridge.forwarding.pauseTarget({ id: targetId, isPaused: true });
    await bridge.forwarding.pauseTarget({ id: targetId, isPaused: false });
    const { arrival } = arrived;
    await bridge.forwarding.replay({ targetId, selection: { by: 'one', arrival } });
    const another = { targetId, selection: { by: 'one' as const, arrival: 999 } };
    await submitDocument(running, (await bridge.forwarding.replay(another)).path);
    await bridge.forwarding.removeTarget({ id: targetId });
    const { origin } = new URL(url);
    expect(await recorded(running, 'forward.')).toEqual([
      ['forward.added', { targetId, origin, webhookId: null, events: [] }],
      ['forward.paused', { targetId }],
      ['forward.resumed', { targetId }],
      ['forward.replayed', { targetId, selection: 'one', arrival, queued: 1 }],
      ['forward.replay-failed', { targetId, selection: 'one', arrival: 999, code: 'INVALID' }],
      ['forward.removed', { targetId }],
    ]);
  });

  it('has what a program borrows, and that it gave it back', async () => {
    const running = await directory.start();
    const stop = new AbortController();
    const input = { name: 'Listening', url: receiver.url };
    const loan = await running.attached.forwarding.lendTarget(input, { signal: stop.signal });
    const { done, value } = await loan.next();
    if (done === true) throw new Error('Nothing was lent.');
    const targetId = value.id;
    stop.abort();
    await expect
      .poll(() => recorded(running, 'forward.'))
      .toMatchObject([
        ['forward.lent', { targetId }],
        ['forward.given-back', { targetId }],
      ]);
  });

  it('has nothing of a loan to a page, which gets none', async () => {
    const running = await directory.start();
    const input = { name: 'Listening', url: receiver.url };
    const { error } = await safe(running.bridge.forwarding.lendTarget(input));
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'not-a-page' } });
    expect(await running.bridge.forwarding.targets()).toEqual([]);
  });

  it('has what is done with tunnels', async () => {
    const running = await directory.start();
    const { tunnels } = running.bridge;
    const settings = { kind: 'ngrok' as const, name: 'Ours', domain: null };
    const { id: tunnelId } = await addTunnel(running, settings);
    // Without an authtoken it opens nothing, and asks nobody.
    await tunnels.open({ id: tunnelId });
    await tunnels.prove({ id: tunnelId });
    await tunnels.close({ id: tunnelId });
    await safe(tunnels.forgetHostKey({ id: tunnelId }));
    await safe(tunnels.trustHostKey({ id: tunnelId, fingerprint: 'SHA256:other' }));
    await tunnels.remove({ id: tunnelId });
    expect(await recorded(running, 'tunnel.')).toEqual([
      ['tunnel.added', { tunnelId, kind: 'ngrok' }],
      ['tunnel.opened', { tunnelId }],
      ['tunnel.proof', { tunnelId, state: 'failed' }],
      ['tunnel.closed', { tunnelId }],
      ['tunnel.removed', { tunnelId }],
    ]);
  });

  it('has the key of a server that a person trusted', async () => {
    const { private: key } = utils.generateKeyPairSync('ed25519');
    const server = new Server({ hostKeys: [key] }, (client) => client.on('error', () => undefined));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    // Without the keys that were pinned, none is trusted unseen.
    writeFileSync(join(directory.path, 'host-keys.json'), '{');
    const running = await directory.start();
    const { tunnels } = running.bridge;
    const { id: tunnelId } = await addTunnel(running, {
      kind: 'ssh',
      name: 'Gateway',
      host: '127.0.0.1',
      port: portOf(server),
      user: 'desk',
      auth: { method: 'password' },
      publicUrl: 'https://hooks.example.com',
    });
    const { hostKeyToTrust: fingerprint } = await tunnels.open({ id: tunnelId });
    expect(fingerprint).toMatch(/^SHA256:/);
    const { path } = await tunnels.trustHostKey({ id: tunnelId, fingerprint: fingerprint ?? '' });
    // Until a person has confirmed it, nothing is pinned.
    const held = async () => (await tunnels.list()).rows.find(({ id }) => id === tunnelId);
    expect(await held()).toMatchObject({ hostKey: null, hostKeyToTrust: fingerprint });
    const document = documentAt(running, path);
    for (const words of [fingerprint ?? '', `desk@127.0.0.1:${portOf(server)}`]) {
      expect(document).toContain(words);
    }
    expect(await submitDocument(running, path)).toContain('is trusted');
    expect(await held()).toMatchObject({ hostKey: fingerprint });
    await enterPassword(running, tunnelId);
    const asked = await tunnels.forgetHostKey({ id: tunnelId });
    expect(await held()).toMatchObject({ hostKey: fingerprint });
    expect(await submitDocument(running, asked.path)).toContain('was forgotten');
    expect(await recorded(running, 'tunnel.')).toEqual([
      ['tunnel.added', { tunnelId, kind: 'ssh' }],
      ['tunnel.opened', { tunnelId }],
      ['tunnel.opened', { tunnelId }],
      ['tunnel.host-key-trusted', { tunnelId, fingerprint }],
      ['tunnel.secret-entered', { tunnelId, name: 'ssh-password' }],
      ['tunnel.host-key-forgotten', { tunnelId }],
    ]);
    await tunnels.close({ id: tunnelId });
    await new Promise<void>((done) => server.close(() => done()));
  });

  it('has what is read or judged anew', async () => {
    const running = await directory.start();
    await running.bridge.deliveries.checkAgain({ slotPath: null });
    await running.bridge.deliveries.rebuild();
    expect(await recorded(running, 'deliveries.')).toEqual([
      ['deliveries.judged-again', { slotPath: null, changed: 0 }],
      ['deliveries.rebuild-begun', {}],
    ]);
  });
});
