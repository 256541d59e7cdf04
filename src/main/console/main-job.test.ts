import { safe } from '@orpc/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Bridge } from '../../bridge/contract.ts';
import {
  addFault,
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestConsole,
  type TestDirectory,
  verifiedAudit,
} from './testing/console.ts';

type AccountInput = Parameters<Bridge['virtualAccounts']['create']>[0]['input'];

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(async () => {
  await directory.remove();
});

const createAda = ({ bridge }: TestConsole, more: { confirmed?: string[] } = {}) =>
  bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: {
      type: 'individual',
      email: 'ada@example.com',
      address: { city: 'London', postalCode: 'W1' },
      personalInformation: { firstName: 'Ada', lastName: 'Byron' },
    },
    ...more,
  });

const accountInput = (customerId: string, more: Partial<AccountInput> = {}) => ({
  customerId,
  sourceCurrency: 'USD' as const,
  destinationCurrency: 'USDC' as const,
  network: 'ethereum',
  walletAddress: wallet,
  integratorBpsFee: '40',
  ...more,
});

const createAccount = (
  { bridge }: TestConsole,
  input: AccountInput,
  more: { intentKey?: string; confirmed?: string[] } = {},
) => createReviewed(bridge, { profileId: 'built-in', input, ...more });

const sandboxCannotStart = () => Promise.reject(new Error('no sandbox today'));

describe('the main job', () => {
  it('goes from the first start to a virtual account, and is readable offline after a restart', async () => {
    const first = await directory.start();
    const customer = await createAda(first);
    expect(customer).toMatchObject({ name: 'Ada Byron', type: 'individual', isUnconfirmed: true });
    expect(customer.verificationProfiles).toHaveLength(2);
    expect(customer.fields).toContainEqual({
      field: 'address.postalCode',
      value: 'W1',
      confirmed: false,
    });
    const account = await createAccount(first, accountInput(customer.id));
    expect(account).toMatchObject({
      customerId: customer.id,
      customerName: 'Ada Byron',
      asReceived: {
        fees: {
          totalBpsRate: '65',
          integratorFee: { bpsRate: '40' },
          platformFee: { bpsRate: '25' },
        },
      },
      mismatches: [],
    });
    expect(account.depositInstructions.map(({ field }) => field)).toEqual([
      'currency',
      'bankName',
      'bankAccountNumber',
      'bankRoutingNumber',
      'bankBeneficiaryName',
      'bankBeneficiaryAddress',
    ]);
    expect(account.learned.map(({ source }) => source)).toEqual(['create-answer', 'entered']);
    await first.console.dispose();

    const second = await directory.start({ startSandbox: sandboxCannotStart });
    const list = await second.bridge.virtualAccounts.list({ search: 'byron' });
    expect(list).toMatchObject({ total: 1, known: 1, rows: [{ id: account.id }] });
    expect(await second.bridge.virtualAccounts.get({ id: account.id })).toEqual(account);
    expect(await second.bridge.customers.get({ id: customer.id })).toEqual({
      ...customer,
      virtualAccounts: 1,
    });
    expect(await second.bridge.connection.get()).toMatchObject({
      service: { state: 'unreachable' },
      writesBlocked: expect.stringContaining('can’t be reached'),
    });
    const { error } = await safe(
      createAccount(second, accountInput(customer.id, { network: 'base' })),
    );
    expect(error).toMatchObject({ code: 'NOT_SENT', defined: true, data: { cause: 'no-address' } });
  });

  it('starts the sandbox when asked again, with everything it knew', async () => {
    const first = await directory.start();
    const customer = await createAda(first);
    await first.console.dispose();

    let mayStart = false;
    const { startBuiltInSandbox } = await import('./built-in-sandbox.ts');
    const second = await directory.start({
      startSandbox: (options) => (mayStart ? startBuiltInSandbox(options) : sandboxCannotStart()),
    });
    mayStart = true;
    expect(await second.bridge.connection.check()).toMatchObject({
      service: { state: 'reachable' },
      writesBlocked: null,
    });
    const account = await createAccount(second, accountInput(customer.id));
    expect(account.customerId).toBe(customer.id);
  });

  it('says what is not known here', async () => {
    const { bridge } = await directory.start();
    const customer = await safe(bridge.customers.get({ id: 'customer_absent' }));
    const account = await safe(bridge.virtualAccounts.get({ id: 'virtualAccount_absent' }));
    for (const { error } of [customer, account]) expect(error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('keeps every step in an audit log whose chain holds', async () => {
    const { bridge } = await directory.start();
    await createAda({ bridge } as TestConsole);
    const { rows } = await bridge.audit.list({});
    expect(rows.map(({ action }) => action).reverse()).toEqual([
      'console.started',
      'vault.unlocked',
      'customer.create.journalled',
      'customer.create.created',
    ]);
    expect(await verifiedAudit({ bridge })).toMatchObject({ state: 'intact' });
    expect(JSON.stringify(rows)).not.toContain('ada@example.com');
  });
});

describe('a second of the same', () => {
  it('asks before another virtual account of the same customer, pair and wallet is made', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const account = await createAccount(started, accountInput(id));
    const alike = accountInput(id, {
      walletAddress: wallet.toLowerCase(),
      integratorBpsFee: '10',
    });

    const { error } = await safe(createAccount(started, alike));
    expect(error).toMatchObject({
      code: 'ASKS_FIRST',
      data: { alike: [{ kind: 'record', id: account.id }] },
    });
    expect((await started.bridge.intents.list({})).total).toBe(2);

    const second = await createAccount(started, alike, { confirmed: [account.id] });
    expect(second.id).not.toBe(account.id);
  });

  it('does not ask when network or currency differ', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    await createAccount(started, accountInput(id));
    await createAccount(started, accountInput(id, { network: 'base' }));
    await createAccount(started, accountInput(id, { sourceCurrency: 'EUR' }));
    expect((await started.bridge.virtualAccounts.list({})).total).toBe(3);
  });

  it('asks before another customer of the same email is made', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const { error } = await safe(createAda(started));
    expect(error).toMatchObject({ code: 'ASKS_FIRST', data: { alike: [{ kind: 'record', id }] } });
    await createAda(started, { confirmed: [id] });
    expect((await started.bridge.customers.list({})).total).toBe(2);
  });

  it('lets only one of two equal forms through that are sent at once', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const both = await Promise.allSettled([
      createAccount(started, accountInput(id)),
      createAccount(started, accountInput(id)),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await started.bridge.virtualAccounts.list({})).total).toBe(1);
  });

  it('takes a double click for one write', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const form = { intentKey: newIntentKey() };
    const [one, other] = await Promise.all([
      createAccount(started, accountInput(id), form),
      createAccount(started, accountInput(id), form),
    ]);
    expect(other).toEqual(one);
    expect((await started.bridge.virtualAccounts.list({})).total).toBe(1);
    expect(await createAccount(started, accountInput(id), form)).toEqual(one);
  });

  it('refuses a key that stands for something else', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const form = { intentKey: newIntentKey() };
    await createAccount(started, accountInput(id), form);
    const { error } = await safe(
      createAccount(started, accountInput(id, { network: 'base' }), form),
    );
    expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'key-used' } });
  });
});

describe('what became of a write', () => {
  it('is unknown when the answer is lost, and nothing is sent again after a restart', async () => {
    const first = await directory.start();
    const { id } = await createAda(first);
    const form = { intentKey: newIntentKey() };
    await addFault(first.console.sandbox(), { kind: 'drop', operation: 'createVirtualAccount' });
    const { error } = await safe(createAccount(first, accountInput(id), form));
    expect(error).toMatchObject({ code: 'UNKNOWN_OUTCOME', data: { canTryAgain: false, ...form } });
    expect((await first.bridge.connection.get()).unknownIntents).toBe(1);
    await first.console.dispose();

    const second = await directory.start();
    const { rows } = await second.bridge.intents.list({ state: 'unknown' });
    expect(rows).toMatchObject([{ key: form.intentKey, operation: 'createVirtualAccount' }]);
    const again = await safe(createAccount(second, accountInput(id), form));
    expect(again.error).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
    const another = await safe(createAccount(second, accountInput(id)));
    expect(another.error).toMatchObject({
      code: 'ASKS_FIRST',
      data: { alike: [{ kind: 'intent', id: form.intentKey }] },
    });
    expect(await accountsAtTheService(second)).toBe(1);
  });

  it('is unknown when the console stops before the answer comes', async () => {
    const first = await directory.start({ stoppingMs: 0 });
    const { id } = await createAda(first);
    const form = { intentKey: newIntentKey() };
    const sandbox = first.console.sandbox();
    await addFault(sandbox, { kind: 'delay', operation: 'createVirtualAccount', ms: 60_000 });
    const cutOff = safe(createAccount(first, accountInput(id), form));
    await expect
      .poll(async () => (await first.bridge.intents.list({ state: 'journalled' })).total)
      .toBe(1);
    await first.console.dispose();
    expect((await cutOff).error).toMatchObject({ code: 'UNKNOWN_OUTCOME' });

    const second = await directory.start();
    const { rows } = await second.bridge.intents.list({ state: 'unknown' });
    expect(rows).toMatchObject([{ key: form.intentKey, resourceId: null }]);
  });

  it('is told in the service’s own words when it refuses, and a new key may try again', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    await addFault(started.console.sandbox(), { kind: 'too-many-requests', retryAfterSeconds: 7 });
    const { error } = await safe(createAccount(started, accountInput(id)));
    expect(error).toMatchObject({
      code: 'REFUSED',
      data: {
        status: 429,
        canTryAgain: true,
        messages: [expect.any(String)],
        retryAt: expect.stringMatching(/Z$/),
      },
    });
    const [refused] = (await started.bridge.intents.list({ state: 'refused' })).rows;
    const key = refused?.key ?? '';
    const { answer } = await started.bridge.intents.answer({ key });
    expect(answer?.text).toContain(refused?.messages[0]);
    expect(answer).toMatchObject({ isShortened: false, bytes: answer?.text.length });
    expect(await started.bridge.intents.answer({ key: newIntentKey() })).toEqual({ answer: null });
    expect(await createAccount(started, accountInput(id))).toMatchObject({ active: true });
  });

  it('is told field by field when the service finds the input wrong', async () => {
    const started = await directory.start();
    const { id } = await createAda(started);
    const input = accountInput(id, { destinationCurrency: 'USDT', network: 'base' });
    const { error } = await safe(createAccount(started, input));
    expect(error).toMatchObject({ code: 'REFUSED', data: { status: 400, canTryAgain: false } });
  });

  it('reaches every page that watches', async () => {
    const started = await directory.start();
    const stop = new AbortController();
    const notices = await started.bridge.updates.watch(undefined, { signal: stop.signal });
    const seen: string[] = [];
    const { id } = await createAda(started);
    for await (const { topic, ids } of notices) {
      seen.push(topic);
      if (topic === 'customers') {
        expect(ids).toEqual([id]);
        break;
      }
    }
    expect(seen).toContain('intents');
    stop.abort();
  });
});

async function accountsAtTheService({ console: running }: TestConsole): Promise<number> {
  const sandbox = running.sandbox();
  const answer = await fetch(`${sandbox?.controlUrl}/list/virtual-accounts`, {
    headers: { authorization: `Bearer ${sandbox?.controlToken}` },
  });
  const body = JSON.stringify(await answer.json());
  return new Set(body.match(/virtualAccount_[a-z0-9]+/g)).size;
}
