import Big from 'big.js';
import fc from 'fast-check';
import papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PayoutRow, payoutSides } from '../../../bridge/payouts.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { Failed } from '../../core/intents/failed.ts';
import { margins } from '../../core/pdf/look.ts';
import { misplacedOn, readPdf, textOf } from '../../core/pdf/testing/read-pdf.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { groupedAmount } from './on-paper.ts';
import { startStatement } from './statements.ts';
import { sumsOf } from './sums.ts';
import { openReportParts, type ReportParts } from './testing/report-parts.ts';

let testing: ReportParts;
beforeEach(() => {
  testing = openReportParts(openTestPayouts(), { at, eventOf });
});
afterEach(() => testing.remove());

const usd = (amount: string, fee?: string) => ({
  source: { amount, currency: 'USD' },
  destination: { amount, currency: 'USDC' },
  ...(fee === undefined ? {} : { fee: { amount: fee, currency: 'USD' } }),
});
const november = { from: '2026-11-01', to: '2026-11-30', timeZone: 'UTC' };
const ofCustomer = { kind: 'customer', id: 'customer_1' } as const;

const statement = async (changes: object = {}) =>
  await testing.fetched(
    await startStatement(testing.parts, {
      of: ofCustomer,
      ...november,
      format: 'csv',
      knownAt: null,
      ...changes,
    }),
  );
const rowsOf = (csv: Buffer) =>
  papa.parse<Record<string, string>>(csv.toString('utf8').slice(1).trim(), { header: true }).data;

it('lists the payouts of one customer in a period, oldest first, exactly', async () => {
  const { pay } = testing;
  pay({ id: 'payout_b', state: 'successful', minute: 60, amounts: usd('12500.75', '81.25') });
  pay({ id: 'payout_a', state: 'failed', minute: 5, amounts: usd('0.1') });
  pay({ id: 'payout_other', state: 'failed', minute: 7, customerId: 'customer_2' });
  pay({ id: 'payout_late', state: 'failed', minute: 60 * 24 * 20 });
  testing.now.at = at(60 * 24 * 40);
  testing.payouts.setNow(testing.now.at);
  const file = await statement();
  const rows = rowsOf(file);
  expect(rows.map((row) => [row['Payout ID'], row['State'], row['Amount in'], row['Fee']])).toEqual(
    [
      ['payout_a', 'failed', '0.1', ''],
      ['payout_b', 'successful', '12500.75', '81.25'],
    ],
  );
  expect(rows[0]).toMatchObject({ 'Amount in: currency': 'USD', 'For testing only': 'SANDBOX' });
  // What was added last stands last, so that files keep their order.
  expect(Object.keys(rows[0] ?? {}).slice(-7)).toEqual([
    'Data as of',
    'For testing only',
    'Period ended',
    'First day',
    'Last day',
    'Time zone',
    'Erased',
  ]);
  const days = { 'First day': november.from, 'Last day': november.to, 'Time zone': 'UTC' };
  expect(rows[0]).toMatchObject(days);
  expect(testing.payouts.audited.at(-1)).toMatchObject({
    action: 'statement.export.done',
    facts: { kind: 'customer', id: 'customer_1', rows: 2, fileSha256: sha256Hex(file) },
  });
});

it('says in the CSV what was not found of a payout, and what is in no row', async () => {
  testing.pay({ id: 'payout_c', state: 'pending', minute: 7 });
  const { observe } = testing.payouts;
  const timeless = { id: 'payout_x', customerId: 'customer_1' };
  observe(eventOf(901, 'payout.processing', timeless, 20) as never, at(20));
  observe(eventOf(902, 'payout.failed', {}, 21) as never, at(21));
  const rows = rowsOf(await statement());
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    'Payouts without a creation time': '1',
    'Payout events that name no payout': '1',
    'Not found': expect.stringContaining('amountIn currencyIn amountOut'),
    Ambiguous: '',
    Erased: '',
  });
});

it('tells in the CSV what was erased with a customer from what was not found', async () => {
  const customerId = 'customer_erased';
  testing.pay({ id: 'payout_c', state: 'pending', minute: 7, customerId });
  const [row] = rowsOf(await statement({ of: { kind: 'customer', id: customerId } }));
  expect(row?.['Erased']).toBe('walletAddress transaction reference');
  expect(row?.['Not found']).toContain('amountIn currencyIn amountOut');
  expect(row?.['Not found']).not.toMatch(/walletAddress|transaction|reference/);
});

it('sets totals by state and currency; what has no amount is counted and in none', async () => {
  const { pay } = testing;
  pay({ id: 'payout_a', state: 'successful', minute: 5, amounts: usd('12500.75', '81.25') });
  pay({ id: 'payout_b', state: 'successful', minute: 6, amounts: usd('0.1', '0.2') });
  pay({ id: 'payout_c', state: 'pending', minute: 7 });
  const pages = await readPdf(await statement({ format: 'pdf' }));
  const text = pages.map(textOf).join('\n');
  expect(text).toContain('SANDBOX: for testing only. No money moved.');
  expect(text).toContain('Name of customer_1');
  expect(text).toContain('1 November 2026 – 30 November 2026');
  expect(text).toContain('Received\n2\n12,500.85 USD\n0\n0');
  expect(text).toContain('Paid out\n2\n12,500.85 USDC\n0\n0');
  expect(text).toContain('Fees\n2\n81.45 USD\n0\n0');
  expect(text).toContain('In flight\n0\nnot found\n1\n0');
  expect(text).not.toContain('All states');
  expect(text).toContain('Successful\nFee\n2\n81.45 USD\n0\n0');
  expect(text).toContain('Pending\nAmount in\n0\nnot found\n1\n0');
  expect(text).toContain('3 payouts.');
  expect(text).not.toContain('test data');
});

it('says that totals hold payouts of test data', async () => {
  const payout = { id: 'payout_a', customerId: 'customer_1', created: at(5), ...usd('10') };
  const event = { ...eventOf(901, 'payout.create', payout, 5), mock: true };
  testing.payouts.observe(event as never, at(5));
  const text = (await readPdf(await statement({ format: 'pdf' }))).map(textOf).join(' ');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Payouts of test data are in these totals');
});

it('gives the same bytes as of the same moment, whatever arrived since', async () => {
  const { pay, now } = testing;
  pay({ id: 'payout_a', state: 'processing', minute: 5, amounts: usd('10.00') });
  const knownAt = at(100);
  const before = await Promise.all(['pdf', 'csv'].map((format) => statement({ format, knownAt })));
  pay({ id: 'payout_b', state: 'successful', minute: 6, amounts: usd('99.00') }, at(200));
  now.at = at(20_000);
  testing.payouts.setNow(now.at);
  const after = await Promise.all(['pdf', 'csv'].map((format) => statement({ format, knownAt })));
  expect(after.map((file, index) => file.equals(before[index] as Buffer))).toEqual([true, true]);
  expect(rowsOf(await statement())).toHaveLength(2);
});

it.each(['a4', 'letter'] as const)('on %s, no text is over another or outside', async (paper) => {
  const { parts, pay } = testing;
  const name = 'Rechtsanwältinnen Ábrahám-Ongedwongenheidsmaatschappij & Söhne Beteiligungs-GmbH';
  parts.customers.get = () => Promise.resolve({ name: `${name} ${name}` } as never);
  const { letterhead } = parts.company.get();
  parts.company.get = () => ({ letterhead, paper });
  const amounts = {
    source: { amount: '123456789012345678901234567890.123456789012345678', currency: 'USD' },
    destination: { amount: '0.000000000000000001', currency: 'AVERYLONGTOKEN' },
    reference: 'R'.repeat(200),
  };
  for (let count = 0; count < 60; count += 1) {
    const id = `payout_${'long'.repeat(count)}${count}`;
    pay({ id, state: 'successful', minute: 5 + count, amounts: count % 2 ? amounts : usd('1') });
  }
  const pages = await readPdf(await statement({ format: 'pdf' }));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(misplacedOn(page, margins)).toEqual([]);
});

it.each(['pdf', 'csv'] as const)(
  'says in a %s of a period that has not ended until when it knows',
  async (format) => {
    const text = async (changes: object) => {
      const file = await statement({ format, ...changes });
      if (format === 'csv') return JSON.stringify(rowsOf(file));
      return (await readPdf(file)).map(textOf).join('\n').replaceAll('\n', ' ');
    };
    const isOpen = { pdf: 'Period ended No. Payouts until', csv: '"Period ended":"no"' }[format];
    const none = /No payout was created until 27 November 2026, .*has not ended/;
    expect(await text({})).toContain(isOpen);
    expect(await text({})).toMatch(none);
    testing.pay({ id: 'payout_a', state: 'successful', minute: 5, amounts: usd('1') });
    expect(await text({})).toContain(isOpen);
    expect(await text({})).not.toMatch(none);
    const ended = await text({ to: '2026-11-20' });
    expect(ended).not.toContain(isOpen);
    expect(ended).not.toContain('Period ended No');
  },
);

it('says so where a period has no payouts, and refuses one that ends before it begins', async () => {
  const ended = { to: '2026-11-20' };
  const [page] = await readPdf(await statement({ format: 'pdf', ...ended }));
  expect(page === undefined ? '' : textOf(page)).toContain('No payout was created in this period.');
  expect(rowsOf(await statement(ended))).toEqual([
    expect.objectContaining({
      Created: 'No payout was created in this period.',
      'Payout ID': '',
      'Payouts without a creation time': '0',
    }),
  ]);
  await expect(statement({ to: '2026-10-01' })).rejects.toMatchObject({ code: 'INVALID' });
});

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, decimals]) =>
    new Big(digits.toString()).times(new Big(10).pow(-decimals)).toFixed(),
  );
const side = fc.record({
  amount: fc.option(amount),
  currency: fc.option(fc.constantFrom('USD', 'EUR', 'USDC')),
});

it('sums are those of the payouts, to the last digit; every row is in one sum or counted', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ in: side, out: side, fee: side })), (given) => {
      const rows = given as unknown as PayoutRow[];
      for (const each of payoutSides) {
        const { totals, withoutAmount, withoutCurrency } = sumsOf(rows, each);
        const counted = totals.reduce((count, total) => count + total.rows, 0);
        expect(counted + withoutAmount + withoutCurrency).toBe(rows.length);
        expect(withoutAmount).toBe(rows.filter((row) => row[each].amount === null).length);
        for (const { currency, amount: sum } of totals) {
          let left = new Big(sum);
          for (const row of rows) {
            const value = row[each];
            if (value.currency === currency && value.amount !== null)
              left = left.minus(value.amount);
          }
          expect(left.toFixed()).toBe('0');
        }
      }
    }),
  );
});

it.each([
  ['1234567.891', '1,234,567.891'],
  ['-1000', '-1,000.00'],
  ['0.000001', '0.000001'],
  ['999.5', '999.50'],
])('groups %s as %s', (given, shown) => {
  expect(groupedAmount(given)).toBe(shown);
});

it('holds what a clock ahead of this one observed, as the list does', async () => {
  const { pay, payouts } = testing;
  pay({ id: 'payout_a', state: 'successful', minute: 5, amounts: usd('1') });
  pay({ id: 'payout_b', state: 'successful', minute: 9_990, amounts: usd('500000') }, at(10_003));
  payouts.setNow(testing.now.at);
  const rows = rowsOf(await statement());
  expect(rows.map((row) => row['Payout ID'])).toEqual(['payout_a', 'payout_b']);
  expect(rows[0]?.['Data as of']).toBe(at(10_003));
});

it('waits for deliveries that were acknowledged, and is refused where they can’t be read', async () => {
  const { pay } = testing;
  const takingIn = (takeIn: () => Promise<void>) => {
    testing = { ...testing, parts: { ...testing.parts, takeIn } };
  };
  let isIn = false;
  takingIn(async () => {
    if (!isIn) pay({ id: 'payout_held', state: 'successful', minute: 5, amounts: usd('1') });
    isIn = true;
  });
  const rows = rowsOf(await statement());
  expect(rows.map((row) => row['Payout ID'])).toEqual(['payout_held']);
  takingIn(() => Promise.reject(new Failed('INVALID', { sentence: 'Not all could be read.' })));
  await expect(statement()).rejects.toThrow('Not all could be read.');
});

it('is made again as of a moment later than now, up to the newest event', async () => {
  const { pay, payouts, parts } = testing;
  pay({ id: 'payout_b', state: 'successful', minute: 5, amounts: usd('1') }, at(10_003));
  payouts.setNow(testing.now.at);
  const asked: (string | null)[] = [];
  const { get } = parts.customers;
  parts.customers.get = async (id, by) => {
    asked.push(by?.knownAt ?? null);
    return await get(id, by);
  };
  const again = await statement({ knownAt: at(10_003) });
  expect(again).toEqual(await statement());
  expect(asked).toEqual([null, null]);
  await expect(statement({ knownAt: at(10_004) })).rejects.toThrow();
});
