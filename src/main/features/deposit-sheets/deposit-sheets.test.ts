import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { unzipSync } from 'fflate';
import papa from 'papaparse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyInput, StartSheetsInput } from '../../../bridge/deposit-sheets.ts';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { migrate } from '../../../platform/migrations.ts';
import { systemRandom } from '../../../platform/random.ts';
import { openSqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import {
  type ChooseFile,
  type ExportFiles,
  openExportFiles,
} from '../../core/exports/export-files.ts';
import { Failed } from '../../core/intents/failed.ts';
import { jpeg, plainPng } from '../../core/pdf/testing/pictures.ts';
import { readPdf, textOf } from '../../core/pdf/testing/read-pdf.ts';
import { companyMigrations, openCompany } from './company/company.ts';
import { createDepositSheets, type Sheets } from './deposit-sheets.ts';
import { accountDetail } from './testing/accounts.ts';
import { inProcess } from './testing/in-process.ts';
import { startSheetThread } from './writing/start-thread.ts';

const now = Date.parse('2026-11-21T20:40:00.000Z');
let directory: string;
let sqlite: Sqlite;
let files: ExportFiles;
let sheets: Sheets;
let accounts: VirtualAccountDetail[];
let audited: { action: string; facts: JsonObject }[];
let told: string[];
let changed: ReadonlySet<string>;
/** Changed, and found only by waiting. */
let behind: string[];

beforeEach(() => {
  directory = testFolder();
  sqlite = openSqlite({ file: join(directory, 'profile.db'), key: new Uint8Array(32).fill(7) });
  migrate(sqlite, companyMigrations);
  accounts = [];
  audited = [];
  told = [];
  changed = new Set();
  behind = [];
  open();
});
afterEach(async () => {
  await files.close();
  sqlite.close();
});

function open(chooseFile: ChooseFile | null = null, startThread = inProcess): void {
  const clock = { now: () => now };
  files = openExportFiles({
    isTest: false,
    directory: join(directory, 'exports'),
    chooseFile,
    clock,
    random: systemRandom,
    isExpected: (error) => error instanceof Failed,
    log: { error: () => undefined },
  });
  sheets = createDepositSheets({
    company: openCompany(sqlite),
    files,
    clock,
    startThread,
    timeZone: 'UTC',
    isTest: false,
    audit: {
      append({ action, facts }) {
        audited.push({ action, facts });
        return { sequence: audited.length, at: '', action, facts, hash: '' };
      },
    },
    onChange: (what) => told.push(what),
    reads: {
      list({ offset, limit, search }) {
        const found = accounts.filter(({ customerName }) => customerName?.includes(search));
        return Promise.resolve({ rows: found.slice(offset, offset + limit), total: found.length });
      },
      get(id) {
        const found = accounts.find((account) => account.id === id);
        if (found !== undefined) return Promise.resolve(found);
        throw new Failed('NOT_FOUND', { sentence: `Nothing is known of ${id}.` });
      },
      followed: async () => {
        await Promise.resolve();
        for (const id of behind) changed = new Set([...changed, id]);
      },
      concerns: (id) => (changed.has(id) ? ['It changed, and nobody has signed that off.'] : []),
    },
  });
}

const seed = (count: number): void => {
  accounts = Array.from({ length: count }, (_, at) =>
    accountDetail({ id: `virtualAccount_${at}`, customerName: `Customer ${at}` }),
  );
};
const anything = { search: '', customerId: null, currency: null, network: null, label: null };
const filter = { ...anything, madeFrom: null, madeTo: null };
const everyone = { filter };
const textOfAccount = (number: number) => sheets.text(`virtualAccount_${number}`, null);
const order = (changes: Partial<StartSheetsInput> = {}): StartSheetsInput => ({
  selection: everyone,
  format: 'pdf',
  packing: 'one',
  paper: 'a4',
  knownAt: null,
  profileId: 'built-in',
  ...changes,
});

async function finished(id: string) {
  for (;;) {
    const view = sheets.get(id);
    if (view.status !== 'running') return view;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
async function made(changes: Partial<StartSheetsInput> = {}) {
  const view = await finished((await sheets.start(order(changes))).id);
  const download = files.take(view.path?.split('/').at(-1) ?? '');
  if (download === null) throw new Error(view.sentence ?? 'There is nothing to fetch.');
  return { view, download, bytes: await buffer(download.content) };
}

it('waits until all that is known was looked through', async () => {
  const account = accountDetail();
  accounts = [account];
  behind = [account.id];
  const check = await sheets.check({ ids: [account.id] });
  expect(check).toMatchObject({ total: 1, ready: 0, leftOutTotal: 1 });
  changed = new Set();
  await expect(sheets.text(account.id, null)).rejects.toMatchObject({ code: 'INVALID' });
});

describe('a file of sheets', () => {
  it('holds a page for each account, and says who is left out and why', async () => {
    seed(45);
    accounts[3] = accountDetail({ id: 'virtualAccount_3', active: false });
    accounts[4] = accountDetail({ id: 'virtualAccount_4', customerName: '中村' });
    changed = new Set(['virtualAccount_5']);
    const { view, download, bytes } = await made({
      selection: { ids: accounts.map(({ id }) => id) },
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
      accounts.filter((_, at) => ![3, 4, 5].includes(at)).map(({ id }) => `Virtual account ${id}`),
    );
    expect(audited.at(-1)).toMatchObject({
      action: 'sheets.export.done',
      facts: { packing: 'one', paper: 'a4', sheets: 42, leftOut: 3, fileSha256: sha256Hex(bytes) },
    });
  });

  it('as a table has a row for each account, whole numbers, and nothing that a spreadsheet runs', async () => {
    seed(2);
    accounts[1] = accountDetail({ id: 'virtualAccount_1', customerName: '=HYPERLINK("x")' });
    const { bytes } = await made({ format: 'csv' });
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
    seed(2);
    const text = await textOfAccount(0);
    expect(text).toContain('Account number: 000123456789\n');
    expect(text).toContain('Beneficiary address: 1801 Main St., Kansas City, MO 64108\n');
    expect(text).toContain('Wallet address: 0x52908400098527886E0F7030069857D2E4169EE7\n');
    expect(text).toContain('Issued 21 November 2026. Data as of 21 November 2026, 20:30 UTC.\n');
    const { bytes } = await made({ format: 'text' });
    const [first = '', second = ''] = bytes.toString('utf8').split(`\n${'-'.repeat(72)}\n\n`);
    expect(first).toBe(text);
    expect(second).toBe(await textOfAccount(1));
  });
});

describe('a zip', () => {
  it.each(['pdf', 'text', 'csv'] as const)(
    'of %s holds a file for each account, byte for byte what it is alone',
    async (format) => {
      seed(3);
      accounts[2] = accountDetail({ id: 'virtualAccount_2', customerName: 'Ünal/../Öz' });
      const { bytes, download, view } = await made({ format, packing: 'zip' });
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
      const ids = accounts.map(({ id }) => id);
      for (const [at, entry] of Object.values(entries).entries()) {
        const alone = await made({ format, selection: { ids: [ids[at] ?? ''] } });
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
    seed(3);
    const one = await made({ packing: 'zip' });
    expect(one.bytes.equals((await made({ packing: 'zip' })).bytes)).toBe(true);
  });
});

describe('an order', () => {
  it('tells how far it is, is stopped, and leaves nothing behind', async () => {
    seed(2000);
    const { id } = await sheets.start(order({ packing: 'zip' }));
    while (sheets.get(id).done === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    const running = sheets.get(id);
    expect(running).toMatchObject({ status: 'running', total: 2000, path: null });
    expect(running.done % 20).toBe(0);
    files.cancel(id);
    expect(await finished(id)).toMatchObject({ status: 'cancelled', path: null, sentence: null });
    expect(readdirSync(join(directory, 'exports'))).toEqual([]);
    expect(audited.at(-1)).toMatchObject({
      action: 'sheets.export.cancelled',
      facts: { sheets: 0 },
    });
  });

  it('of accounts that all are left out makes no file, and says why', async () => {
    accounts = [accountDetail({ id: 'virtualAccount_0', active: false })];
    const ids = ['virtualAccount_0'];
    expect(await finished((await sheets.start(order({ selection: { ids } }))).id)).toMatchObject({
      status: 'failed',
      sentence: 'No sheet was made. The account is not active.',
      leftOutTotal: 1,
    });
    expect(
      await finished((await sheets.start(order({ selection: { ids: ['x', 'y'] } }))).id),
    ).toMatchObject({
      sentence: 'No sheet was made: none of the 2 accounts can get one. The list shows why.',
    });
    expect(readdirSync(join(directory, 'exports'))).toEqual([]);
  });

  it('is written where a person chose, whole or not at all', async () => {
    const path = join(directory, 'chosen.pdf');
    open(() => Promise.resolve(path));
    seed(1);
    expect(await finished((await sheets.start(order())).id)).toMatchObject({
      status: 'done',
      savedTo: path,
    });
    const [page] = await readPdf(readFileSync(path));
    expect(page === undefined ? '' : textOf(page)).toContain('For Customer 0');
  });

  it('is not taken out of the past, for nobody, or for more than one file holds', async () => {
    const past = sheets.start(order({ knownAt: '2026-11-20T00:00:00.000Z' }));
    await expect(past).rejects.toThrow('Return to now');
    await expect(sheets.check(everyone)).rejects.toThrow('No virtual account matches the filter.');
    seed(10_001);
    await expect(sheets.check(everyone)).rejects.toThrow(
      '10,001 virtual accounts match the filter; the limit is 10,000. Narrow the filter.',
    );
  });

  it('is looked through first', async () => {
    seed(450);
    accounts[7] = accountDetail({
      id: 'virtualAccount_7',
      customerName: 'Customer 7',
      active: null,
    });
    expect(await sheets.check(everyone)).toEqual({
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
    await expect(textOfAccount(7)).rejects.toThrow('not confirmed');
    await expect(sheets.preview('virtualAccount_7', null)).rejects.toThrow('not confirmed');
  });
});

describe('in the thread of its own', () => {
  beforeEach(() => open(null, startSheetThread));

  it('500 sheets take bounded memory, and leave main its turns (tests/bench/sheets-run.ts)', async () => {
    const groups: { readonly count: number; readonly isTurnFirst: boolean }[] = [];
    open(null, () => {
      const thread = startSheetThread();
      const add: typeof thread.add = async (contents) => {
        const written = thread.add(contents);
        const turns = [nextTurn().then(() => true), written.then(() => false)];
        groups.push({ count: contents.length, isTurnFirst: await Promise.race(turns) });
        return await written;
      };
      return { ...thread, add };
    });
    seed(500);
    await made({ selection: { ids: ['virtualAccount_0'] } });
    const before = process.memoryUsage().rss;
    const { bytes } = await made();
    expect(groups.slice(1)).toEqual(Array(25).fill({ count: 20, isTurnFirst: true }));
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024);
    expect((await readPdf(bytes)).length).toBe(500);
  });

  it('a zip is stopped in the middle, and a picture that is none is refused all the same', async () => {
    seed(2000);
    const { id } = await sheets.start(order({ packing: 'zip' }));
    while (sheets.get(id).done === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    files.cancel(id);
    expect(await finished(id)).toMatchObject({ status: 'cancelled', path: null, sentence: null });
    expect(readdirSync(join(directory, 'exports'))).toEqual([]);
    await expect(sheets.company.setLogo('bm90aGluZw==')).rejects.toThrow('not a PNG or JPEG');
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
    expect(sheets.company.get()).toEqual({ name: '', addressLines: [], paper: 'a4', logo: null });
    await sheets.company.setLogo(base64(jpeg()));
    const saved = await sheets.company.save(given);
    expect(saved).toMatchObject({
      name: 'Northwind Ltd',
      addressLines: ['1 Main St', 'London'],
      paper: 'letter',
      logo: { width: 64, height: 32, dataUrl: `data:image/jpeg;base64,${base64(jpeg())}` },
    });
    seed(1);
    const [page] = await readPdf((await made()).bytes);
    expect(page?.hasImage).toBe(true);
    expect(page === undefined ? '' : textOf(page)).toMatch(/^Northwind Ltd\n1 Main St\nLondon\n/);
    expect(await textOfAccount(0)).toMatch(/\nNorthwind Ltd\n1 Main St\nLondon\n$/);
    expect((await sheets.company.setLogo(null)).logo).toBeNull();
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sheets.logo.set', 'sheets.company.saved', 'sheets.logo.removed']),
    );
  });

  it('keeps what it had when something of it can’t be printed, or is no logo', async () => {
    await sheets.company.save(given);
    await sheets.company.setLogo(base64(plainPng(4, 4)));
    const before = sheets.company.get();
    await expect(sheets.company.save({ ...given, name: '東京' })).rejects.toThrow(
      'The company’s name contains characters that a PDF can’t show correctly: “東” (U+6771), “京” (U+4EAC).',
    );
    await expect(sheets.company.setLogo(base64(Buffer.from('nothing')))).rejects.toThrow(
      'not a PNG or JPEG',
    );
    expect(sheets.company.get()).toEqual(before);
  });
});
