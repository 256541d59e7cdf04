import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AddressRow } from '../../../bridge/address-book.ts';
import type { BankAccountRow } from '../../../bridge/bank-accounts.ts';
import type { CustomerRow } from '../../../bridge/customers.ts';
import { type ListedAs, listedAs } from '../../../bridge/list-exports.ts';
import type { OtherRecordRow } from '../../../bridge/other-records.ts';
import type { FieldChoice, ListPayoutsOutput, PayoutRow } from '../../../bridge/payouts.ts';
import { readColumns } from '../../../contract/fields.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { type ExportFiles, openExportFiles } from '../../core/exports/export-files.ts';
import type { RowsFormat } from '../../core/exports/row-writer.ts';
import { Failed } from '../../core/intents/failed.ts';
import { createListExports, type ListExports } from './list-exports.ts';

let directory: string;
let files: ExportFiles;
let lists: ListExports;
let audited: { action: string; facts: JsonObject }[];
let known: CustomerRow[];
/** Called between two pages. */
let between: () => void;
let payouts: PayoutRow[];
let payoutProgress: ListPayoutsOutput['progress'];
let fieldChoices: FieldChoice[];
/** All that was observed is gone through. */
let follow: () => void;
const at = '2026-11-20T12:00:00.000Z';

const customer = (number: number): CustomerRow => ({
  ...readColumns('customer', { body: { type: 'individual' }, entered: {} }),
  id: `customer_${number}`,
  name: `=Name ${number}`,
  isOwnName: false,
  isUnconfirmed: true,
  profiles: [{ name: 'base', status: 'incomplete' }],
  requiredCriteria: 2,
  virtualAccounts: 0,
  isRecordUnconfirmed: number === 1,
  labels: [],
  reference: null,
  firstLearnedAt: at,
  lastLearnedAt: at,
});
const page = <Row>(rows: readonly Row[], { offset, limit }: { offset: number; limit: number }) => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});
const addresses: readonly AddressRow[] = [
  {
    id: 1,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    label: '=Treasury',
    networks: ['base', 'ethereum'],
    uses: 2,
    customers: 1,
    firstUse: at,
    lastUse: at,
  },
  {
    id: 2,
    address: 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW',
    label: null,
    networks: ['tron'],
    uses: 1,
    customers: 1,
    firstUse: at,
    lastUse: at,
  },
];
const payout: PayoutRow = {
  id: 'payout_1',
  state: 'processing',
  isKnownState: true,
  isSinceTold: true,
  receivedAt: at,
  stateSince: at,
  customerId: null,
  customerName: '=cmd|calc',
  virtualAccountId: null,
  in: { amount: '12500.7500', currency: 'USD' },
  out: { amount: '123456789012345678.000000001', currency: 'USDC' },
  fee: { amount: null, currency: null },
  network: null,
  walletAddress: null,
  transaction: '007',
  reference: 'pays hunter2hunter2',
  created: null,
  updated: null,
  missingStates: [],
  unusualMoves: 0,
  isMock: false,
  notFound: [],
  ambiguous: [],
  events: 1,
  firstLearnedAt: at,
  lastLearnedAt: at,
};
const other: PayoutRow = {
  ...payout,
  id: 'payout_2',
  in: { amount: '0.1', currency: 'USD' },
  out: { amount: '0.5', currency: 'USDC' },
};
const nothing = { body: {}, entered: {} };
const wallet: OtherRecordRow = {
  ...readColumns('paymentLink', nothing),
  ...readColumns('wallet', {
    body: { nickname: '+Desk', network: 'base', primary: true },
    entered: {},
  }),
  id: 'wallet_1',
  kind: 'wallet',
  customerName: 'Ada Byron',
  state: 'created',
  lastLearnedAt: at,
  isRecordUnconfirmed: false,
  labels: [],
  reference: null,
};
const never = () => Promise.reject(new Error('not asked for'));

beforeEach(() => {
  directory = testFolder();
  audited = [];
  known = Array.from({ length: 450 }, (_, index) => customer(index + 1));
  between = () => undefined;
  payouts = [payout, other];
  payoutProgress = null;
  fieldChoices = [];
  follow = () => undefined;
  files = openExportFiles({
    isTest: false,
    directory: join(directory, 'exports'),
    chooseFile: null,
    isExpected: (error) => error instanceof Failed,
    clock: { now: () => Date.parse(at) },
    random: systemRandom,
    log: { error: () => undefined },
  });
  lists = createListExports({
    customers: {
      list(query) {
        if (query.offset > 0) between();
        const facts = {
          known: known.length,
          asOf: at,
          types: [],
          profileStatuses: [],
          labels: [],
        };
        return Promise.resolve({ ...page(known, query), ...facts });
      },
    },
    virtualAccounts: { list: never },
    bankAccounts: { list: (query) => Promise.resolve(page<BankAccountRow>([], query)) },
    payouts: {
      fieldChoices: () => fieldChoices,
      followed: async () => follow(),
      async list(query) {
        if (query.offset > 0) between();
        return { ...page(payouts, query), progress: payoutProgress };
      },
    },
    takeIn: () => Promise.resolve(),
    erased: { isKnown: () => false },
    otherRecords: { list: (query) => Promise.resolve(page([wallet], query)) },
    known: { values: () => ['hunter2hunter2'] },
    addressBook: {
      list({ search, ...query }) {
        const found = addresses.filter(({ label }) => (label ?? '').includes(search));
        return Promise.resolve({ ...page(found, query), known: addresses.length, asOf: null });
      },
    },
    webhooks: () => {
      throw new Failed('INVALID', { sentence: 'The receiver is not open.' });
    },
    annotations: {
      at: () => ({
        ofRows: (kind, ids) =>
          new Map(
            kind === 'customer' && ids.includes('customer_7')
              ? [['customer_7', { labels: ['VIP', '@home'], reference: '-1+1' }]]
              : [],
          ),
        labels: () => [],
        withLabel: () => [],
        found: () => [],
      }),
    },
    files,
    audit: {
      append({ action, facts }) {
        audited.push({ action, facts });
        return { sequence: audited.length, at, action, facts, hash: '' };
      },
    },
    clock: { now: () => Date.parse(at) },
    onChange: () => undefined,
  });
});
afterEach(async () => {
  await files.close();
});

async function written(listed: ListedAs, format: RowsFormat = 'csv') {
  const { id } = lists.start(listedAs.parse(listed), format);
  for (;;) {
    const file = files.get(id);
    if (file.status !== 'running') return file;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
const rowsOf = async (path: string | null) => {
  const download = files.take(path?.split('/').at(-1) ?? '');
  const content = download === null ? '' : await text(download.content);
  return papa.parse<Record<string, string>>(content.trim(), { header: true }).data;
};
const customers = { list: 'customers', query: {} } as const;

it('writes every row of the list, with what people wrote beside it, in harmless cells', async () => {
  const file = await written(customers);
  expect(file).toMatchObject({
    status: 'done',
    done: 450,
    fileName: 'customers-20261120-120000Z.csv',
  });
  const rows = await rowsOf(file.path);
  expect(rows).toHaveLength(450);
  expect(rows[6]).toMatchObject({
    'customer ID': 'customer_7',
    name: "'=Name 7",
    'name and email unconfirmed': 'yes',
    verification: 'base: incomplete',
    labels: 'VIP; @home',
    'your reference': "'-1+1",
    'record unconfirmed': 'no',
  });
  expect(rows[0]?.['record unconfirmed']).toBe('yes');
  expect(audited).toEqual([
    {
      action: 'list.export.done',
      facts: {
        exportId: file.id,
        list: 'customers',
        format: 'csv',
        rows: 450,
        knownAt: null,
        fileSha256: expect.stringMatching(/^[\da-f]{64}$/),
      },
    },
  ]);
});

it('is begun anew when something comes between, and gives up where that does not end', async () => {
  let came = 0;
  between = () => {
    if (came > 0) return;
    came += 1;
    known.unshift(customer(1_000));
  };
  const once = await written(customers);
  expect(once).toMatchObject({ status: 'done', done: 451 });
  expect(await rowsOf(once.path)).toHaveLength(451);
  // One that goes makes the next page begin one too late.
  const gone = known[0]?.id;
  let went = 0;
  between = () => {
    if (went > 0) return;
    went += 1;
    known.shift();
  };
  const without = await written(customers);
  expect(without).toMatchObject({ status: 'done', done: 450 });
  const ids = (await rowsOf(without.path)).map((row) => row['customer ID']);
  expect(ids).toEqual(known.map(({ id }) => id));
  expect(ids).not.toContain(gone);
  between = () => known.unshift(customer(2_000 + known.length));
  expect(await written(customers)).toMatchObject({
    status: 'failed',
    sentence:
      'The list kept changing while it was exported, so no file was saved. Try again in a moment.',
  });
});

it('of a moment of the past says so in its name and in each row, and an empty list is its first line', async () => {
  const query = { knownAt: '2026-11-19T08:30:00.000Z' };
  expect((await written({ list: 'bank-accounts', query })).fileName).toBe(
    'bank-accounts-as-of-20261119-083000Z.csv',
  );
  const [past] = await rowsOf((await written({ list: 'customers', query })).path);
  const [now] = await rowsOf((await written(customers)).path);
  expect(past).toEqual({ ...now, 'data as of': query.knownAt });
  const empty = await written({ list: 'bank-accounts', query: {} });
  expect(empty).toMatchObject({ status: 'done', done: 0 });
  expect(await rowsOf(empty.path)).toEqual([]);
});

it('writes the address book with whole addresses, as it is searched', async () => {
  const all = await written({ list: 'addresses' });
  expect(all).toMatchObject({ status: 'done', done: 2 });
  expect(all.fileName).toBe('addresses-20261120-120000Z.csv');
  expect(await rowsOf(all.path)).toEqual([
    {
      'wallet address': addresses[0]?.address,
      label: "'=Treasury",
      networks: 'base ethereum',
      uses: '2',
      customers: '1',
      'first use': at,
      'last use': at,
    },
    expect.objectContaining({ 'wallet address': addresses[1]?.address, label: '' }),
  ]);
  const found = await written({ list: 'addresses', search: 'Treas' });
  expect(await rowsOf(found.path)).toHaveLength(1);
});

it('writes XLSX whose amounts can be summed where all of a column are exact, and runs nothing', async () => {
  const file = await written({ list: 'payouts', query: {} }, 'xlsx');
  expect(file).toMatchObject({ status: 'done', fileName: 'payouts-20261120-120000Z.xlsx' });
  const download = files.take(file.path?.split('/').at(-1) ?? '');
  const parts = unzipSync(await buffer(download?.content ?? Readable.from([])));
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).not.toContain('<f>');
  // One column is of numbers. What a number would lose digits of is text, its whole column with it.
  const numbers = sheet.matchAll(
    /<c r="([A-Z]+)\d+" (?![^>]*t="(?:s|inlineStr)")[^>]*><v>([^<]*)/g,
  );
  expect([...numbers].map(([, column, value]) => [column, value])).toEqual([
    ['B', '12500.75'] as const,
    ['B', '0.1'] as const,
  ]);
  const texts = Object.values(parts)
    .map((part) => strFromU8(part))
    .join('');
  for (const text of ['#,##0.0000', '123456789012345678.000000001', '>0.5<', '=cmd|calc', '>007<'])
    expect(texts).toContain(text);
  expect(texts).not.toContain('hunter2hunter2');
});

it('waits for payouts that are being read, and tells none as whole before they are', async () => {
  payouts = [];
  payoutProgress = { done: 1, total: 3 };
  follow = () => {
    payouts = [payout, other];
    payoutProgress = null;
  };
  expect(await written({ list: 'payouts', query: {} })).toMatchObject({ status: 'done', done: 2 });
  follow = () => {
    payoutProgress = { done: 1, total: 3 };
  };
  expect((await written({ list: 'payouts', query: {} })).sentence).toContain('kept changing');
});

it('holds amounts of one field alone where another is chosen meanwhile', async () => {
  const rowsIn = (amount: string) =>
    Array.from({ length: 300 }, (_, index) => ({
      ...payout,
      id: `payout_${index}`,
      in: { ...payout.in, amount },
    }));
  payouts = rowsIn('10.00');
  between = () => {
    fieldChoices = [{ notion: 'amountIn', pointer: '/paid', decimals: null, chosenAt: at }];
    payouts = rowsIn('99.00');
  };
  const rows = await rowsOf((await written({ list: 'payouts', query: {} })).path);
  expect(rows.map((row) => row['amount in'])).toEqual(Array.from({ length: 300 }, () => '99.00'));
});

it('writes other records by kind, with the columns of that kind', async () => {
  const file = await written({ list: 'other-records', query: { kind: 'wallet' } });
  expect(file.fileName).toBe('wallets-20261120-120000Z.csv');
  expect(await rowsOf(file.path)).toEqual([
    expect.objectContaining({
      'wallet ID': 'wallet_1',
      nickname: "'+Desk",
      network: 'base',
      primary: 'yes',
      'customer name': 'Ada Byron',
      state: 'created',
    }),
  ]);
});

it('fails with why where the list can’t be read', async () => {
  expect(await written({ list: 'webhooks' })).toMatchObject({
    status: 'failed',
    sentence: 'The receiver is not open.',
  });
  expect(audited.at(-1)?.action).toBe('list.export.failed');
});
