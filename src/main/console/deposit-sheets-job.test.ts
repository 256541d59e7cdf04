import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainPng } from '../core/pdf/testing/pictures.ts';
import { readPdf, textOf } from '../core/pdf/testing/read-pdf.ts';
import {
  createReviewed,
  createTestDirectory,
  documentAt,
  newIntentKey,
  submitDocument,
  type TestDirectory,
} from './testing/console.ts';

let directory: TestDirectory;
beforeEach(() => {
  directory = createTestDirectory();
});
afterEach(() => directory.remove());

it('a letterhead is kept over a restart, and stands on the sheet of an account', async () => {
  const first = await directory.start();
  const letterhead = { name: 'Northwind', addressLines: ['1 Main St'], paper: 'letter' } as const;
  const { company } = first.bridge.depositSheets;
  const asked = await company.save({ ...letterhead, addressLines: ['1 Main St'] });
  expect(asked.saved).toBeNull();
  expect(documentAt(first, asked.path)).toMatch(/Northwind.*1 Main St/s);
  expect((await company.get()).name).toBe('');
  expect(await submitDocument(first, asked.path)).toContain('The letterhead is saved.');
  const base64 = Buffer.from(plainPng(4, 4)).toString('base64');
  const picture = await company.setLogo({ base64 });
  expect(documentAt(first, picture.path)).toContain(`src="data:image/png;base64,${base64}"`);
  expect((await company.get()).logo).toBeNull();
  expect(await submitDocument(first, picture.path)).toContain('The logo is set.');
  expect((await company.get()).logo).toMatchObject({ width: 4, height: 4 });
  // The paper alone, and no logo, ask nobody.
  expect(await company.setLogo({ base64: null })).toMatchObject({ saved: { logo: null } });
  const onA4 = await company.save({ ...letterhead, addressLines: ['1 Main St'], paper: 'a4' });
  expect(onA4.saved).toEqual({ ...letterhead, paper: 'a4', logo: null });
  await company.save({ ...letterhead, addressLines: ['1 Main St'] });
  const customer = await first.bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', personalInformation: { firstName: 'Ada', lastName: 'Byron' } },
  });
  const account = await createReviewed(first.bridge, {
    profileId: 'built-in',
    input: {
      customerId: customer.id,
      sourceCurrency: 'EUR',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  });
  await first.console.dispose();

  const { bridge, console: second } = await directory.start();
  expect(await bridge.depositSheets.company.get()).toEqual({ ...letterhead, logo: null });
  const selection = { ids: [account.id] };
  expect(await bridge.depositSheets.check({ selection })).toMatchObject({
    ready: 1,
    leftOutTotal: 0,
  });
  const input = {
    profileId: 'built-in',
    selection,
    format: 'pdf',
    packing: 'one',
    paper: 'letter',
  } as const;
  const { id } = await bridge.depositSheets.start(input);
  let file = await bridge.exports.get({ id });
  while (file.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 10));
    file = await bridge.exports.get({ id });
  }
  expect(file).toMatchObject({ status: 'done', done: 1, sentence: null });
  const download = second.downloads.take(file.path?.split('/').at(-1) ?? '');
  if (download === null) throw new Error('There is nothing to fetch.');
  const [page] = await readPdf(await buffer(download.content));
  const text = page === undefined ? '' : textOf(page);
  expect(text.split('\n').slice(0, 5)).toEqual([
    'Northwind',
    '1 Main St',
    'SANDBOX: for testing only. Do not send money.',
    'Deposit instructions',
    'For Ada Byron',
  ]);
  for (const { field, value } of account.depositInstructions) {
    expect(text.replaceAll(/\s/g, ''), field).toContain(value.replaceAll(/\s/g, ''));
  }
  const { rows } = await bridge.audit.list({});
  expect(rows.map(({ action }) => action)).toContain('sheets.export.done');
}, 60_000);

it('what is shown as text for an email is in the audit log, and is never taken out of the past', async () => {
  const { bridge } = await directory.start();
  const customer = await bridge.customers.create({
    profileId: 'built-in',
    intentKey: newIntentKey(),
    input: { type: 'individual', email: 'ada@example.com' },
  });
  const { id } = await createReviewed(bridge, {
    profileId: 'built-in',
    input: {
      customerId: customer.id,
      sourceCurrency: 'USD',
      destinationCurrency: 'USDC',
      network: 'ethereum',
      walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    },
  });
  const past = bridge.depositSheets.text({ id, knownAt: new Date().toISOString() });
  await expect(past).rejects.toMatchObject({ code: 'INVALID', data: { cause: 'as-of' } });
  const { text } = await bridge.depositSheets.text({ id });
  expect(text).toContain('Account number');
  // A page asks again for what it shows.
  await bridge.depositSheets.text({ id });
  const { rows } = await bridge.audit.list({});
  const entries = rows.filter(({ action }) => action === 'sheets.text.shown');
  expect(entries).toMatchObject([{ facts: { virtualAccountId: id } }]);
});
