/** The controls of the built-in sandbox, sample data in it, and starting it anew, against the real one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  refusedTokenCause,
  sandboxFaultKinds,
  sandboxSwitches,
} from '../../bridge/sandbox-tables.ts';
import { faultInput } from '../../sandbox/faults/rules.ts';
import { defaultSettings } from '../../sandbox/state/settings.ts';
import { clientOf, startSandbox } from '../../sandbox/testing/harness.ts';
import {
  addProfile,
  createReviewed,
  createTestDirectory,
  documentAt,
  newIntentKey,
  submitDocument,
  type TestConsole,
  type TestDirectory,
} from './testing/console.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

const profileId = 'built-in';

let directory: TestDirectory;
let running: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  running = await directory.start();
});
afterEach(() => directory.remove());

const createCustomer = (email: string) =>
  running.bridge.customers.create({
    profileId,
    intentKey: newIntentKey(),
    knownAt: null,
    input: { type: 'individual', email },
  });

const filled = () =>
  until(running.bridge, async () => {
    const { samples } = await running.bridge.sandboxControls.state();
    if (samples.state === 'failed') throw new Error(samples.sentence ?? 'failed');
    return samples.state === 'filled' && samples;
  });

it('knows every switch and every fault of the sandbox, with its default first', () => {
  expect(Object.keys(sandboxSwitches).toSorted()).toEqual(Object.keys(defaultSettings).toSorted());
  for (const [name, choices] of Object.entries(sandboxSwitches)) {
    if (choices !== null)
      expect([name, choices[0]]).toEqual([name, Reflect.get(defaultSettings, name)]);
  }
  const kinds = faultInput.options.map(({ shape }) => shape.kind.value);
  expect([...sandboxFaultKinds].toSorted()).toEqual(kinds.toSorted());
});

it('hears of a move by looking its event up while no webhook gets it', async () => {
  const { sandboxControls, customers, timeline, audit } = running.bridge;
  const { id } = await createCustomer('ada@example.com');
  const moved = await sandboxControls.moveKyc({ profileId, id, to: 'pending' });
  expect(moved).toMatchObject({ id, kyc: 'pending', terms: 'none' });
  const { profiles } = await customers.get({ id, knownAt: null });
  expect(profiles.map(({ status }) => status)).toEqual(['pending', 'pending']);
  const { rows } = await timeline.list({});
  expect(rows.map(({ name }) => name)).toContain('customer.kyc.pending');
  const { rows: entries } = await audit.list({});
  expect(entries.map(({ action }) => action)).toContain('sandbox.kyc');
});

it('records what is under way at the sandbox before a lock closes the profile', async () => {
  await running.console.dispose();
  const asked = Promise.withResolvers<void>();
  running = await directory.start({
    fetch: async (...request) => {
      const answer = await fetch(...request);
      if (String(request[0]).endsWith('/events') && request[1]?.method === 'POST') {
        asked.resolve();
        // Longer than closing takes that does not wait for it.
        await setTimeout(500);
      }
      return answer;
    },
  });
  const { sandboxControls, vault, audit } = running.bridge;
  const event = { profileId, name: 'wallet.create', resource: '', count: 1 };
  const triggering = sandboxControls.trigger(event);
  await asked.promise;
  await vault.lock();
  await vault.unlock();
  expect((await triggering).eventIds).toHaveLength(1);
  const { rows } = await audit.list({});
  expect(rows.map(({ action }) => action)).toContain('sandbox.event');
});

it('looks an event up that only a webhook of another program gets, and not what its own gets', async () => {
  const { sandboxControls, customers, timeline } = running.bridge;
  const { id } = await createCustomer('ada@example.com');
  const sandbox = running.console.sandbox() ?? expect.fail('The sandbox does not run.');
  const { token } = (await control(running, '/tokens', {})) as { token: string };
  const { post } = clientOf({ ...sandbox, token });
  // The sandbox refuses to deliver to a private address, and goes on trying.
  const url = 'https://127.0.0.1:9/elsewhere';
  const other = { name: 'Ledger', description: '', url, events: ['customer.kyc.pending'] };
  expect((await post('/v1/webhook', other)).status).toBe(200);
  await sandboxControls.moveKyc({ profileId, id, to: 'pending' });
  const { profiles } = await customers.get({ id, knownAt: null });
  expect(profiles.map(({ status }) => status)).toEqual(['pending', 'pending']);
  const names = ['customer.kyc.pending'];
  const looked = (await timeline.list({ filter: { names } })).rows;
  expect(looked).toMatchObject([{ proof: 'read' }]);

  await createWebhook(running);
  const before = (await timeline.list({})).rows.filter(({ proof }) => proof === 'read').length;
  await sandboxControls.moveKyc({ profileId, id, to: 'successful' });
  await sandboxControls.moveKyc({ profileId, id, to: 'pending' });
  const rows = await until(running.bridge, async () => {
    const found = (await timeline.list({})).rows;
    return found.filter(({ name }) => name === 'customer.kyc.pending').length === 2 && found;
  });
  expect(rows.filter(({ proof }) => proof === 'read')).toHaveLength(before);
});

it('says in the sandbox’s own words what it refuses, and what is not there', async () => {
  const { sandboxControls } = running.bridge;
  const { id } = await createCustomer('ada@example.com');
  const unusual = await safe(sandboxControls.moveKyc({ profileId, id, to: 'successful' }));
  expect(unusual.error).toMatchObject({
    code: 'INVALID',
    data: {
      status: 409,
      messages: ['KYC does not move from none to successful. Allowed without force: pending'],
    },
  });
  const forced = await sandboxControls.moveKyc({ profileId, id, to: 'successful', force: true });
  expect(forced.kyc).toBe('successful');
  // Half of a surrogate pair stands in no path.
  for (const unknown of ['customer_x', '\ud800']) {
    const nobody = sandboxControls.moveTerms({ profileId, id: unknown, to: 'pending' });
    expect((await safe(nobody)).error).toMatchObject({ code: 'NOT_FOUND' });
  }
  const bad = sandboxControls.trigger({ profileId, name: 'x.y', resource: '[1]', count: 1 });
  expect((await safe(bad)).error).toMatchObject({ code: 'INVALID', data: { cause: 'json' } });
});

it('names the customer of an account and of a payout, and finds each by its ID', async () => {
  const { sandboxControls } = running.bridge;
  const { id: customerId } = await createCustomer('ada@example.com');
  const money = {
    sourceCurrency: 'USD',
    destinationCurrency: 'USDC',
    network: 'ethereum',
  } as const;
  const walletAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const input = { ...money, customerId, walletAddress, integratorBpsFee: '0' };
  const created = await createReviewed(running.bridge, { profileId, knownAt: null, input });
  const ofAda = { customerId, customerName: 'ada@example.com' };
  expect(await sandboxControls.virtualAccounts()).toMatchObject([ofAda]);
  const deposit = { virtualAccountId: created.id, amount: '10.00', until: 'funded' } as const;
  const paid = await sandboxControls.payIn({ profileId, ...deposit });
  expect(paid).toMatchObject({ ...ofAda, state: 'funded', network: 'ethereum' });
  const payoutsOf = (id: string | null) => sandboxControls.payouts({ virtualAccountId: null, id });
  expect(await payoutsOf(paid.id)).toEqual([paid]);
  expect(await payoutsOf(null)).toEqual([paid]);
  // Known by its events alone: the sandbox does not hold it.
  expect(await payoutsOf('payout_x')).toEqual([]);

  const words = { bankName: 'First', accountHolderName: 'Ada', accountNumber: '12345678' };
  const opened = await sandboxControls.openBankAccount({ profileId, customerId, ...words });
  expect(await sandboxControls.bankAccounts({ id: opened.id })).toMatchObject([opened]);
  expect(await sandboxControls.bankAccounts({ id: 'bankAccount_x' })).toEqual([]);
});

it('sets and clears faults, and changes and resets switches', async () => {
  const { sandboxControls } = running.bridge;
  const fault = { kind: 'error', operation: 'createCustomer', count: 2 } as const;
  const options = { status: 503, when: 'before' };
  const { faults } = await sandboxControls.setFault({ profileId, ...fault, options });
  expect(faults).toMatchObject([{ ...fault, options }]);
  expect((await safe(createCustomer('ada@example.com'))).error).toBeDefined();
  const cleared = await sandboxControls.clearFaults({ profileId, id: faults[0]?.id ?? '' });
  expect(cleared.faults).toEqual([]);
  const signature = { kind: 'signature', operation: null, count: null } as const;
  await sandboxControls.setFault({ profileId, ...signature, options: { signing: 'missing' } });
  expect((await sandboxControls.clearFaults({ profileId, id: null })).faults).toEqual([]);
  const odd = { kind: 'delay', operation: '*', count: 1, options: { ms: 'soon' } } as const;
  const { error } = await safe(sandboxControls.setFault({ profileId, ...odd }));
  expect(error).toMatchObject({ code: 'INVALID', data: { status: 400 } });

  const change = { profileId, name: 'kycGate', value: true } as const;
  expect((await sandboxControls.changeSwitch(change)).switches['kycGate']).toBe(true);
  expect((await sandboxControls.resetSwitches({ profileId })).switches['kycGate']).toBe(false);
});

it('fills the sandbox once, so that every screen shows something', {
  timeout: 60_000,
}, async () => {
  const { bridge } = running;
  await bridge.sandboxControls.changeSwitch({
    profileId,
    name: 'feeSpelling',
    value: 'integratorBpsFee',
  });
  const before = performance.now();
  expect((await bridge.sandboxControls.fill({ profileId })).state).toBe('filling');
  const again = await safe(bridge.sandboxControls.fill({ profileId }));
  expect(again.error).toMatchObject({ code: 'INVALID', data: { cause: 'samples' } });
  await filled();
  process.stdout.write(`sample data: ${Math.round(performance.now() - before)} ms\n`);

  const { counts, switches, faults } = await bridge.sandboxControls.state();
  expect(counts).toMatchObject({ customers: 12, virtualAccounts: 5, bankAccounts: 2, webhooks: 1 });
  expect(counts.payouts).toBe(21);
  expect([switches, faults]).toEqual([{ ...defaultSettings, feeSpelling: 'integratorBpsFee' }, []]);
  const states = (await bridge.sandboxControls.payouts({ virtualAccountId: null, id: null })).map(
    ({ state }) => state,
  );
  expect(new Set(states).size).toBe(8);

  const customers = await bridge.customers.list({});
  expect(customers.rows.map(({ name }) => name)).toContain('Northwind Trading');
  expect(new Set(customers.profileStatuses)).toEqual(
    new Set(['approved', 'incomplete', 'pending', 'rejected']),
  );
  const { rows: accounts } = await bridge.virtualAccounts.list({});
  expect(accounts.filter(({ hasMismatch }) => hasMismatch)).toHaveLength(1);
  expect((await bridge.changes.list({})).total).toBeGreaterThan(0);
  expect((await bridge.webhooks.list()).rows).toMatchObject([{ wayIn: { state: 'proven' } }]);

  const gaps = await until(bridge, async () => {
    const found = await bridge.timeline.gaps({ from: null, to: null });
    return found.some(({ missed }) => missed.length > 0) && found;
  });
  expect(gaps.flatMap(({ missed }) => missed.map(({ name }) => name))).toEqual(
    expect.arrayContaining(['payout.funded', 'payout.processing']),
  );
  const payouts = await bridge.timeline.list({ filter: { names: ['payout.successful'] } });
  const first = Math.min(...payouts.rows.map(({ happenedAt }) => Date.parse(happenedAt ?? '')));
  expect(Date.now() - first).toBeGreaterThan(30 * 24 * 3_600_000);

  const unresolved = (await bridge.intents.list({ state: 'unknown' })).rows;
  expect(unresolved.map(({ operation }) => operation)).toEqual(['createCustomer']);
  expect((await bridge.onboarding.list({ group: 'us' })).counts.us).toBe(1);
  const runs = (await bridge.bulk.runs.list({})).rows;
  expect(runs).toMatchObject([{ state: 'paused', cause: 'long-wait' }]);
  expect((await bridge.changes.list({ state: 'signed-off' })).total).toBeGreaterThan(0);
  expect(await bridge.reports.closes()).toMatchObject([{ version: 1 }]);
  const known = await bridge.payouts.list({ without: 'in' });
  expect(known.rows).toMatchObject([{ state: 'created', in: { amount: null } }]);
  // Each line follows its own part of the records.
  const leading = ['unresolved', 'mismatches', 'changes', 'deliveries', 'bulk', 'onboarding'];
  await expect
    .poll(async () => (await bridge.overview.needs({})).needs.map(({ kind }) => kind))
    .toEqual(expect.arrayContaining([...leading, 'payoutsFailed', 'payoutsStuck']));

  const paid = (await bridge.payouts.list({ states: ['successful'] })).rows[0];
  expect(paid).toMatchObject({ transaction: expect.stringMatching(/^0x/), reference: null });
  const byId = await bridge.search.find({ search: paid?.id ?? '' });
  expect(byId.failed).toEqual([]);
  expect(byId.items).toContainEqual({
    kind: 'payout',
    id: paid?.id,
    at: paid?.updated,
    title: null,
    money: { amount: paid?.in.amount, currency: paid?.in.currency },
    details: [paid?.customerName],
    state: 'successful',
  });
  const byName = await bridge.search.find({ search: paid?.customerName ?? '' });
  expect(byName.items.map(({ kind }) => kind)).toContain('payout');
});

it('starts anew once a person confirmed it, with nothing of before', {
  timeout: 60_000,
}, async () => {
  const { bridge } = running;
  await createCustomer('ada@example.com');
  await bridge.tunnels.open({ id: 'sandbox' });
  const folder = join(directory.path, 'profiles', profileId);
  const { path } = await bridge.profiles.startAnew({ id: profileId });
  expect(documentAt(running, path)).toContain('Erases the sandbox’s customers');
  expect((await bridge.customers.list({})).total).toBe(1);
  expect(await submitDocument(running, path)).toContain('The sandbox is reset');

  const [profile, ...others] = await bridge.profiles.list();
  expect(others).toEqual([]);
  expect(profile).toMatchObject({ environment: 'built-in', isSelected: true });
  expect(profile?.id).toMatch(/^built-in-[0-9a-f]{12}$/);
  expect([existsSync(folder), await bridge.profiles.aside()]).toEqual([false, []]);
  const { counts, samples } = await bridge.sandboxControls.state();
  expect([counts.customers, counts.events, samples.state]).toEqual([0, 0, 'none']);
  expect((await bridge.customers.list({})).known).toBe(0);
  expect((await bridge.webhooks.list()).rows).toEqual([]);
  const { rows: entries } = await bridge.audit.list({});
  expect(entries.map(({ action }) => action)).toContain('profile.started-anew');

  // It is the one that a start finds again, and it is used like the first.
  await running.console.dispose();
  running = await directory.start();
  expect(await running.bridge.profiles.list()).toMatchObject([{ id: profile?.id }]);
  await running.bridge.sandboxControls.fill({ profileId: profile?.id ?? '' });
  await filled();
});

it('controls a hosted sandbox whose control plane a person entered, and for that base URL alone', async () => {
  await using hosted = await startSandbox();
  const { bridge } = running;
  const input = { name: 'Ours', environment: 'sandbox', baseUrl: hosted.sandbox.baseUrl } as const;
  const { id } = await addProfile(running, input);
  await bridge.profiles.select({ id });
  const { controlUrl, controlToken } = hosted.sandbox;
  const set = async (token: string) => {
    const { path } = await bridge.profiles.setControl({ id, controlUrl });
    expect(documentAt(running, path)).toContain(controlUrl);
    return await submitDocument(running, path, { token });
  };
  expect(await set('wrong')).toContain('refused its token');
  expect(await bridge.profiles.control({ id })).toEqual({ controlUrl: null });
  expect(await set(controlToken)).toContain('can be controlled');
  expect(await bridge.profiles.control({ id })).toEqual({ controlUrl });
  expect((await bridge.sandboxControls.state()).counts.customers).toBe(0);
  const change = { profileId: id, name: 'kycGate', value: true } as const;
  expect((await bridge.sandboxControls.changeSwitch(change)).switches['kycGate']).toBe(true);
  const samples = await safe(bridge.sandboxControls.fill({ profileId: id }));
  expect(samples.error).toMatchObject({ data: { cause: 'no-controls' } });
  const { rows } = await bridge.audit.list({});
  expect(JSON.stringify(rows)).not.toContain(controlToken);

  const { port } = new URL(hosted.sandbox.baseUrl);
  await hosted.sandbox.close();
  await using restarted = await startSandbox({ port: Number(port) });
  const refused = await safe(bridge.sandboxControls.state());
  expect(refused.error).toMatchObject({
    code: 'INVALID',
    data: { cause: refusedTokenCause, sentence: expect.stringContaining('was probably restarted') },
  });
  expect(await set('wrong')).not.toContain('was probably restarted');
  expect(await set(restarted.sandbox.controlToken)).toContain('can be controlled');
  expect((await bridge.sandboxControls.state()).counts.customers).toBe(0);

  const { path } = await bridge.profiles.changeAddress({ id, baseUrl: 'http://127.0.0.1:9' });
  await submitDocument(running, path);
  expect(await bridge.profiles.control({ id })).toEqual({ controlUrl: null });
  expect((await safe(bridge.sandboxControls.state())).error).toMatchObject({
    data: { cause: 'no-controls' },
  });
  await bridge.profiles.forgetControl({ id });
  const real = { name: 'Real', environment: 'production', baseUrl: controlUrl } as const;
  const production = await addProfile(running, real);
  for (const other of [production.id, profileId]) {
    const refused = await safe(bridge.profiles.setControl({ id: other, controlUrl }));
    expect(refused.error).toMatchObject({ code: 'INVALID' });
  }
  const open = await safe(bridge.profiles.setControl({ id, controlUrl: 'http://example.com' }));
  expect(open.error).toMatchObject({ code: 'INVALID' });
});

it('is absent in every other profile', async () => {
  const { bridge } = running;
  for (const environment of ['sandbox', 'production'] as const) {
    const input = { name: environment, environment, baseUrl: 'http://127.0.0.1:9' };
    const { id } = await addProfile(running, input);
    await bridge.profiles.select({ id });
    const calls = [
      bridge.sandboxControls.state(),
      bridge.sandboxControls.customers({ id: null }),
      bridge.sandboxControls.fill({ profileId: id }),
      bridge.sandboxControls.moveKyc({ profileId: id, id: 'customer_x', to: 'pending' }),
      bridge.sandboxControls.setFault({
        profileId: id,
        kind: 'drop',
        operation: '*',
        count: 1,
        options: {},
      }),
    ];
    for (const call of calls) {
      const { error } = await safe<unknown>(call);
      expect(error).toMatchObject({ code: 'INVALID', data: { cause: 'no-controls' } });
    }
    const { error } = await safe(bridge.profiles.startAnew({ id }));
    expect(error).toMatchObject({ code: 'INVALID' });
  }
});
