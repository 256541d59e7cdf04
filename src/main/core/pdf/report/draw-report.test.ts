import { expect, it } from 'vitest';
import { readLogo } from '../logo/logo.ts';
import { margins } from '../look.ts';
import { plainPng } from '../testing/pictures.ts';
import { misplacedOn, readPdf, textOf } from '../testing/read-pdf.ts';
import type { Report } from './report.ts';
import { createReportCalls } from './report-calls.ts';

const { print } = createReportCalls(import.meta.url);

const columns = [
  { label: 'Created', share: 2 },
  { label: 'Customer', share: 3 },
  { label: 'Paid in', share: 2, isNumber: true },
];

const report = (changes: Partial<Report> = {}): Report => ({
  letterhead: { name: 'Northwind Treasury', addressLines: ['18 Finsbury Circus'], logo: null },
  paper: 'a4',
  isTest: false,
  createdAt: '2026-11-21T20:40:00.000Z',
  title: 'Statement',
  subtitle: 'Ada Byron',
  facts: [['Period', '1 to 30 November 2026']],
  sections: [
    {
      title: 'Payouts',
      lead: '2 payouts',
      table: {
        columns,
        rows: [
          ['2026-11-20', 'Ada Byron', '1,250.00 USD'],
          ['2026-11-21', 'Ada Byron', '9.5 USD'],
        ],
        totals: [['Total', '', '1,259.5 USD']],
      },
    },
    { title: 'Refunded', lead: 'None.', table: null },
  ],
  foot: 'customer_1',
  ...changes,
});

it('says all of it in order, amounts at the right edge of their column', async () => {
  const [page, ...more] = await readPdf(await print(report()));
  expect(more).toEqual([]);
  expect(page === undefined ? [] : textOf(page).split('\n')).toEqual(
    [
      'Northwind Treasury',
      '18 Finsbury Circus',
      'Statement',
      'Ada Byron',
      'Period',
      '1 to 30 November 2026',
      'Payouts',
      '2 payouts',
      'Created',
      'Customer',
      'Paid in',
      '2026-11-20',
      'Ada Byron',
      '1,250.00 USD',
      '2026-11-21',
      'Ada Byron',
      '9.5 USD',
      'Total',
      '1,259.5 USD',
      'Refunded',
      'None.',
      'customer_1',
      'Page 1 of 1',
    ].filter((text) => text !== ''),
  );
  const at = (text: string) => page?.texts.find((each) => each.text === text);
  // The shorter number begins further right, and neither leaves the page.
  expect(at('9.5 USD')?.x).toBeGreaterThan((at('1,250.00 USD')?.x ?? 0) + 10);
  for (const { x } of page?.texts ?? []) expect(x).toBeGreaterThanOrEqual(margins.side - 0.01);
});

it('gives the same bytes for the same report, with a logo too, and others for another', async () => {
  const logo = readLogo(plainPng(40, 20));
  const withLogo = report({ letterhead: { name: 'Northwind', addressLines: [], logo } });
  expect(Buffer.from(await print(withLogo))).toEqual(Buffer.from(await print(withLogo)));
  expect(Buffer.from(await print(withLogo))).not.toEqual(Buffer.from(await print(report())));
});

it('repeats the sandbox mark and the head of a table on every page, and loses no row', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`day ${at}`, 'Ada', `${at}.00 USD`]);
  const sections = [{ title: 'Payouts', lead: '', table: { columns, rows, totals: [] } }];
  const pages = await readPdf(await print(report({ isTest: true, sections })));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) {
    const text = textOf(page);
    expect(text).toContain('SANDBOX: for testing only. No money moved.');
    expect(text).toContain('Created\nCustomer\nPaid in');
    for (const { y } of page.texts) expect(y).toBeGreaterThan(margins.bottom - 40);
  }
  const all = pages.map(textOf).join('\n').split('\n');
  expect(rows.filter(([day = '']) => !all.includes(day))).toEqual([]);
  expect(all).toContain(`Page ${pages.length} of ${pages.length}`);
});

it('breaks no amount where either part would read as another one', async () => {
  const narrow = [...columns, { label: 'Fee', share: 1, isNumber: true }];
  const long = '123,456,789,012,345,678.123456789012345678901234567890123456';
  const amounts = [
    '1,000,000,000.00 USDC',
    '123,456,789.123456 USDC',
    '1,234.567890123456789012 ETH',
    `${long} ETH`,
  ];
  const rows = amounts.map((amount) => ['day', 'Ada', amount, amount]);
  const sections = [{ title: 'Payouts', lead: '', table: { columns: narrow, rows, totals: [] } }];
  const [page] = await readPdf(await print(report({ sections })));
  if (page === undefined) throw new Error('There is a page.');
  expect(misplacedOn(page, margins)).toEqual([]);
  for (const label of ['Paid in', 'Fee']) {
    const head = page.texts.find(({ text }) => text === label);
    const right = (head?.x ?? 0) + (head?.width ?? 0);
    const lines = page.texts.filter(
      ({ x, y, width }) => Math.abs(x + width - right) < 0.5 && y < (head?.y ?? 0) && y > 60,
    );
    expect(Math.min(...lines.map(({ size }) => size))).toBeGreaterThanOrEqual(5);
    const read = lines.map(({ text }) => text).join(' ');
    expect(read.replaceAll('… …', '')).toBe(amounts.join(' '));
  }
});

it('leaves no heading alone at the end of a page: the first rows of its table stand with it', async () => {
  const [first, ...others] = report().sections;
  if (first?.table == null) throw new Error('There is a table.');
  const { table } = first;
  for (let count = 24; count < 40; count += 1) {
    const rows = Array.from({ length: count }, () => ['day', 'Ada', '1.00 USD']);
    const filled = { ...first, table: { ...table, rows, totals: [] } };
    const named = { ...first, title: 'Named', table: { ...table, totals: [] } };
    const pages = await readPdf(await print(report({ sections: [filled, named, ...others] })));
    const page = pages.map(textOf).find((text) => text.includes('Named\n'));
    expect(page).toMatch(
      /Named\n2 payouts\nCreated\nCustomer\nPaid in\n2026-11-20[\s\S]+2026-11-21/,
    );
  }
});

it('spells characters that the fonts lack by their numbers, and drops none', async () => {
  const [page] = await readPdf(await print(report({ subtitle: '中 Åse' })));
  expect(page === undefined ? '' : textOf(page)).toContain('[U+4E2D] Åse');
});

it('sets a long foot smaller than into the number of the page', async () => {
  const foot = `virtualAccount_${'w'.repeat(100)} · 2026-11-01`;
  const [page] = await readPdf(await print(report({ foot })));
  expect(page === undefined ? [] : misplacedOn(page, margins)).toEqual([]);
  expect(page === undefined ? '' : textOf(page)).toContain(foot);
});

it('is read with the place of every text, so that one over another or outside is found', async () => {
  const [page] = await readPdf(await print(report()));
  if (page === undefined) throw new Error('There is a page.');
  expect(misplacedOn(page, margins)).toEqual([]);
  const [first, ...others] = page.texts;
  if (first === undefined) throw new Error('There is a text.');
  const moved = (changes: object) => ({ ...page, texts: [{ ...first, ...changes }, ...others] });
  const { x, y } = others[3] ?? first;
  expect(misplacedOn(moved({ x, y: y + 2 }), margins)).toContain('Northwind Treasury | Period');
  expect(misplacedOn(moved({ x: page.width - 60 }), margins)[0]).toContain('outside');
});
