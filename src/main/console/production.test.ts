/** In production what the service marks as a sample teaches no record anything: over a whole console. */
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sign } from '../../contract/signature.ts';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import {
  addProfile,
  addTunnel,
  createTestDirectory,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { refusingOrigin, until } from './testing/webhooks.ts';

let directory: TestDirectory;
let hosted: Sandbox;
beforeEach(async () => {
  directory = createTestDirectory();
  hosted = createSandbox();
  await hosted.listen();
});
afterEach(async () => {
  await directory.remove();
  await hosted.close();
});

const secret = 'secret_desk';
const event = (customer: string, mock: boolean) => ({
  id: 'event_a',
  name: 'customer.create',
  data: { customer: { id: customer, type: 'individual', verificationProfiles: [] } },
  webhookRecords: [],
  mock,
  created: '2026-11-20T11:00:00.000Z',
  updated: '2026-11-20T11:00:00.000Z',
});
const sample = event('customer_sample', true);

/** The service answers every look-up of the event with the sample. */
const answerSample: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  return url.includes('/v1/event/') ? Promise.resolve(Response.json(sample)) : fetch(input, init);
};

/** Types into a document of main's own. */
async function type(
  running: TestConsole,
  purpose: Parameters<TestConsole['bridge']['vault']['openSecretEntry']>[0],
  typed: Readonly<Record<string, string>>,
): Promise<void> {
  await submitDocument(running, (await running.bridge.vault.openSecretEntry(purpose)).path, typed);
}

/** A production profile with a webhook whose secret is known; where its deliveries go. */
async function openProduction(running: TestConsole): Promise<{ profileId: string; url: string }> {
  const { bridge } = running;
  const input = { name: 'Live', environment: 'production', baseUrl: hosted.baseUrl } as const;
  const { id: profileId } = await addProfile(running, input);
  await bridge.profiles.select({ id: profileId });
  await type(running, { purpose: 'token', profileId }, { token: hosted.token });
  // Nothing listens there, so it can't be proved; what is delivered comes to the receiver itself.
  const publicUrl = await refusingOrigin();
  const { id } = await addTunnel(running, { kind: 'own-url', name: 'Proxy', publicUrl });
  await bridge.tunnels.open({ id });
  const { addresses } = await bridge.webhooks.prepare();
  const url = addresses.find(({ tunnelId }) => tunnelId === id)?.url ?? '';
  const webhook = { webhookId: 'webhook_a', url, name: 'Desk' };
  await type(running, { purpose: 'webhook-secret', profileId, ...webhook }, { secret });
  const { receiver } = await bridge.webhooks.list();
  return { profileId, url: `${receiver.origin}${new URL(url).pathname}` };
}

async function deliver(url: string, content: object): Promise<void> {
  const body = JSON.stringify(content);
  const headers = { signature: sign(new TextEncoder().encode(body), secret) };
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

it('a sample is kept, stands apart, and no delivery, look-up or refresh merges it', async () => {
  const running = await directory.start({ allowPrivateTunnels: true, fetch: answerSample });
  const { bridge } = running;
  const { profileId, url } = await openProduction(running);
  await deliver(url, sample);
  const roles = await until(bridge, async () => {
    const { rows } = await bridge.deliveries.list({});
    return rows[0]?.role == null ? null : rows.map(({ role }) => role);
  });
  expect(roles).toEqual(['mock']);

  await bridge.timeline.lookUp({ profileId, eventId: 'event_a' });
  const refreshed = await safe(bridge.webhooks.refresh({ profileId, id: 'webhook_a' }));
  expect(refreshed.error).toMatchObject({ code: 'INVALID', data: { cause: 'mock' } });
  expect((await bridge.customers.list({})).rows).toEqual([]);

  await deliver(url, event('customer_real', false));
  const rows = await until(bridge, async () => {
    const { rows: found } = await bridge.timeline.list({});
    return found.length === 2 ? found : null;
  });
  expect(rows.map(({ isApart }) => isApart).toSorted()).toEqual([false, true]);
  const detail = await bridge.timeline.get({ eventId: 'event_a', isApart: true });
  expect(detail.change).toMatchObject({ standing: 'not-merged' });
  expect(detail.change?.why).toContain('production');
  await until(bridge, async () => (await bridge.customers.list({})).total === 1);
  expect((await bridge.customers.list({})).rows).toMatchObject([{ id: 'customer_real' }]);
}, 60_000);
