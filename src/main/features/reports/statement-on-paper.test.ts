/** Statements as they are printed: drawn by a reader that is not ours, and compared with their CSV. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import Big from 'big.js';
import fc from 'fast-check';
import papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stateLabel } from '../../../bridge/state-label.ts';
import { png } from '../../core/pdf/testing/pictures.ts';
import { type ReadPage, readPdf } from '../../core/pdf/testing/read-pdf.ts';
import { at, eventOf, openTestPayouts } from '../payouts/testing/open-test-payouts.ts';
import { startStatement } from './statements.ts';
import { openReportParts, type Paid, type ReportParts } from './testing/report-parts.ts';

let testing: ReportParts;
beforeEach(() => {
  testing = openReportParts(openTestPayouts(), { at, eventOf });
});
afterEach(() => testing.remove());

const statement = async (format: 'pdf' | 'csv'): Promise<Buffer> =>
  await testing.fetched(
    await startStatement(testing.parts, {
      of: { kind: 'customer', id: 'customer_1' },
      format,
      knownAt: at(9_000),
      from: '2026-11-01',
      to: '2026-11-30',
      timeZone: 'Europe/Berlin',
    }),
  );

interface Drawn {
  readonly width: number;
  readonly height: number;
  /** How light each point is, row by row. */
  readonly points: Uint8Array;
}

async function drawn(pdf: Uint8Array): Promise<Drawn[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  try {
    const pages: Drawn[] = [];
    for (const page of document.pages()) {
      const { width, height, data } = await page.render({ scale: 1, render: 'bitmap' });
      // Red, green and blue by how light they look, in the order in which the reader has them.
      const light = (point: number) =>
        (data[point * 4] ?? 0) * 0.114 +
        (data[point * 4 + 1] ?? 0) * 0.587 +
        (data[point * 4 + 2] ?? 0) * 0.299;
      pages.push({
        width,
        height,
        points: Uint8Array.from({ length: width * height }, (_, point) => light(point)),
      });
    }
    return pages;
  } finally {
    document.destroy();
    library.destroy();
  }
}

const pictureOf = ({ width, height, points }: Drawn): Uint8Array =>
  png({
    width,
    height,
    depth: 8,
    kind: 0,
    rows: Array.from({ length: height }, (_, row) => [
      0,
      ...points.subarray(row * width, (row + 1) * width),
    ]),
  });

/** Of a picture as `pictureOf` makes it: one part of points, rows unfiltered. */
function pointsOf(picture: Buffer): Uint8Array {
  const begin = picture.indexOf('IDAT') + 4;
  const raw = inflateSync(picture.subarray(begin, begin + picture.readUInt32BE(begin - 8)));
  const width = picture.readUInt32BE(16);
  return raw.filter((_, place) => place % (width + 1) !== 0);
}

const usd = (amount: string, fee: string) => ({
  source: { amount, currency: 'USD' },
  destination: { amount, currency: 'USDC' },
  fee: { amount: fee, currency: 'USD' },
});
const printed: readonly Paid[] = [
  { id: 'payout_a', state: 'successful', minute: 5, amounts: usd('12500.75', '81.25') },
  { id: 'payout_b', state: 'successful', minute: 90, amounts: usd('0.1', '0.2') },
  {
    id: 'payout_c',
    state: 'failed',
    minute: 120,
    amounts: { ...usd('400.5', '2'), reference: 'INV-7' },
  },
  { id: 'payout_d', state: 'pending', minute: 300 },
  {
    id: 'payout_e',
    state: 'refunded',
    minute: 900,
    amounts: { source: { amount: '980', currency: 'EUR' }, reference: 'INV-8' },
  },
];

it('looks as the pictures that are kept', async () => {
  for (const one of printed) testing.pay(one);
  const pages = await drawn(await statement('pdf'));
  expect(pages.length).toBe(2);
  for (const [index, page] of pages.entries()) {
    const name = `statement-${index + 1}.png`;
    const kept = await readFile(join('tests/fixtures/reports', name));
    expect([kept.readUInt32BE(16), kept.readUInt32BE(20)]).toEqual([page.width, page.height]);
    const before = pointsOf(kept);
    const differing = page.points.filter(
      (point, place) => Math.abs(point - (before[place] ?? 0)) > 32,
    ).length;
    // For whoever changed how it looks: the new one, to look at and to keep.
    if (differing > 0) await writeFile(join('.cache', name), pictureOf(page));
    expect(differing, `.cache/${name} differs from the one in tests/fixtures/reports`).toBe(0);
  }
});

/** Texts of one line, from left to right. */
const linesOf = (pages: readonly ReadPage[]): string[][] =>
  pages.flatMap(({ texts }) =>
    [...Map.groupBy(texts, ({ y }) => y).values()].map((line) =>
      line.toSorted((one, other) => one.x - other.x).map(({ text }) => text),
    ),
  );

const sideNames = ['Amount in', 'Amount out', 'Fee'] as const;
type Row = Readonly<Record<string, string>>;
/** `12,500.75 USD`, as it stands on paper. */
const exact = (text: string): string => {
  const [amount = '', currency = ''] = text.split(' ');
  return text === 'not found'
    ? text
    : `${new Big(amount.replaceAll(',', '')).toFixed()} ${currency}`;
};
const inRow = (row: Row, side: string): string =>
  row[side] === ''
    ? 'not found'
    : `${new Big(row[side] ?? '').toFixed()} ${row[`${side}: currency`]}`;

const outcomes: readonly (readonly [string, (typeof sideNames)[number], readonly string[]])[] = [
  ['Received', 'Amount in', ['funded', 'processing', 'successful', 'refunded']],
  ['Paid out', 'Amount out', ['successful']],
  ['Fees', 'Fee', ['successful']],
  ['In flight', 'Amount in', ['pending', 'funded', 'processing']],
  ['Failed, cancelled or refunded', 'Amount in', ['failed', 'cancelled', 'refunded']],
];

/** As somebody with a calculator gets it from the CSV: name, rows, sum. */
function summed(rows: readonly Row[]): string[] {
  return outcomes.flatMap(([name, side, states], index) => {
    const some = rows.filter((row) => states.includes(row['State'] ?? ''));
    if (some.length === 0 && index > 2) return [];
    const told = some.filter((row) => row[side] !== '');
    const byCurrency = Map.groupBy(told, (row) => row[`${side}: currency`] ?? '');
    const isWhole = told.length === some.length && told.length > 0;
    const missing = isWhole ? [] : [`${name} 0 not found`];
    const sums = [...byCurrency]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, own]) => {
        const sum = own.reduce((all, row) => all.plus(row[side] ?? ''), new Big(0));
        return `${name} ${own.length} ${sum.toFixed()} ${currency}`;
      });
    return [...sums, ...missing];
  });
}

/** Exact digits, at most so many of them. */
const money = (most: number) =>
  fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 4 }))
      .map(([digits, decimals]) => new Big(digits).div(new Big(10).pow(decimals)).toFixed()),
  );
const anyPayout = fc.record({
  state: fc.constantFrom('pending', 'funded', 'processing', 'successful', 'failed', 'refunded'),
  minute: fc.integer({ min: 0, max: 5_000 }),
  currency: fc.constantFrom('USD', 'EUR'),
  paid: fc.record({ in: money(9_999_999), out: money(9_999_999), fee: money(99_999) }),
});

it('says on paper what its CSV says row by row, and the sums that its rows add up to', async () => {
  const property = fc.asyncProperty(
    fc.array(anyPayout, { minLength: 1, maxLength: 12 }),
    async (some) => {
      await testing.remove();
      testing = openReportParts(openTestPayouts(), { at, eventOf });
      for (const [index, { state, minute, currency, paid }] of some.entries()) {
        const sum = (amount: string | null, of: string) => amount && { amount, currency: of };
        const amounts = {
          source: sum(paid.in, currency),
          destination: sum(paid.out, 'USDC'),
          fee: sum(paid.fee, currency),
        };
        testing.pay({ id: `payout_${index}`, state, minute, amounts });
      }
      const lines = linesOf(await readPdf(await statement('pdf')));
      const csv = (await statement('csv')).toString('utf8').slice(1).trim();
      const rows = papa.parse<Row>(csv, { header: true }).data;
      expect(rows).toHaveLength(some.length);
      const told = lines.filter((line) => /^payout_\d+$/.test(line.at(-1) ?? ''));
      expect(
        told.map(([, state, ...cells]) => [state, ...cells.slice(0, 3).map(exact), cells[3]]),
      ).toEqual(
        rows.map((row) => [
          stateLabel(row['State'] ?? ''),
          ...sideNames.map((side) => inRow(row, side)),
          row['Payout ID'],
        ]),
      );
      const names = outcomes.map(([name]) => name);
      const totals = lines.filter(([name = '']) => names.includes(name));
      expect(totals.map(([name, count, sum = '']) => `${name} ${count} ${exact(sum)}`)).toEqual(
        summed(rows),
      );
    },
  );
  await fc.assert(property, { numRuns: 8, endOnFailure: true });
}, 60_000);
