/** What every list and detail shows of a moment before anything was learned, over a whole console. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../platform/clock.ts';
import {
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const made = z.object({ bankAccount: z.object({ id: z.string() }) });
const profileId = 'built-in';

/** A moment, after which some time went by. */
async function momentAgo(): Promise<string> {
  const at = systemClock.now();
  while (systemClock.now() <= at) await nextTurn();
  return new Date(at).toISOString();
}

/** One of every kind of record, and an event. */
async function learnAll(running: TestConsole) {
  const { bridge } = running;
  const input = { type: 'individual', email: 'ada@example.com' } as const;
  const intentKey = newIntentKey();
  const { id: customerId } = await bridge.customers.create({ profileId, intentKey, input });
  const account = await createReviewed(bridge, {
    profileId,
    input: {
      customerId,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'base',
      walletAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    },
  });
  const path = `/customers/${customerId}/bank-accounts`;
  const { bankAccount } = made.parse(await control(running, path, {}));
  await bridge.bankAccounts.lookUp({ profileId, customerId, bankAccountId: bankAccount.id });
  const webhook = await createWebhook(running);
  await control(running, '/events', { name: 'payout.create' });
  await until(bridge, async () => (await bridge.timeline.list({})).rows.length > 0);
  return {
    customer: customerId,
    account: account.id,
    bankAccount: bankAccount.id,
    webhook: webhook.id,
  };
}

it('nothing that was learned later is listed or opened', async () => {
  const running = await directory.start();
  const { bridge } = running;
  const before = await momentAgo();
  const ids = await learnAll(running);
  const after = await momentAgo();
  const lists = {
    customers: (knownAt: string) => bridge.customers.list({ knownAt }),
    virtualAccounts: (knownAt: string) => bridge.virtualAccounts.list({ knownAt }),
    bankAccounts: (knownAt: string) => bridge.bankAccounts.list({ knownAt }),
    queue: async (knownAt: string) => {
      const { counts } = await bridge.onboarding.list({ group: 'us', knownAt });
      return { rows: Object.values(counts).filter((count) => count > 0) };
    },
    webhooks: (knownAt: string) => bridge.webhooks.past.list({ knownAt }),
    timeline: (knownAt: string) => bridge.timeline.list({ filter: { knownAt } }),
  };
  const listed = async (knownAt: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(lists).map(async ([name, list]) => {
          const { rows } = await list(knownAt);
          return [name, rows.length > 0];
        }),
      ),
    );
  const all = (isThere: boolean) =>
    Object.fromEntries(Object.keys(lists).map((name) => [name, isThere]));
  expect(await listed(before)).toEqual(all(false));
  expect(await listed(after)).toEqual(all(true));
  const details: readonly ((knownAt: string) => Promise<unknown>)[] = [
    (knownAt) => bridge.customers.get({ id: ids.customer, knownAt }),
    (knownAt) => bridge.virtualAccounts.get({ id: ids.account, knownAt }),
    (knownAt) => bridge.bankAccounts.get({ id: ids.bankAccount, knownAt }),
    (knownAt) => bridge.webhooks.past.get({ id: ids.webhook, knownAt }),
  ];
  for (const open of details) {
    await expect(open(before)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(open(after)).resolves.toBeDefined();
  }
}, 60_000);

it('what is no moment is said to be none', async () => {
  const { bridge } = await directory.start();
  const knownAt = 'yesterday';
  const query = { list: 'customers', query: { knownAt } } as const;
  for (const asked of [
    () => bridge.annotations.get({ kind: 'customer', id: 'customer_x', knownAt }),
    () => bridge.listExports.export({ listed: query, format: 'csv' }),
  ])
    await expect(asked()).rejects.toMatchObject({
      code: 'INVALID',
      message: 'Enter a valid date and time.',
    });
});
