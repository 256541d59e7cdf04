import { describe, expect, it } from 'vitest';
import { delimiterOf, headingAt, laidOut, looksLike } from './heading.ts';
import { readCsv } from './read-csv.ts';
import { type Table, UnreadableFile } from './table.ts';

const table = (headings: string[]): Table => ({
  headings,
  firstRow: 3,
  rows: [{ row: 5, cells: headings.map(() => 'x') }],
  notes: [],
  samples: headings.map(() => ['x', 'y', 'z']),
  sheets: [],
  sheet: null,
  hidden: { rows: [], columns: [] },
});
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const key = `0x${'4f'.repeat(32)}`;
const laid = (headings: string[], as: 'names' | 'data', most = 10) =>
  laidOut('virtualAccount', table(headings), as, most);

describe('the first row of a file', () => {
  it.each([
    [['customer_1a2b3c', 'USD', 'USDC', 'base', wallet, '40']],
    [['ada@example.com', 'USD', 'USDC', 'base', 'unreadable', '40']],
    [['x', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8']],
    [['customer_1a2b3c', 'USD', 'token', wallet]],
    [['x', key]],
  ])('looks like data where it holds some: %j', (headings) => {
    expect(looksLike('virtualAccount', table(headings))).toBe('data');
  });

  it('of customers looks like data where it holds some', () => {
    const data = table(['individual', '', 'Ada', '+14155550123']);
    expect(looksLike('customer', data)).toBe('data');
  });

  it.each([
    [['customer_id', 'Source', 'Destination', 'Network', 'Wallet', 'ask ops@example.com']],
    [['Kunde', 'Von', 'Nach', 'Netz', 'Adresse', 'Gebühr']],
  ])('that names columns looks like it, and stands as it is: %j', (headings) => {
    expect(looksLike('virtualAccount', table(headings))).toBe('names');
    expect(laid(headings, 'names').headings).toEqual(headings);
  });

  it('keeps no secret, and every name of the template', () => {
    const named = ['Type', 'Email', 'personalinformationtaxidentificationnumbertype', key];
    expect(laidOut('customer', table(named), 'names', 10).headings).toEqual([
      ...named.slice(0, 3),
      '(not shown)',
    ]);
  });

  it('as data is the first of the rows, under its own number, and no column has a name', () => {
    const { headings, rows, samples } = laid(['customer_1a2b3c', '', key], 'data');
    expect(headings).toEqual(['', '', '']);
    expect(rows).toEqual([
      { row: 3, cells: ['customer_1a2b3c', '', key] },
      { row: 5, cells: ['x', 'x', 'x'] },
    ]);
    expect(samples).toEqual([
      ['customer_1a2b3c', 'x', 'y'],
      ['x', 'y', 'z'],
      ['(not shown)', 'x', 'y'],
    ]);
  });

  it('as data counts among the rows', () => {
    expect(laid(['a'], 'data', 2).rows).toHaveLength(2);
    expect(() => laid(['a'], 'data', 1)).toThrow(UnreadableFile);
  });
});

describe('headings below titles', () => {
  const told = { headingAt: headingAt('customer'), delimiterOf: delimiterOf('customer') };
  const read = (text: string) => readCsv(new TextEncoder().encode(text), 10, told);

  it.each([
    ['ACME, Clients\n\nType;Email\nindividual;ada@example.com', 3],
    ['Email and type of clients\nGroup\tContact\nType\tEmail\nindividual\tada@example.com', 3],
    ['Type,Email\nindividual,ada@example.com\nType,Email', 1],
  ])('are found, whatever separates them: %j', (text, row) => {
    const { headings, firstRow, rows } = read(text);
    expect([headings, firstRow]).toEqual([['Type', 'Email'], row]);
    expect(rows[0]?.cells).toEqual(['individual', 'ada@example.com']);
  });

  it.each(['individual,eve@example.com\nType,Email\nx,y', 'Kunde,Mail\nx,Type\ny,Email'])(
    'are the first row where data stands above, or where one name alone is known: %j',
    (text) => expect(read(text).firstRow).toBe(1),
  );
});
