import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDirectory, newIntentKey, type TestDirectory } from './testing/console.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const poisoned = '0x5290c0ffeec0ffeec0ffeec0ffeec0ffeec09ee7';
const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

/** The service, but its answers name another wallet than the one that was sent. */
const departing: typeof fetch = async (...asked) => {
  const answer = await fetch(...asked);
  const text = (await answer.text()).replaceAll(wallet, poisoned);
  const { status, headers } = answer;
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(text, { status, headers: kept });
};

interface Sent {
  walletAddress: string;
  reviewedAddress: string;
  network: string;
  integratorBpsFee: string;
  confirmations: string[];
}

async function start(options: { fetch?: typeof fetch } = {}) {
  const { bridge } = await directory.start(options);
  const { id } = await bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com' },
  });
  const create = ({ confirmations = [], ...more }: Partial<Sent> = {}) =>
    bridge.virtualAccounts.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      reviewedAddress: more.reviewedAddress ?? null,
      confirmations,
      input: {
        customerId: id,
        sourceCurrency: 'USD',
        destinationCurrency: 'USDC',
        network: more.network ?? 'ethereum',
        walletAddress: more.walletAddress ?? wallet,
        integratorBpsFee: more.integratorBpsFee ?? '40',
      },
    });
  const actions = async () => {
    const { rows } = await bridge.audit.list({});
    return rows.map(({ action }) => action);
  };
  return { bridge, create, actions };
}

describe('what is sent', () => {
  it('is the address that was reviewed, or nothing', async () => {
    const { bridge, create, actions } = await start();
    const checked = await bridge.addressBook.check({ network: 'ethereum', address: wallet });
    expect(checked).toMatchObject({ address: wallet, known: null, lookAlikes: [] });
    await expect(
      create({ walletAddress: poisoned, reviewedAddress: checked.address }),
    ).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'not-as-reviewed' } });
    expect((await bridge.intents.list({ operation: 'createVirtualAccount' })).total).toBe(0);
    expect(await actions()).not.toContain('virtual-account.create.journalled');
    const created = await create({ reviewedAddress: checked.address });
    expect(created).toMatchObject({ walletAddress: wallet, hasMismatch: false, clearance: null });
    const alike = await bridge.addressBook.check({ network: 'base', address: poisoned });
    expect(alike.lookAlikes).toMatchObject([{ address: wallet, uses: 1, customers: 1 }]);
  });

  it.each([
    ['an address nobody read', {}, 'not-as-reviewed'],
    ['an address of another network', { network: 'tron', reviewedAddress: wallet }, 'address'],
    ['a wrong checksum', { walletAddress: wallet.replace('EE7', 'Ee7') }, 'address'],
    ['a fee that takes all', { integratorBpsFee: '10000', reviewedAddress: wallet }, 'fee'],
  ])('is never %s', async (_, more, cause) => {
    const { bridge, create } = await start();
    await expect(create(more)).rejects.toMatchObject({ code: 'INVALID', data: { cause } });
    expect((await bridge.intents.list({ operation: 'createVirtualAccount' })).total).toBe(0);
  });

  it('is confirmed for that very address, look-alike and fee', async () => {
    const { bridge, create } = await start();
    await create({ reviewedAddress: wallet });
    const [known] = (await bridge.addressBook.list({})).rows;
    const sent = { walletAddress: poisoned, reviewedAddress: poisoned, integratorBpsFee: '501' };
    const address = `ethereum:${poisoned}`;
    const keys = [`compared:${address}`, `look-alike:${address}:${known?.id}`, 'fee:501'];
    for (const [at, words] of ['has no checksum', 'looks like', 'integrator fee'].entries()) {
      const confirmations = keys.filter((_, index) => index !== at);
      const refused = create({ ...sent, confirmations });
      await expect(refused).rejects.toMatchObject({
        code: 'INVALID',
        data: { cause: 'not-confirmed', sentence: expect.stringContaining(words) },
      });
    }
    const other = create({ ...sent, integratorBpsFee: '502', confirmations: keys });
    await expect(other).rejects.toMatchObject({ data: { cause: 'not-confirmed' } });
    const elsewhere = create({ ...sent, network: 'newchain', confirmations: keys });
    await expect(elsewhere).rejects.toMatchObject({ data: { cause: 'not-confirmed' } });
    expect((await bridge.intents.list({ operation: 'createVirtualAccount' })).total).toBe(1);
    const created = await create({ ...sent, confirmations: keys });
    expect(created.walletAddress).toBe(poisoned);
  });

  it('is never a secret, and nothing of one is journalled or logged', async () => {
    const { bridge, create, actions } = await start();
    const refusal = await create({ walletAddress: wif }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'INVALID', data: { cause: 'secret' } });
    const named = bridge.customers.create({
      profileId: 'built-in',
      intentKey: newIntentKey(),
      input: { type: 'individual', address: { line2: wif } },
    });
    await expect(named).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'secret' } });
    const journal = await bridge.intents.list({});
    expect(journal.total).toBe(1);
    expect(await actions()).not.toContain('virtual-account.create.journalled');
    const { rows } = await bridge.audit.list({});
    const kept = [journal, rows, directory.logged, refusal, Object(refusal).data, String(refusal)];
    expect(JSON.stringify(kept)).not.toContain(wif.slice(0, 12));
  });
});

describe('an answer with another wallet', () => {
  it('marks the account, is in the audit log, and stays so until a person clears it up', async () => {
    const { bridge, create, actions } = await start({ fetch: departing });
    const account = await create({ reviewedAddress: wallet });
    expect(account).toMatchObject({
      hasMismatch: true,
      clearance: null,
      mismatches: [{ field: 'destination.walletAddress', sent: wallet, received: poisoned }],
    });
    const { rows } = await bridge.audit.list({});
    const entry = rows.find(({ action }) => action === 'virtual-account.mismatch');
    expect(entry?.facts).toMatchObject({
      virtualAccountId: account.id,
      answerSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      differences: { 'destination.walletAddress': { sent: wallet, received: poisoned } },
    });
    const { id, mismatchDigest: digest } = account;
    const stale = bridge.virtualAccounts.signOffMismatch({
      profileId: 'built-in',
      id,
      digest: 'other',
      note: 'x',
    });
    await expect(stale).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'changed' } });
    const past = {
      id,
      profileId: 'built-in',
      digest,
      note: 'x',
      knownAt: '2026-01-01T00:00:00.000Z',
    };
    await expect(bridge.virtualAccounts.signOffMismatch(past)).rejects.toMatchObject({
      code: 'INVALID',
      data: { cause: 'as-of' },
    });
    expect((await bridge.virtualAccounts.get({ id })).clearance).toBeNull();

    await bridge.virtualAccounts.signOffMismatch({
      profileId: 'built-in',
      id,
      digest,
      note: 'Closed, ticket 17',
    });
    const cleared = await bridge.virtualAccounts.get({ id });
    expect(cleared).toMatchObject({
      hasMismatch: false,
      clearance: { note: 'Closed, ticket 17' },
      mismatches: [{ received: poisoned }],
    });
    expect((await bridge.virtualAccounts.list({})).rows).toMatchObject([{ hasMismatch: false }]);
    expect(await actions()).toContain('virtual-account.mismatch.cleared');
    // The address that only the answer gave is no known one.
    const checked = await bridge.addressBook.check({ network: 'ethereum', address: poisoned });
    expect(checked).toMatchObject({ known: null, lookAlikes: [{ address: wallet }] });
  });

  it('stays a stop when somebody brings the account as it should be', async () => {
    const { bridge, create } = await start({ fetch: departing });
    const { id, mismatches, asReceived } = await create({ reviewedAddress: wallet });
    const told = JSON.parse(JSON.stringify(asReceived).replaceAll(poisoned, wallet));
    const text = JSON.stringify({ ...told, updated: new Date().toISOString() });
    const { id: uploadId } = await bridge.imports.upload({ id: null, text });
    const { id: brought } = await bridge.imports.preview({ uploadId, form: 'json' });
    const order = { id: brought, profileId: 'built-in', withChanges: true };
    expect(await bridge.imports.keep(order)).toMatchObject({ kept: 1 });
    expect(await bridge.virtualAccounts.get({ id })).toMatchObject({
      hasMismatch: true,
      walletAddress: wallet,
      mismatches,
    });
    expect((await bridge.virtualAccounts.list({})).rows).toMatchObject([{ hasMismatch: true }]);
  });
});
