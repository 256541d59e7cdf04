/** Secrets of this installation that come back in the words of the world. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import { readPdf, textOf } from '../core/pdf/testing/read-pdf.ts';
import { openZip } from '../features/bulk/reading/unzip-within.ts';
import { bulkDraftOf, startedRun } from './testing/bulk.ts';
import {
  createReviewed,
  createTestDirectory,
  newIntentKey,
  type TestDirectory,
} from './testing/console.ts';
import { fileOf } from './testing/files.ts';
import { control, createWebhook, until } from './testing/webhooks.ts';

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

/** Of every entry of a workbook. */
function textOfZip(bytes: Uint8Array): string {
  const zip = openZip(bytes, { bytes: 2 ** 24, entries: 100 });
  return zip.names.map((name) => Buffer.from(zip.read(name, 2 ** 24)).toString('utf8')).join('');
}

it('takes nothing out in files that was kept before it was known to be a secret', async () => {
  const secret = 'opaque-token-0042';
  const known = createKnownSecrets();
  const running = await directory.start({ known });
  const { bridge } = running;
  const personalInformation = { firstName: 'Ada', lastName: secret };
  const { id: customerId } = await bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com', personalInformation },
  });
  const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
  const { id: accountId } = await createReviewed(bridge, {
    profileId: 'built-in',
    input: {
      customerId,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress,
    },
  });
  const file = `type,firstName,lastName,email\nindividual,Grace,${secret},grace@example.com`;
  const { id: runId } = await startedRun(running, await bulkDraftOf(running, file, 'customer'));
  known.learn(secret);

  const selection = { ids: [accountId] };
  const order = { profileId: 'built-in', selection, paper: 'a4' as const };
  const sheet = async (format: 'csv' | 'pdf') =>
    await fileOf(running, await bridge.depositSheets.start({ ...order, format, packing: 'one' }));
  const list = async (name: 'customers' | 'virtual-accounts', format: 'csv' | 'xlsx' = 'csv') =>
    await fileOf(
      running,
      await bridge.listExports.export({ listed: { list: name, query: {} }, format }),
    );
  const subject = { what: 'result', runId } as const;
  const result = async (format: 'csv' | 'xlsx') =>
    await fileOf(running, await bridge.bulk.file({ subject, format }));
  const [page] = await readPdf(await sheet('pdf'));
  const files = {
    customers: await list('customers'),
    accounts: await list('virtual-accounts'),
    sheet: await sheet('csv'),
    pdf: page === undefined ? '' : textOf(page),
    result: await result('csv'),
    workbook: textOfZip(await result('xlsx')),
    listed: textOfZip(await list('customers', 'xlsx')),
  };
  for (const [name, content] of Object.entries(files)) {
    expect(String(content), name).toContain('[secret removed]');
    expect(String(content), name).not.toContain(secret);
  }
}, 60_000);
