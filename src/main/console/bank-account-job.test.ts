/** Bank accounts and what drifted, over a whole console with its own sandbox. */
import { isDefinedError, safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addFault,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control } from './testing/webhooks.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

const made = z.object({ bankAccount: z.looseObject({ id: z.string() }) });

const createAda = async ({ bridge }: TestConsole): Promise<string> =>
  (
    await bridge.customers.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      input: {
        type: 'individual',
        email: 'ada@example.com',
        personalInformation: { firstName: 'Ada', lastName: 'Byron' },
      },
    })
  ).id;

async function bankAccountOf(running: TestConsole, customerId: string): Promise<string> {
  const path = `/customers/${customerId}/bank-accounts`;
  return made.parse(await control(running, path, {})).bankAccount.id;
}

/** A console with a customer, and a bank account of hers that was looked up. */
async function lookedUp() {
  const running = await directory.start();
  const customerId = await createAda(running);
  const bankAccountId = await bankAccountOf(running, customerId);
  await running.bridge.bankAccounts.lookUp({ profileId: 'built-in', customerId, bankAccountId });
  return { running, bridge: running.bridge, customerId, bankAccountId };
}

describe('a bank account', () => {
  it('is looked up, kept masked as it came, and there offline after a restart', async () => {
    const { running, bridge, customerId, bankAccountId } = await lookedUp();
    const list = await bridge.bankAccounts.list({});
    expect(list).toMatchObject({
      total: 1,
      known: 1,
      statuses: ['active'],
      rows: [
        {
          id: bankAccountId,
          customerId,
          customerName: 'Ada Byron',
          status: 'active',
          accountNumber: '********6789',
          currency: 'usd',
          missingSince: null,
        },
      ],
    });
    expect(list.rows[0]?.lastCheckedAt).not.toBeNull();
    expect((await bridge.audit.list({ limit: 1 })).rows[0]).toMatchObject({
      action: 'bank-account.looked-up',
      facts: { customerId, bankAccountId, outcome: 'found', wasKnown: false, changed: 0 },
    });
    await running.console.dispose();

    const again = await directory.start({
      startSandbox: () => Promise.reject(new Error('no sandbox today')),
    });
    const detail = await again.bridge.bankAccounts.get({ id: bankAccountId });
    expect(detail).toMatchObject({
      askedUnder: customerId,
      lastCheck: { outcome: 'found', status: 200 },
      history: [{ isFirst: true, source: 'read' }],
    });
    expect(detail.fields.map(({ field }) => field)).toEqual([
      'status',
      'bankName',
      'accountHolderName',
      'accountName',
      'customer',
      'currency',
      'accountDetails.accountNumber',
      'accountDetails.routingNumber',
      'accountDetails.accountType',
    ]);
    const failed = await safe(
      again.bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId }),
    );
    expect(isDefinedError(failed.error) && failed.error.data.canTryAgain).toBeDefined();
    expect((await again.bridge.bankAccounts.get({ id: bankAccountId })).lastCheck?.outcome).toBe(
      'failed',
    );
  });

  it('is not asked for by ids of another form', async () => {
    const { bridge, customerId, bankAccountId } = await lookedUp();
    for (const pair of [
      { customerId: 'Customer_a', bankAccountId },
      { customerId, bankAccountId: 'account_1' },
      { customerId, bankAccountId: 'bankAccount_../../x' },
    ]) {
      const { error } = await safe(bridge.bankAccounts.lookUp({ profileId: 'built-in', ...pair }));
      expect(isDefinedError(error) && [error.code, error.data.cause]).toEqual(['INVALID', 'id']);
    }
    expect((await bridge.bankAccounts.list({})).total).toBe(1);
  });

  it('that is not found is told in the service’s words, and nothing is kept of it', async () => {
    const { bridge, customerId } = await lookedUp();
    const pair = { profileId: 'built-in', customerId, bankAccountId: 'bankAccount_missing' };
    const { error } = await safe(bridge.bankAccounts.lookUp(pair));
    expect(isDefinedError(error) && [error.code, error.data.messages, error.data.status]).toEqual([
      'NOT_FOUND',
      ['Bank account not found'],
      404,
    ]);
    expect((await bridge.bankAccounts.list({})).known).toBe(1);
  });

  it('that is no longer found stays, marked with since when, until it is found again', async () => {
    const { running, bridge, customerId, bankAccountId } = await lookedUp();
    // Under another customer it is not found either, which says nothing of it.
    const other = await safe(
      bridge.bankAccounts.lookUp({
        profileId: 'built-in',
        customerId: 'customer_other',
        bankAccountId,
      }),
    );
    expect(isDefinedError(other.error) && other.error.code).toBe('NOT_FOUND');
    expect(other.error).toMatchObject({ data: { answer: { text: expect.stringContaining('{') } } });
    expect((await bridge.bankAccounts.get({ id: bankAccountId })).missingSince).toBeNull();

    const before = new Date().toISOString();
    await control(running, `/bank-accounts/${bankAccountId}`, {}, 'DELETE');
    await safe(bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId }));
    const [first] = (await bridge.bankAccounts.list({})).rows;
    await safe(bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId }));
    const [row] = (await bridge.bankAccounts.list({})).rows;
    expect(row).toMatchObject({ id: bankAccountId, status: 'active' });
    expect(row?.missingSince).toBe(first?.missingSince);
    expect((row?.missingSince ?? '') >= before).toBe(true);
    const detail = await bridge.bankAccounts.get({ id: bankAccountId });
    expect(detail.lastCheck).toMatchObject({
      outcome: 'not-found',
      messages: ['Bank account not found'],
      status: 404,
      answer: { text: expect.stringMatching(/^\{.*"Bank account not found".*\}$/s) },
    });
    // As it was known before it was gone, it was there.
    const then = await bridge.bankAccounts.get({ id: bankAccountId, knownAt: before });
    expect(then.missingSince).toBeNull();
    expect(customerId).toBe(then.customerId);
  });

  it('is not asked for out of the past', async () => {
    const { bridge, bankAccountId } = await lookedUp();
    const knownAt = new Date().toISOString();
    const refused = [
      (
        await safe(
          bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId, knownAt }),
        )
      ).error,
      (await safe(bridge.bankAccounts.refreshAll({ profileId: 'built-in', knownAt }))).error,
    ];
    for (const error of refused) expect(error).toMatchObject({ data: { cause: 'as-of' } });
  });
});

describe('what drifted', () => {
  it('is flagged by a refresh, stays until it is signed off, and is flagged again by the next change', async () => {
    const { running, bridge, bankAccountId } = await lookedUp();
    const change = (fields: object) =>
      control(running, `/bank-accounts/${bankAccountId}`, fields, 'PATCH');
    await bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId });
    expect((await bridge.changes.open()).open).toBe(0);

    await change({ status: 'blocked', accountNumber: '000987654321' });
    const { fields } = await bridge.bankAccounts.refresh({
      profileId: 'built-in',
      id: bankAccountId,
    });
    expect(fields.map(({ path }) => path).toSorted()).toEqual([
      '/accountDetails/accountNumber',
      '/status',
    ]);
    const flagged = await bridge.changes.list({});
    expect(flagged).toMatchObject({
      total: 2,
      open: 2,
      destinations: 0,
      rows: [
        {
          kind: 'bankAccount',
          resourceId: bankAccountId,
          weight: 'grave',
          path: '/accountDetails/accountNumber',
          name: 'Ada Byron',
          was: { value: '********6789', source: 'read' },
          is: { value: '********4321', source: 'read' },
        },
        { path: '/status', weight: 'notable', was: { value: 'active' }, is: { value: 'blocked' } },
      ],
    });
    await bridge.changes.signOff({
      profileId: 'built-in',
      ids: flagged.rows.map(({ id }) => id),
      note: 'asked the bank',
    });
    await bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId });
    expect((await bridge.changes.open()).open).toBe(0);

    await change({ status: 'active' });
    await bridge.bankAccounts.refresh({ profileId: 'built-in', id: bankAccountId });
    expect((await bridge.changes.open()).marks).toEqual([
      { kind: 'bankAccount', id: bankAccountId, weight: 'notable' },
    ]);
    const actions = (await bridge.audit.list({ limit: 20 })).rows.map(({ action }) => action);
    expect(actions.filter((action) => action === 'drift.signed-off')).toHaveLength(2);
    await running.console.dispose();

    const again = await directory.start();
    expect(await again.bridge.changes.open()).toMatchObject({ open: 1 });
    expect((await again.bridge.changes.list({ state: 'signed-off' })).rows).toMatchObject([
      { signedOff: { note: 'asked the bank', isHere: true } },
      { signedOff: { note: 'asked the bank', isHere: true } },
    ]);
  });
});

describe('a virtual account whose destination changed', () => {
  it('is the gravest, wherever it is told, and an address that is only written otherwise is none', async () => {
    const { running, bridge, customerId } = await lookedUp();
    const account = await createReviewed(bridge, {
      profileId: 'built-in',
      input: {
        customerId,
        sourceCurrency: 'USD',
        destinationCurrency: 'USDC',
        network: 'ethereum',
        walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
      },
    });
    const received = z.looseObject({ destination: z.looseObject({}) }).parse(account.asReceived);
    const tell = async (walletAddress: string, minute: number) => {
      const updated = new Date(Date.now() + minute * 60_000).toISOString();
      const destination = { ...received.destination, walletAddress };
      const event = z.object({ eventIds: z.tuple([z.string()]) }).parse(
        await control(running, '/events', {
          name: 'virtualAccount.update',
          mock: false,
          data: { virtualAccount: { ...received, destination, updated } },
        }),
      );
      await bridge.timeline.lookUp({ profileId: 'built-in', eventId: event.eventIds[0] });
    };
    await tell('0x52908400098527886e0f7030069857d2e4169ee7', 1);
    expect((await bridge.changes.open()).open).toBe(0);
    await tell('0x8617E340B3D01FA5F11F306F4090FD50E238070D', 2);
    expect(await bridge.changes.open()).toEqual({
      open: 1,
      destinations: 1,
      marks: [{ kind: 'virtualAccount', id: account.id, weight: 'destination' }],
    });
    expect((await bridge.changes.list({})).rows).toMatchObject([
      {
        name: 'Ada Byron',
        path: '/destination/walletAddress',
        was: { value: '0x52908400098527886e0f7030069857d2e4169ee7', source: 'event-look-up' },
        is: { value: '0x8617E340B3D01FA5F11F306F4090FD50E238070D', source: 'event-look-up' },
      },
    ]);
  });
});

describe('refreshing all', () => {
  it('asks for every one, slows down when asked to, and says what came of it', async () => {
    const { running, bridge, customerId } = await lookedUp();
    const ids = [];
    for (let number = 0; number < 5; number += 1) {
      const bankAccountId = await bankAccountOf(running, customerId);
      await bridge.bankAccounts.lookUp({ profileId: 'built-in', customerId, bankAccountId });
      ids.push(bankAccountId);
    }
    await control(running, `/bank-accounts/${ids[0]}`, { status: 'blocked' }, 'PATCH');
    await control(running, `/bank-accounts/${ids[1]}`, {}, 'DELETE');
    await addFault(running.console.sandbox(), {
      kind: 'too-many-requests',
      operation: 'getBankAccount',
      count: 14,
      retryAfterSeconds: 0,
    });
    expect(await bridge.bankAccounts.refreshAll({ profileId: 'built-in' })).toMatchObject({
      state: 'running',
      total: 6,
    });
    await expect.poll(async () => (await bridge.bankAccounts.refreshState())?.state).toBe('done');
    expect(await bridge.bankAccounts.refreshState()).toMatchObject({
      done: 6,
      found: 5,
      changed: 1,
      missing: 1,
      failed: 0,
      problems: [{ id: ids[1], check: { messages: ['Bank account not found'] } }],
    });
    expect((await bridge.audit.list({ limit: 5 })).rows).toContainEqual(
      expect.objectContaining({
        action: 'bank-accounts.refresh-ended',
        facts: expect.objectContaining({ found: 5, changed: 1, missing: 1 }),
      }),
    );
  });
});
