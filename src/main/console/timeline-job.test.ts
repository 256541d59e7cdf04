import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDirectory, type TestDirectory } from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

it('shows what the sandbox delivers, filtered, searched and counted, and again after a restart', async () => {
  const first = await directory.start();
  const webhook = await createWebhook(first);
  await control(first, '/events', { name: 'payout.successful' });
  await control(first, '/events', { name: 'wallet.create' });
  const filter = { names: ['payout.'] };
  const row = await until(first.bridge, async () => {
    const { rows } = await first.bridge.timeline.list({ filter });
    return rows[0];
  });
  expect(row).toMatchObject({
    name: 'payout.successful',
    resourceKind: 'payout',
    proof: 'genuine',
    isMock: true,
    heard: 1,
  });
  await until(first.bridge, async () => {
    const { known } = await first.bridge.timeline.count({});
    return known >= 2 ? known : undefined;
  });
  const part = row.resourceId?.slice(9, 16) ?? '';
  const found = await first.bridge.timeline.list({ filter: { search: part } });
  expect(found.rows.map(({ eventId }) => eventId)).toContain(row.eventId);
  expect(await first.bridge.timeline.count({ filter })).toMatchObject({ total: 1 });
  expect(await first.bridge.timeline.histogram({ filter, bars: 50 })).toMatchObject({
    families: ['payout'],
    bars: [{ counts: [1] }],
  });
  const { webhooks } = await first.bridge.timeline.facets();
  expect(webhooks).toMatchObject([{ webhookId: webhook.id, name: webhook.name }]);
  const ours = await first.bridge.timeline.count({ filter: { webhookId: webhook.id } });
  expect(ours.total).toBe(ours.known);
  await first.console.dispose();

  const second = await directory.start();
  expect(await second.bridge.timeline.list({ filter })).toMatchObject({ rows: [row] });
  const total = (await second.bridge.timeline.count({})).known;
  await second.bridge.timeline.rebuild();
  await until(second.bridge, async () => {
    const { isRebuilding, indexed } = await second.bridge.timeline.indexing();
    return !isRebuilding && indexed >= total ? true : undefined;
  });
  expect(await second.bridge.timeline.list({ filter })).toMatchObject({ rows: [row] });
}, 60_000);
