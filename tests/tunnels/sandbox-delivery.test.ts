import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../src/main/core/vault/secret-store.ts';
import { createSandboxTunnel } from '../../src/main/features/webhooks/tunnels/providers.ts';
import { createReachabilityCheck } from '../../src/main/features/webhooks/tunnels/reachability-check.ts';
import { openSandboxCertificate } from '../../src/main/features/webhooks/tunnels/sandbox-certificate.ts';
import { createSupervisor } from '../../src/main/features/webhooks/tunnels/supervisor.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { startProofReceiver } from './support/proof-receiver.ts';
import { isProven, until } from './support/until.ts';

const path = 'cd'.repeat(16);
const stopping: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop();
});

async function start() {
  const options = { store: createMemoryStore(), clock: systemClock, random: systemRandom };
  const { key, certificate } = await openSandboxCertificate(options);
  const receiver = await startProofReceiver({ tls: { key, cert: certificate } });
  stopping.push(receiver.stop);
  const directory = mkdtempSync(join(tmpdir(), 'causeway-sandbox-'));
  stopping.push(() => rmSync(directory, { recursive: true }));
  const sandbox = createSandbox({ dataDir: directory });
  await sandbox.listen();
  stopping.push(sandbox.close);
  const origin = `https://localhost:${receiver.port}`;
  const supervisor = createSupervisor({
    tunnel: createSandboxTunnel({
      tlsOrigin: () => origin,
      certificate,
      allow: sandbox.allowDeliveryOrigin,
      disallow: sandbox.disallowDeliveryOrigin,
    }),
    localPort: 1,
    prover: createReachabilityCheck({
      receiver,
      fetch: globalThis.fetch,
      rules: { allowPrivate: false },
      ...options,
    }),
    paths: () => [path],
    knownOrigin: null,
    log: pino({ level: 'silent' }),
    ...options,
  });
  stopping.push(supervisor.stop);
  return { receiver, sandbox, supervisor, origin };
}

const post = async (url: string, token: string, body: unknown): Promise<void> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
};

describe('the sandbox’s tunnel', () => {
  it('is proven over HTTPS on loopback, and the sandbox delivers through it', async () => {
    const { receiver, sandbox, supervisor, origin } = await start();
    supervisor.start();
    expect((await until(supervisor, isProven)).state).toMatchObject({ publicOrigin: origin });
    const webhook = {
      name: 'Desk',
      description: '',
      events: ['wallet.create'],
      url: `${origin}/hooks/${path}`,
    };
    await post(`${sandbox.baseUrl}/v1/webhook`, sandbox.token, webhook);
    await post(`${sandbox.controlUrl}/events`, sandbox.controlToken, { name: 'wallet.create' });
    await vi.waitUntil(() => receiver.received.length > 0, { timeout: 30_000 });
    expect(receiver.received[0]?.path).toBe(`/hooks/${path}`);
  });

  it('is failing, not unprovable, when the receiver stops', async () => {
    const { receiver, supervisor } = await start();
    supervisor.start();
    await until(supervisor, isProven);
    stopping.splice(stopping.indexOf(receiver.stop), 1);
    await receiver.stop();
    const { state } = await supervisor.prove();
    expect(state).toMatchObject({ state: 'failing', reason: { code: 'refused' } });
  });
});
