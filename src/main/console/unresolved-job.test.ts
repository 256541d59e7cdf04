import { userInfo } from 'node:os';
import { isDefinedError, safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addFault,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, openWay, until } from './testing/webhooks.ts';

let directory: TestDirectory;
let running: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  running = await directory.start();
});
afterEach(async () => {
  await directory.remove();
});

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Sends a customer whose answer is lost after (or before) the work; gives the intent's key. */
async function loseCustomer(email: string | null, when: 'after' | 'before' = 'after') {
  await addFault(running.console.sandbox(), { kind: 'drop', operation: 'createCustomer', when });
  const intentKey = newIntentKey();
  const input = { type: 'individual' as const, ...(email === null ? {} : { email }) };
  const { error } = await safe(
    running.bridge.customers.create({ profileId: 'built-in', intentKey, input }),
  );
  expect(isDefinedError(error) && error.code).toBe('UNKNOWN_OUTCOME');
  return intentKey;
}

async function loseAccount(customerId: string) {
  await addFault(running.console.sandbox(), { kind: 'drop', operation: 'createVirtualAccount' });
  const key = newIntentKey();
  await expect(
    createReviewed(running.bridge, {
      profileId: 'built-in',
      intentKey: key,
      input: {
        customerId,
        sourceCurrency: 'USD',
        destinationCurrency: 'USDC',
        network: 'ethereum',
        walletAddress: wallet,
        integratorBpsFee: '40',
      },
    }),
  ).rejects.toMatchObject({ code: 'UNKNOWN_OUTCOME' });
  return key;
}

const ada = (email = 'ada@example.com') =>
  running.bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', email },
  });

/** What the service has, newest first: its own dashboard. */
async function atTheService(kind: string) {
  const answer = await control(running, `/list/${kind}`, undefined, 'GET');
  return listed.parse(answer).items.map(({ record }) => record);
}
const listed = z.object({
  items: z.array(z.object({ record: z.looseObject({ id: z.string() }) })),
});
const unknownCount = async () => (await running.bridge.connection.get()).unknownIntents;
const codeOf = async (work: Promise<unknown>) => {
  const { error } = await safe(work);
  return error !== null && 'data' in error ? (error.data as { cause: string }).cause : null;
};
const actions = async () =>
  (await running.bridge.audit.list({ offset: 0, limit: 50 })).rows.map(({ action }) => action);

describe('a virtual account whose answer was lost', () => {
  it('is settled by its JSON, and is then as one that was answered', async () => {
    const { bridge } = running;
    const customer = await ada();
    const key = await loseAccount(customer.id);
    const [account] = await atTheService('virtual-accounts');
    const answer = { json: JSON.stringify(account) };
    const checked = await bridge.unresolved.check({ key, answer });
    expect(checked).toEqual({ resourceId: account?.id, isCompared: true, mismatches: [] });
    const settled = await bridge.unresolved.exists({
      profileId: 'built-in',
      key,
      answer,
      read: [],
    });
    expect(settled.intent).toMatchObject({ state: 'exists', resourceId: account?.id });
    expect(settled.history).toMatchObject([{ verdict: 'exists', how: 'json' }]);
    expect(await bridge.virtualAccounts.get({ id: account?.id ?? '' })).toMatchObject({
      customerId: customer.id,
      walletAddress: wallet,
      mismatches: [],
      learned: [{ source: 'entered' }, { source: 'import' }],
    });
    expect(await unknownCount()).toBe(0);
    expect((await actions())[0]).toBe('intent.settled.exists');
  });

  it('shows where it departs before it is kept', async () => {
    const { bridge } = running;
    const key = await loseAccount((await ada()).id);
    const [account] = await atTheService('virtual-accounts');
    const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const destination = { currency: 'USDC', network: 'ethereum', walletAddress: other };
    const answer = { json: JSON.stringify({ ...account, destination }) };
    const { mismatches } = await bridge.unresolved.check({ key, answer });
    expect(mismatches).toMatchObject([{ sent: wallet, received: other }]);
    expect(
      await codeOf(bridge.unresolved.exists({ profileId: 'built-in', key, answer, read: [] })),
    ).toBe('not-read');
    expect(await unknownCount()).toBe(1);
    const read = mismatches.map(({ sentence }) => sentence);
    const settled = await bridge.unresolved.exists({ profileId: 'built-in', key, answer, read });
    expect(settled.mismatches).toEqual(mismatches);
  });

  it('is not moved from the customer that it is known of without a word', async () => {
    const { bridge } = running;
    const mine = await ada();
    const other = await ada('grace@example.com');
    const key = await loseAccount(mine.id);
    const [account] = await atTheService('virtual-accounts');
    const id = account?.id ?? '';
    const text = JSON.stringify({ ...account, customerId: other.id });
    const { id: uploadId } = await bridge.imports.upload({ id: null, text });
    const { id: brought } = await bridge.imports.preview({ uploadId, form: 'json' });
    await bridge.imports.keep({ id: brought, profileId: 'built-in' });
    expect((await bridge.unresolved.get({ key })).proposals).toEqual([]);

    // The same without a word of the customer, as the service gives it.
    for (const answer of [{ id }, { json: JSON.stringify(account) }]) {
      const { mismatches } = await bridge.unresolved.check({ key, answer });
      expect(mismatches).toMatchObject([
        { field: 'customerId', sent: mine.id, received: other.id },
      ]);
      const order = { profileId: 'built-in', key, answer };
      expect(await codeOf(bridge.unresolved.exists({ ...order, read: [] }))).toBe('not-read');
    }
    expect(await bridge.virtualAccounts.get({ id })).toMatchObject({ customerId: other.id });
  });

  it('is sent again with its whole address read, and not without', async () => {
    const { bridge } = running;
    const key = await loseAccount((await ada()).id);
    await bridge.unresolved.absent({ profileId: 'built-in', key });
    const again = { intentKey: newIntentKey(), profileId: 'built-in', repeats: key };
    expect(await codeOf(bridge.unresolved.sendAgain(again))).toBe('not-as-reviewed');
    const { total } = await bridge.intents.list({ operation: 'createVirtualAccount' });
    expect(total).toBe(1);
    const { resourceId } = await bridge.unresolved.sendAgain({ ...again, reviewedAddress: wallet });
    expect(await bridge.virtualAccounts.get({ id: resourceId })).toMatchObject({
      walletAddress: wallet,
    });
  });

  it('is not settled by what is something else', async () => {
    const customer = await ada();
    const key = await loseAccount(customer.id);
    const check = (answer: { id: string } | { json: string }) =>
      codeOf(running.bridge.unresolved.check({ key, answer }));
    expect(await check({ id: customer.id })).toBe('no-id');
    expect(await check({ json: 'virtualAccount_1' })).toBe('not-json');
    expect(await check({ json: JSON.stringify({ id: customer.id }) })).toBe('other-kind');
    expect(await check({ json: '{"id":"virtualAccount_1","secret":"secret_abcdef"}' })).toBe(
      'holds-secret',
    );
  });
});

describe('a customer whose answer was lost', () => {
  it('does not exist, is sent again by a person alone, and is then one customer', async () => {
    const { bridge } = running;
    const key = await loseCustomer('ada@example.com', 'before');
    const again = { intentKey: newIntentKey(), profileId: 'built-in', repeats: key };
    expect(await codeOf(bridge.unresolved.sendAgain(again))).toBe('not-again');
    const { path } = await bridge.audit.nameYourself();
    await submitDocument(running, path, { name: 'Ada Lovelace' });
    const absent = await bridge.unresolved.absent({ profileId: 'built-in', key });
    expect(absent.history).toMatchObject([{ verdict: 'absent', by: 'Ada Lovelace' }]);
    const [said] = (await bridge.audit.list({})).rows;
    expect(said).toMatchObject({
      action: 'intent.settled.absent',
      facts: { by: userInfo().username, byName: 'Ada Lovelace' },
    });
    expect(absent).toMatchObject({ intent: { state: 'absent' }, sendAgainBlocked: null });
    expect(await atTheService('customers')).toEqual([]);
    const { resourceId } = await bridge.unresolved.sendAgain(again);
    // The other half of a double click.
    expect(await bridge.unresolved.sendAgain(again)).toEqual({ resourceId });
    expect(await atTheService('customers')).toHaveLength(1);
    const { intent } = await bridge.intents.get({ key: again.intentKey });
    expect(intent).toMatchObject({ state: 'created', repeats: key });
    const settled = await bridge.unresolved.get({ key });
    expect(settled.repeatedBy).toEqual([{ key: again.intentKey, state: 'created' }]);
    expect(settled.sendAgainBlocked).toContain('its record was created');
    expect(await codeOf(bridge.unresolved.sendAgain({ ...again, intentKey: newIntentKey() }))).toBe(
      'not-again',
    );
    expect(await atTheService('customers')).toHaveLength(1);
  });

  it('asks, when it is sent again, as any other create does', async () => {
    const { bridge } = running;
    const key = await loseCustomer('ada@example.com', 'before');
    await bridge.unresolved.absent({ profileId: 'built-in', key });
    const known = await ada();
    const again = { intentKey: newIntentKey(), profileId: 'built-in', repeats: key };
    const { error } = await safe(bridge.unresolved.sendAgain(again));
    expect(error).toMatchObject({ code: 'ASKS_FIRST', data: { asks: [known.id] } });
    await bridge.unresolved.sendAgain({ ...again, confirmed: [known.id] });
    expect(await atTheService('customers')).toHaveLength(2);
  });

  it('can be taken back, and what was entered for the wrong one does not stay on it', async () => {
    const { bridge } = running;
    const key = await loseCustomer('ada@example.com');
    const wrong = 'customer_wrong';
    await bridge.unresolved.exists({ profileId: 'built-in', key, answer: { id: wrong }, read: [] });
    expect(await bridge.customers.get({ id: wrong })).toMatchObject({ email: 'ada@example.com' });
    const open = await bridge.unresolved.takeBack({ profileId: 'built-in', key });
    expect(open).toMatchObject({ intent: { state: 'unknown', resourceId: null } });
    expect(open.history).toHaveLength(2);
    expect(await bridge.customers.get({ id: wrong })).toMatchObject({ email: null });
    expect(await unknownCount()).toBe(1);
    expect(await codeOf(bridge.unresolved.takeBack({ profileId: 'built-in', key }))).toBe(
      'not-settled',
    );
  });
});

describe('an event that comes afterwards', () => {
  it('is proposed to every request that it fits, and is one request’s alone once confirmed', async () => {
    const { bridge } = running;
    await createWebhook(running);
    const keys = [await loseCustomer('ada@example.com'), await loseCustomer(null, 'before')];
    const [first = '', second = ''] = keys;
    const { proposals } = await until(bridge, async () => {
      const view = await bridge.unresolved.get({ key: first });
      return view.proposals.length > 0 && view;
    });
    const [{ id } = { id: '' }] = await atTheService('customers');
    expect(proposals).toMatchObject([
      {
        resourceId: id,
        source: 'delivery',
        eventName: 'customer.create',
        same: ['type'],
        fitsOthers: 1,
      },
    ]);
    // Never by itself.
    expect(await unknownCount()).toBe(2);
    expect((await bridge.unresolved.get({ key: second })).proposals).toHaveLength(1);
    const { rows } = await bridge.unresolved.list({ state: 'unknown' });
    expect(rows.map((row) => row.proposals)).toEqual([1, 1]);

    const answer = { id };
    await bridge.unresolved.exists({
      profileId: 'built-in',
      key: first,
      answer,
      isPossibleMatch: true,
      read: [],
    });
    expect((await bridge.unresolved.get({ key: second })).proposals).toEqual([]);
    expect(await codeOf(bridge.unresolved.check({ key: second, answer }))).toBe('claimed');
    expect(await bridge.customers.get({ id })).toMatchObject({ email: 'ada@example.com' });
  });

  it('is one of two that fit one request, and neither is an answered one’s', async () => {
    const { bridge } = running;
    await createWebhook(running);
    await ada('known@example.com');
    const key = await loseCustomer('ada@example.com');
    // Somebody else created one at the same time.
    const event = { name: 'customer.create', mock: false };
    const customer = { id: 'customer_elsewhere', type: 'individual', verificationProfiles: [] };
    await control(running, '/events', { ...event, resource: customer });
    const { proposals } = await until(bridge, async () => {
      const view = await bridge.unresolved.get({ key });
      return view.proposals.length === 2 && view;
    });
    const seen = proposals.map(({ resourceId }) => resourceId);
    expect(seen).toContain('customer_elsewhere');
    expect(await unknownCount()).toBe(1);
    // “Not created” is said of those that were shown, and of no other.
    const order = { profileId: 'built-in', key };
    for (const shown of [[], ['customer_elsewhere']]) {
      expect(await codeOf(bridge.unresolved.absent({ ...order, seen: shown }))).toBe('not-seen');
    }
    expect(await unknownCount()).toBe(1);
    const { intent } = await bridge.unresolved.absent({ ...order, seen });
    expect(intent.state).toBe('absent');
  });
});

describe('an event of what was said not to exist', () => {
  it('is an alarm, and nothing is sent again before a person says whose it is', async () => {
    const { bridge } = running;
    await createWebhook(running);
    const key = await loseCustomer('ada@example.com', 'before');
    await bridge.unresolved.absent({ profileId: 'built-in', key });
    expect(await bridge.unresolved.contradicted()).toEqual({ requests: 0 });
    const event = { name: 'customer.create', mock: false };
    const customer = { id: 'customer_late', type: 'individual', verificationProfiles: [] };
    await control(running, '/events', { ...event, resource: customer });
    const told = await until(bridge, async () => {
      const view = await bridge.unresolved.get({ key });
      return view.proposals.length > 0 && view;
    });
    expect(told.proposals).toMatchObject([{ resourceId: 'customer_late', source: 'delivery' }]);
    expect(told.sendAgainBlocked).toContain('Decide first');
    expect(await bridge.unresolved.contradicted()).toEqual({ requests: 1 });
    const { rows } = await bridge.unresolved.list({ state: 'absent' });
    expect(rows).toMatchObject([{ key, proposals: 1 }]);
    const again = { intentKey: newIntentKey(), profileId: 'built-in', repeats: key };
    expect(await codeOf(bridge.unresolved.sendAgain(again))).toBe('not-again');
    expect(await atTheService('customers')).toEqual([]);

    // It is another one: said with what was looked at, and not without.
    const order = { profileId: 'built-in', key };
    expect(await codeOf(bridge.unresolved.absent(order))).toBe('settled');
    expect(await codeOf(bridge.unresolved.absent({ ...order, seen: [again.repeats] }))).toBe(
      'not-seen',
    );
    const said = await bridge.unresolved.absent({ ...order, seen: ['customer_late'] });
    expect(said).toMatchObject({ proposals: [], sendAgainBlocked: null });
    expect(said.history).toHaveLength(2);
    expect(await bridge.unresolved.contradicted()).toEqual({ requests: 0 });
    const [entry] = (await bridge.audit.list({})).rows;
    expect(entry).toMatchObject({
      action: 'intent.settled.absent',
      facts: { intentKey: key, others: ['customer_late'] },
    });
    await bridge.unresolved.sendAgain(again);
    expect(await atTheService('customers')).toHaveLength(1);
  });
});

describe('a webhook whose answer was lost', () => {
  it('is found by its event, keeps its address, and its secret stays lost', async () => {
    const { bridge } = running;
    await createWebhook(running);
    const url = await openWay(running);
    await addFault(running.console.sandbox(), { kind: 'drop', operation: 'createWebhook' });
    const key = newIntentKey();
    const input = { name: 'Lost', url, events: ['customer.create' as const] };
    const asked = await safe(
      bridge.webhooks.create({ profileId: 'built-in', intentKey: key, input }),
    );
    const asks =
      isDefinedError(asked.error) && asked.error.code === 'ASKS_FIRST' ? asked.error.data.asks : [];
    await safe(
      bridge.webhooks.create({ profileId: 'built-in', intentKey: key, input, confirmed: asks }),
    );
    const { proposals } = await until(bridge, async () => {
      const view = await bridge.unresolved.get({ key });
      return view.proposals.length > 0 && view;
    });
    const [found] = proposals;
    expect(found).toMatchObject({ eventName: 'webhook.create' });
    expect(found?.same).toEqual(expect.arrayContaining(['name', 'url', 'events']));
    const answer = { id: found?.resourceId ?? '' };
    await bridge.unresolved.exists({
      profileId: 'built-in',
      key,
      answer,
      isPossibleMatch: true,
      read: [],
    });
    await until(bridge, async () => (await bridge.webhooks.get(answer)).slot !== null);
    expect(await bridge.webhooks.get(answer)).toMatchObject({ secret: 'lost', url });
    expect((await bridge.webhooks.list()).mayExist).toEqual([]);
  });

  it('that does not exist is not sent again under its address', async () => {
    const { bridge } = running;
    const url = await openWay(running);
    const fault = { kind: 'drop', operation: 'createWebhook', when: 'before' };
    await addFault(running.console.sandbox(), fault);
    const key = newIntentKey();
    const input = { name: 'Lost', url, events: ['payout.create' as const] };
    await safe(bridge.webhooks.create({ profileId: 'built-in', intentKey: key, input }));
    const { sendAgainBlocked } = await bridge.unresolved.absent({ profileId: 'built-in', key });
    expect(sendAgainBlocked).toContain('at a new URL');
    const again = { intentKey: newIntentKey(), profileId: 'built-in', repeats: key };
    expect(await codeOf(bridge.unresolved.sendAgain(again))).toBe('not-again');
  });
});
