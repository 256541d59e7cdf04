import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Bridge } from '../../bridge/contract.ts';
import {
  addProfile,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestDirectory,
} from './testing/console.ts';
import { createWebhook } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const create = (bridge: Bridge, firstName: string, lastName: string) =>
  bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: {
      type: 'individual',
      email: `${firstName}@example.com`.toLowerCase(),
      personalInformation: { firstName, lastName },
    },
  });

it('finds records by words, by ID and by what is written beside them, as of now and as of then', async () => {
  const { bridge } = await directory.start();
  const before = new Date().toISOString();
  const ada = await create(bridge, 'Ada', 'Byron');
  await create(bridge, 'Hedy', 'Lamarr');
  const account = await createReviewed(bridge, {
    profileId: 'built-in',
    input: {
      customerId: ada.id,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  });
  await bridge.annotations.setReference({
    kind: 'customer',
    id: ada.id,
    profileId: 'built-in',
    reference: 'CRM-4711',
  });

  const found = await bridge.search.find({ search: 'byron' });
  expect(found.failed).toEqual([]);
  expect(found.items).toEqual([
    expect.objectContaining({
      kind: 'customer',
      id: ada.id,
      title: 'Ada Byron',
      details: ['ada@example.com'],
    }),
    expect.objectContaining({
      kind: 'virtualAccount',
      id: account.id,
      title: 'Ada Byron',
      details: ['USD → USDC', 'ethereum'],
    }),
  ]);
  const byId = await bridge.search.find({ search: account.id });
  expect(byId.items.map(({ id }) => id)).toContain(account.id);
  const byReference = await bridge.search.find({ search: 'crm-47' });
  expect(byReference.items.map(({ id }) => id)).toEqual([ada.id]);

  const { rows } = await bridge.intents.list({ operation: 'createVirtualAccount' });
  const byKey = await bridge.search.find({ search: rows[0]?.key ?? '' });
  expect(byKey.items).toMatchObject([{ kind: 'virtualAccount', id: account.id }]);

  expect(await bridge.search.find({ search: 'byron', knownAt: before })).toEqual({
    items: [],
    failed: [],
  });
  const [error] = await safe(bridge.search.find({ search: 'x', knownAt: '2999-01-01T00:00:00Z' }));
  expect(error).toMatchObject({ code: 'INVALID' });
});

it('finds a webhook whatever case and accents it is written with', async () => {
  const running = await directory.start();
  const { id } = await createWebhook(running, { name: 'Trésorerie' });
  const found = await running.bridge.search.find({ search: 'TRESORERIE' });
  expect(found.items).toMatchObject([{ kind: 'webhook', id, title: 'Trésorerie' }]);
});

it('finds nothing of another profile', async () => {
  const running = await directory.start();
  await create(running.bridge, 'Ada', 'Byron');
  const other = await addProfile(running, {
    name: 'Live',
    environment: 'production',
    baseUrl: 'https://ramp.example',
  });
  await running.bridge.profiles.select({ id: other.id });
  expect((await running.bridge.search.find({ search: 'byron' })).items).toEqual([]);
});
