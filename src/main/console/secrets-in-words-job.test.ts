/** Secrets of this installation that come back in the words of the world. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDirectory, type TestDirectory } from './test-console.ts';
import { control, createWebhook, until } from './webhooks/test-support.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

it('gives the page nothing of a delivery that says the token of the profile', async () => {
  const running = await directory.start();
  await createWebhook(running);
  const { token } = running.console.sandbox() as unknown as { token: string };
  const [, claims = ''] = token.split('.');
  expect(claims.length).toBeGreaterThan(16);
  const wallet = { id: 'wallet_1', label: `Said: ${token}`, claims };
  await control(running, '/events', { name: 'wallet.create', data: { wallet } });
  const { bridge } = running;
  const row = await until(bridge, async () => {
    const { rows } = await bridge.timeline.list({ filter: { names: ['wallet.create'] } });
    return rows[0];
  });
  const detail = await bridge.timeline.get({ eventId: row.eventId });
  const [{ arrival } = { arrival: 0 }] = detail.deliveries;
  const shown = JSON.stringify([row, detail, await bridge.deliveries.get({ arrival })]);
  expect(shown).toContain('[secret removed]');
  expect(shown).not.toContain(token);
  expect(shown).not.toContain(claims);
}, 60_000);
