import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createSandbox } from '../../src/sandbox/index.ts';
import { hookPath, startPublicSide } from './support/public-side.ts';
import { isProven, until } from './support/until.ts';

describe('an SSH tunnel over a real sshd, with TLS ending in nginx', () => {
  it('is proven by a nonce that went out under public trust and came back', async () => {
    await using side = await startPublicSide();
    side.supervisor.start();
    const { state } = await until(side.supervisor, isProven);
    expect(state).toMatchObject({ state: 'proven', publicOrigin: side.proxy.origin });
    expect(side.receiver.nonces).toHaveLength(1);
  });

  it('brings a delivery in with every byte as it was sent', async () => {
    await using side = await startPublicSide();
    side.supervisor.start();
    await until(side.supervisor, isProven);
    const body = randomBytes(900_000);
    const response = await fetch(`${side.proxy.origin}/hooks/${hookPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', signature: 'abc' },
      body,
    });
    expect(response.status).toBe(200);
    const [received] = side.receiver.received;
    expect(received?.body.equals(body)).toBe(true);
    expect(received?.headers['signature']).toBe('abc');
  });

  it('brings in what the sandbox delivers to the public side, signed', async () => {
    await using side = await startPublicSide();
    side.supervisor.start();
    await until(side.supervisor, isProven);
    const { origin, certificate: ca } = side.proxy;
    const sandbox = createSandbox({ allowedDeliveryOrigins: [{ origin, ca }] });
    await sandbox.listen();
    try {
      const url = `${origin}/hooks/${hookPath}`;
      const webhook = { name: 'Desk', description: '', url, events: ['wallet.create'] };
      const created = await post(`${sandbox.baseUrl}/v1/webhook`, sandbox.token, webhook);
      const { secret } = answer.parse(created).data.webhook;
      const event = { name: 'wallet.create' };
      await post(`${sandbox.controlUrl}/events`, sandbox.controlToken, event);
      await vi.waitUntil(() => side.receiver.received.length > 0, { timeout: 30_000 });
      const [delivery] = side.receiver.received;
      const body = delivery?.body ?? Buffer.alloc(0);
      expect(delivery?.path).toBe(`/hooks/${hookPath}`);
      expect(delivery?.headers['signature']).toBe(
        createHmac('sha256', secret).update(body).digest('hex'),
      );
      expect(JSON.parse(body.toString('utf8'))).toMatchObject({ name: 'wallet.create' });
    } finally {
      await sandbox.close();
    }
  });

  it('counts what comes as nothing proven while the way in is cut', async () => {
    await using side = await startPublicSide();
    side.supervisor.start();
    await until(side.supervisor, isProven);
    side.relay.refuse(true);
    side.relay.reset();
    await until(side.supervisor, ({ state }) => state.state === 'failing');
    const asked = await side.supervisor.prove();
    expect(asked.state).toMatchObject({ state: 'failing', publicOrigin: null });
    side.relay.refuse(false);
    await until(side.supervisor, isProven);
  });

  it('is failing when TLS ends well and nothing stands behind it', async () => {
    await using side = await startPublicSide();
    const target = { publicOrigin: side.proxy.origin, pinnedCertificate: null, path: hookPath };
    const result = await side.prover.prove(target, new AbortController().signal);
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'not-back' } });
  });

  it('is proven on the path that the proxy passes on, and not on another', async () => {
    const otherPath = 'cd'.repeat(16);
    const paths = [otherPath, hookPath];
    await using side = await startPublicSide({ onlyPath: `/hooks/${hookPath}`, paths });
    side.supervisor.start();
    const report = await until(side.supervisor, isProven);
    expect(report.paths.get(hookPath)).toMatchObject({ state: 'proven' });
    expect(report.paths.get(otherPath)).toMatchObject({
      state: 'failed',
      reason: { code: 'wrong-answer', sentence: expect.stringContaining('404') },
    });
  });

  it('is failing when the proxy redirects', async () => {
    await using side = await startPublicSide({ location: 'return 301 https://example.com/;' });
    side.supervisor.start();
    const { state } = await until(side.supervisor, (report) => report.state.state === 'failing');
    expect(state).toMatchObject({ reason: { code: 'redirected' } });
  });
});

const answer = z.object({ data: z.object({ webhook: z.object({ secret: z.string() }) }) });

async function post(url: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return await response.json();
}
