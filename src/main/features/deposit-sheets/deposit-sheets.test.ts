import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import papa from 'papaparse';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompanyInput } from '../../../bridge/deposit-sheets.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { jpeg, plainPng } from '../../core/pdf/testing/pictures.ts';
import { readPdf, textOf } from '../../core/pdf/testing/read-pdf.ts';
import { accountDetail } from './testing/accounts.ts';
import {
  everyone,
  openTestSheets,
  order,
  seed,
  type TestSheets,
} from './testing/open-test-sheets.ts';
import { type StartThread, startSheetThread } from './writing/start-thread.ts';

let test: TestSheets;
beforeEach(() => {
  test = openTestSheets();
});

it('waits until all that is known was looked through', async () => {
  const account = accountDetail();
  test.known.accounts = [account];
  test.known.behind = [account.id];
  const check = await test.sheets.check({ ids: [account.id] });
  expect(check).toMatchObject({ total: 1, ready: 0, leftOutTotal: 1 });
  test.known.changed = new Set();
  await expect(test.sheets.text(account.id, null)).rejects.toMatchObject({ code: 'INVALID' });
});

describe('a file of sheets', () => {
  it('holds a page for each account, and says who is left out and why', async () => {
    test.known.accounts = seed(45);
    test.known.accounts[3] = accountDetail({ id: 'virtualAccount_3', active: false });
    test.known.accounts[4] = accountDetail({ id: 'virtualAccount_4', customerName: '中村' });
    test.known.changed = new Set(['virtualAccount_5']);
    const { view, download, bytes } = await test.made({
      selection: { ids: test.known.accounts.map(({ id }) => id) },
    });
    expect(view).toMatchObject({ status: 'done', done: 42, leftOutTotal: 3, format: 'pdf' });
    expect(download).toMatchObject({
      type: 'application/pdf',
      fileName: 'deposit-sheets-20261121-204000Z.pdf',
    });
    expect(view.leftOut).toEqual([
      {
        accountId: 'virtualAccount_3',
        customerName: 'Ada Byron',
        reasons: ['The account is not active.'],
      },
      {
        accountId: 'virtualAccount_5',
        customerName: 'Customer 5',
        reasons: ['It changed, and nobody has signed that off.'],
      },
      {
        accountId: 'virtualAccount_4',
        customerName: '中村',
        reasons: [
          'The customer’s name contains characters that a PDF can’t show correctly: “中” (U+4E2D), “村” (U+6751).',
        ],
      },
    ]);
    const pages = await readPdf(bytes);
    expect(pages.map((page) => page.texts.at(-2)?.text)).toEqual(
      test.known.accounts
        .filter((_, at) => ![3, 4, 5].includes(at))
        .map(({ id }) => `Virtual account ${id}`),
    );
    expect(test.audited.at(-1)).toMatchObject({
      action: 'sheets.export.done',
      facts: { packing: 'one', paper: 'a4', sheets: 42, leftOut: 3, fileSha256: sha256Hex(bytes) },
    });
  });

  it('as a table has a row for each account, whole numbers, and nothing that a spreadsheet runs', async () => {
    test.known.accounts = seed(2);
    test.known.accounts[1] = accountDetail({
      id: 'virtualAccount_1',
      customerName: '=HYPERLINK("x")',
    });
    const { bytes } = await test.made({ format: 'csv' });
    const { data } = papa.parse<Record<string, string>>(bytes.toString('utf8').trim(), {
      header: true,
    });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      'virtual account ID': 'virtualAccount_0',
      'account number': "'000123456789",
      'routing number': "'101019644",
      'wallet address': '0x52908400098527886E0F7030069857D2E4169EE7',
      'issued at': '2026-11-21T20:40:00.000Z',
    });
    expect(data[1]?.['customer name']).toBe('\'=HYPERLINK("x")');
  });

  it('as text holds what the preview shows, one account after the other', async () => {
    test.known.accounts = seed(2);
    const text = await test.textOfAccount(0);
    expect(text).toContain('Account number: 000123456789\n');
    expect(text).toContain('Beneficiary address: 1801 Main St., Kansas City, MO 64108\n');
    expect(text).toContain('Wallet address: 0x52908400098527886E0F7030069857D2E4169EE7\n');
    expect(text).toContain('Issued 21 November 2026. Data as of 21 November 2026, 20:30 UTC.\n');
    const { bytes } = await test.made({ format: 'text' });
    const [first = '', second = ''] = bytes.toString('utf8').split(`\n${'-'.repeat(72)}\n\n`);
    expect(first).toBe(text);
    expect(second).toBe(await test.textOfAccount(1));
  });
});

describe('a zip', () => {
  it.each(['pdf', 'text', 'csv'] as const)(
    'of %s holds a file for each account, byte for byte what it is alone',
    async (format) => {
      test.known.accounts = seed(3);
      test.known.accounts[2] = accountDetail({
        id: 'virtualAccount_2',
        customerName: 'Ünal/../Öz',
      });
      const { bytes, download, view } = await test.made({ format, packing: 'zip' });
      expect(download).toMatchObject({ type: 'application/zip' });
      expect(download.fileName).toMatch(/^[\w.-]+\.zip$/);
      expect(view).toMatchObject({ done: 3, leftOutTotal: 0 });
      const entries = unzipSync(bytes);
      const ending = { pdf: 'pdf', text: 'txt', csv: 'csv' }[format];
      expect(Object.keys(entries)).toEqual([
        `Customer-0-virtualAccount-0.${ending}`,
        `Customer-1-virtualAccount-1.${ending}`,
        `Unal-Oz-virtualAccount-2.${ending}`,
      ]);
      const ids = test.known.accounts.map(({ id }) => id);
      for (const [at, entry] of Object.values(entries).entries()) {
        const alone = await test.made({ format, selection: { ids: [ids[at] ?? ''] } });
        if (format === 'pdf') {
          const [page, ...more] = await readPdf(entry);
          const [only] = await readPdf(alone.bytes);
          expect(more).toEqual([]);
          expect(page?.texts).toEqual(only?.texts);
        } else {
          expect(Buffer.from(entry).equals(alone.bytes)).toBe(true);
        }
      }
    },
    20_000,
  );

  it('is the same, byte for byte, for the same order', async () => {
    test.known.accounts = seed(3);
    const one = await test.made({ packing: 'zip' });
    expect(one.bytes.equals((await test.made({ packing: 'zip' })).bytes)).toBe(true);
  });
});

describe('an order', () => {
  it('tells how far it is, is stopped, and leaves nothing behind', async () => {
    test.known.accounts = seed(2000);
    const { id } = await test.sheets.start(order({ packing: 'zip' }));
    while (test.sheets.get(id).done === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const running = test.sheets.get(id);
    expect(running).toMatchObject({ status: 'running', total: 2000, path: null });
    expect(running.done % 20).toBe(0);
    test.files.cancel(id);
    expect(await test.finished(id)).toMatchObject({
      status: 'cancelled',
      path: null,
      sentence: null,
    });
    expect(readdirSync(test.exportsFolder)).toEqual([]);
    expect(test.audited.at(-1)).toMatchObject({
      action: 'sheets.export.cancelled',
      facts: { sheets: 0 },
    });
  });

  it('of accounts that all are left out makes no file, and says why', async () => {
    test.known.accounts = [accountDetail({ id: 'virtualAccount_0', active: false })];
    const ids = ['virtualAccount_0'];
    expect(
      await test.finished((await test.sheets.start(order({ selection: { ids } }))).id),
    ).toMatchObject({
      status: 'failed',
      sentence: 'No sheet was made. The account is not active.',
      leftOutTotal: 1,
    });
    expect(
      await test.finished((await test.sheets.start(order({ selection: { ids: ['x', 'y'] } }))).id),
    ).toMatchObject({
      sentence: 'No sheet was made: none of the 2 accounts can get one. The list shows why.',
    });
    expect(readdirSync(test.exportsFolder)).toEqual([]);
  });

  it('is written where a person chose, whole or not at all', async () => {
    const path = join(testFolder(), 'chosen.pdf');
    test = openTestSheets({ chooseFile: () => Promise.resolve(path) });
    test.known.accounts = seed(1);
    expect(await test.finished((await test.sheets.start(order())).id)).toMatchObject({
      status: 'done',
      savedTo: path,
    });
    const [page] = await readPdf(readFileSync(path));
    expect(page === undefined ? '' : textOf(page)).toContain('For Customer 0');
  });

  it('is not taken out of the past, for nobody, or for more than one file holds', async () => {
    const past = test.sheets.start(order({ knownAt: '2026-11-20T00:00:00.000Z' }));
    await expect(past).rejects.toThrow('Return to now');
    await expect(test.sheets.check(everyone)).rejects.toThrow(
      'No virtual account matches the filter.',
    );
    test.known.accounts = seed(10_001);
    await expect(test.sheets.check(everyone)).rejects.toThrow(
      '10,001 virtual accounts match the filter; the limit is 10,000. Narrow the filter.',
    );
  });

  it('is looked through first', async () => {
    test.known.accounts = seed(450);
    test.known.accounts[7] = accountDetail({
      id: 'virtualAccount_7',
      customerName: 'Customer 7',
      active: null,
    });
    expect(await test.sheets.check(everyone)).toEqual({
      total: 450,
      ready: 449,
      first: 'virtualAccount_0',
      leftOutTotal: 1,
      leftOut: [
        {
          accountId: 'virtualAccount_7',
          customerName: 'Customer 7',
          reasons: ['The service has not confirmed that the account is active.'],
        },
      ],
    });
    await expect(test.textOfAccount(7)).rejects.toThrow('not confirmed');
    await expect(test.sheets.preview('virtualAccount_7', null)).rejects.toThrow('not confirmed');
  });
});

describe('in the thread of its own', () => {
  beforeEach(() => {
    test = openTestSheets({ startThread: startSheetThread });
  });

  it('500 sheets take bounded memory, and leave main its turns (tests/bench/sheets-run.ts)', async () => {
    const groups: { readonly count: number; readonly isTurnFirst: boolean }[] = [];
    const startThread: StartThread = () => {
      const thread = startSheetThread();
      const add: typeof thread.add = async (contents) => {
        const written = thread.add(contents);
        const turns = [nextTurn().then(() => true), written.then(() => false)];
        groups.push({ count: contents.length, isTurnFirst: await Promise.race(turns) });
        return await written;
      };
      return { ...thread, add };
    };
    test = openTestSheets({ startThread });
    test.known.accounts = seed(500);
    await test.made({ selection: { ids: ['virtualAccount_0'] } });
    const before = process.memoryUsage().rss;
    const { bytes } = await test.made();
    expect(groups.slice(1)).toEqual(Array(25).fill({ count: 20, isTurnFirst: true }));
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    expect((await readPdf(bytes)).length).toBe(500);
  });

  it('a zip is stopped in the middle, and a picture that is none is refused all the same', async () => {
    test.known.accounts = seed(2000);
    const { id } = await test.sheets.start(order({ packing: 'zip' }));
    while (test.sheets.get(id).done === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    test.files.cancel(id);
    expect(await test.finished(id)).toMatchObject({
      status: 'cancelled',
      path: null,
      sentence: null,
    });
    expect(readdirSync(test.exportsFolder)).toEqual([]);
    await expect(test.sheets.company.setLogo('bm90aGluZw==')).rejects.toThrow('not a PNG or JPEG');
  });
});

describe('the company', () => {
  const given: CompanyInput = {
    name: ' Northwind  Ltd ',
    addressLines: ['1 Main St', '', ' London '],
    paper: 'letter',
  };
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

  it('is nobody until it is saved, and stands on every sheet then', async () => {
    expect(test.sheets.company.get()).toEqual({
      name: '',
      addressLines: [],
      paper: 'a4',
      logo: null,
    });
    await test.sheets.company.setLogo(base64(jpeg()));
    const saved = await test.sheets.company.save(given);
    expect(saved).toMatchObject({
      name: 'Northwind Ltd',
      addressLines: ['1 Main St', 'London'],
      paper: 'letter',
      logo: { width: 64, height: 32, dataUrl: `data:image/jpeg;base64,${base64(jpeg())}` },
    });
    test.known.accounts = seed(1);
    const [page] = await readPdf((await test.made()).bytes);
    expect(page?.hasImage).toBe(true);
    expect(page === undefined ? '' : textOf(page)).toMatch(/^Northwind Ltd\n1 Main St\nLondon\n/);
    expect(await test.textOfAccount(0)).toMatch(/\nNorthwind Ltd\n1 Main St\nLondon\n$/);
    expect((await test.sheets.company.setLogo(null)).logo).toBeNull();
    expect(test.audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sheets.logo.set', 'sheets.company.saved', 'sheets.logo.removed']),
    );
  });

  it('keeps what it had when something of it can’t be printed, or is no logo', async () => {
    await test.sheets.company.save(given);
    await test.sheets.company.setLogo(base64(plainPng(4, 4)));
    const before = test.sheets.company.get();
    await expect(test.sheets.company.save({ ...given, name: '東京' })).rejects.toThrow(
      'The company’s name contains characters that a PDF can’t show correctly: “東” (U+6771), “京” (U+4EAC).',
    );
    await expect(test.sheets.company.setLogo(base64(Buffer.from('nothing')))).rejects.toThrow(
      'not a PNG or JPEG',
    );
    expect(test.sheets.company.get()).toEqual(before);
  });
});
