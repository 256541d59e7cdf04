/** What lists say beside the records themselves: known by hand alone, and labels to filter by. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestDirectory, type TestConsole, type TestDirectory } from './testing/console.ts';

let directory: TestDirectory;
let running: TestConsole;
beforeEach(async () => {
  directory = createTestDirectory();
  running = await directory.start();
});
afterEach(() => directory.remove());

const own = { profileId: 'built-in' };

/** By their ids alone. */
async function bring(...ids: readonly string[]): Promise<void> {
  const { imports } = running.bridge;
  const { id: uploadId } = await imports.upload({ id: null, text: ids.join('\n') });
  const { id } = await imports.preview({ uploadId, form: 'ids' });
  await imports.keep({ ...own, id });
}

it('bank accounts and webhooks are marked and filtered as customers are', async () => {
  const { bridge } = running;
  await bring('bankAccount_a', 'bankAccount_b', 'webhook_a', 'webhook_b');
  const label = { ...own, labels: ['Payroll'] };
  await bridge.annotations.setLabels({ ...label, kind: 'bankAccount', id: 'bankAccount_b' });
  await bridge.annotations.setLabels({ ...label, kind: 'webhook', id: 'webhook_b' });

  const all = await bridge.bankAccounts.list({});
  expect(all).toMatchObject({ total: 2, labels: ['Payroll'] });
  expect(all.rows.every(({ isRecordUnconfirmed }) => isRecordUnconfirmed)).toBe(true);
  const labelled = await bridge.bankAccounts.list({ label: 'Payroll' });
  expect(labelled).toMatchObject({ total: 1, known: 2 });
  expect(labelled.rows).toMatchObject([{ id: 'bankAccount_b', labels: ['Payroll'] }]);
  const found = await bridge.bankAccounts.list({ search: 'payr' });
  expect(found.rows.map(({ id }) => id)).toEqual(['bankAccount_b']);
  expect(await bridge.bankAccounts.get({ id: 'bankAccount_b' })).toMatchObject({
    isRecordUnconfirmed: true,
    labels: ['Payroll'],
  });

  const { rows } = await bridge.webhooks.list();
  expect(rows.toSorted((one, other) => one.id.localeCompare(other.id))).toMatchObject([
    { id: 'webhook_a', isRecordUnconfirmed: true, labels: [] },
    { id: 'webhook_b', isRecordUnconfirmed: true, labels: ['Payroll'] },
  ]);
});

it('an earlier moment finds nothing by what was written later', async () => {
  const { bridge } = running;
  await bring('customer_a');
  const knownAt = new Date(Date.now() + 1).toISOString();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(knownAt)));
  const label = { ...own, labels: ['Payroll'] };
  await bridge.annotations.setLabels({ ...label, kind: 'customer', id: 'customer_a' });
  const found = async (query: { search: string; knownAt?: string }) => [
    (await bridge.customers.list(query)).total,
    (await bridge.onboarding.list({ ...query, group: 'us' })).total,
  ];
  expect(await found({ search: 'payr' })).toEqual([1, 1]);
  expect(await found({ search: 'payr', knownAt })).toEqual([0, 0]);
  expect(await found({ search: 'customer_a', knownAt })).toEqual([1, 1]);
});

it('a business goes by the name that it was created with here, which is never sent', async () => {
  const { bridge } = running;
  const { id } = await bridge.customers.create({
    ...own,
    intentKey: '1'.repeat(32),
    ownName: ' Harbour  GmbH ',
    input: { type: 'business', email: 'desk@harbour.example' },
  });
  const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const account = await bridge.virtualAccounts.create({
    ...own,
    intentKey: '2'.repeat(32),
    reviewedAddress: walletAddress,
    input: {
      customerId: id,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress,
    },
  });
  expect(account).toMatchObject({ customerName: 'Harbour GmbH' });
  const { rows } = await bridge.customers.list({ search: 'harbour gm' });
  expect(rows).toMatchObject([{ id, name: 'Harbour GmbH', isOwnName: true }]);
  expect(JSON.stringify((await bridge.customers.get({ id })).asReceived)).not.toContain(
    'Harbour G',
  );

  const record = { ...own, kind: 'customer', id } as const;
  await bridge.annotations.setName({ ...record, name: 'Harbour AG' });
  expect((await bridge.virtualAccounts.list({})).rows).toMatchObject([
    { customerName: 'Harbour AG' },
  ]);
  await expect(
    bridge.annotations.setName({ ...record, kind: 'webhook', name: 'x' }),
  ).rejects.toThrow('Only a customer');
});

it('a secret in the name of a new customer is refused before anything is sent', async () => {
  const { bridge } = running;
  const creation = { ...own, intentKey: '1'.repeat(32), input: { type: 'business' } } as const;
  await expect(
    bridge.customers.create({ ...creation, ownName: 'secret_Ab12Cd34Ef56' }),
  ).rejects.toThrow('othing was saved');
  expect(await bridge.customers.list({})).toMatchObject({ known: 0 });
});
