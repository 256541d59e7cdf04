import fc from 'fast-check';
import papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { asWritten, harmless, harmlessText } from './harmless.ts';

describe('a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK("http://evil.example","x")`],
    ['+14155550123', "'+14155550123"],
    ['-1+1', "'-1+1"],
    ['-cmd|calc', "'-cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\tplain', "'\tplain"],
    ['  =1+1', "'  =1+1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ["'=1+1", "''=1+1"],
  ])('%j that a spreadsheet would run becomes text', (cell, safe) => {
    expect(harmless(cell)).toBe(safe);
  });

  it.each([
    '',
    'Ada Byron',
    '-12.50',
    '-7',
    '0.40',
    '0.000000000000123',
    '123456789.123456',
    'a=b',
    'payout.successful',
    '2026-11-20',
    "'x",
  ])('%j stays as it is', (cell) => {
    expect(harmless(cell)).toBe(cell);
  });

  it.each([
    ['007', "'007"],
    ['12345678901234567890', "'12345678901234567890"],
    ['123456789012.1234567', "'123456789012.1234567"],
    ['-1.000000000000000001', "'-1.000000000000000001"],
    ['12E5', "'12E5"],
    ["'12", "''12"],
  ])('%j whose digits a spreadsheet would change becomes text', (cell, safe) => {
    expect(harmless(cell)).toBe(safe);
  });

  it('of an account number is text, whatever its digits', () => {
    expect(['123', '1 234', '12e5', 'DE89', '=1'].map((cell) => harmlessText(cell))).toEqual([
      "'123",
      "'1 234",
      "'12e5",
      'DE89',
      "'=1",
    ]);
  });

  it('of any text reads back as what it was', () => {
    const cells = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^'{0,3}[\t\r\n =+\-@;,"'a1e0.]{0,8}$/),
      fc.stringMatching(/^'{0,3}[1-3]{1,4}[ /:.,-]?(May|am|[1-3]{0,4})[ /:.,-]?[1-3]{0,4}$/),
    );
    fc.assert(
      fc.property(cells, (cell) => {
        expect(asWritten(harmless(cell))).toBe(cell);
        expect(asWritten(harmlessText(cell))).toBe(cell);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of any text stays one cell that runs nothing, whatever the list separator', () => {
    const cells = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\t\r\n =+\-@;,"'a1]{0,8}$/)),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(cells, (row) => {
        const safe = row.map((cell) => harmless(cell));
        const written = papa.unparse([safe], { quotes: true, newline: '\r\n' });
        expect(papa.parse(written, { delimiter: ',', newline: '\r\n' }).data).toEqual([safe]);
        for (const cell of safe) {
          const alone = papa.unparse([[cell]], { quotes: true });
          const read = papa.parse(alone, { delimiter: ';', newline: '\r\n' });
          expect(read.data).toEqual([[cell]]);
        }
        for (const cell of safe) {
          expect(/^[=+@\t\r]/.test(cell)).toBe(false);
          expect(/^-(?!\d+(\.\d+)?$)/.test(cell)).toBe(false);
        }
      }),
    );
  });
});

const dates = [
  '1-2',
  '3/4',
  '1/2/26',
  '1-2/2026',
  '1.2.2026',
  '1.2.',
  '2026-1',
  '2026-11',
  '2026/11/20',
  '12:30',
  '9:05:01.5',
  '5:30 PM',
  '9 a',
  '1/2 12:30',
  '2026-11-20 14:05',
  '1 1/2',
  ' 3/4 ',
  'MARCH1',
  'Mar-1',
  '1-Mar-26',
  '1 March 2026',
  'March 2026',
  'Dec 12, 2026',
  'SEPT2',
  '(12)',
  '3-4567',
];
it.each(dates)('keeps %s, of which a spreadsheet would make a date or a time', (cell) => {
  expect(harmless(cell)).toBe(`'${cell}`);
  expect(harmlessText(cell)).toBe(`'${cell}`);
  expect(asWritten(harmless(cell))).toBe(cell);
  expect(asWritten(harmless(`'${cell}`))).toBe(`'${cell}`);
});

it('leaves dates and times in ISO 8601 bare where they may be ours, and what is no date', () => {
  for (const cell of [
    '2026-11-20',
    '2026-11-20T11:00:00.000Z',
    '2026-11-20 14:05:11.482 UTC',
    '20 Marks',
    '10.0.0.1',
    'Mary 1',
    'INV-1-2',
    '1-2-3-4-5',
    'May',
    '12345-6',
    '0x12',
    'a 3/4',
  ])
    expect(harmless(cell)).toBe(cell);
  expect(harmlessText('2026-11-20')).toBe("'2026-11-20");
});

it.each(['1.5E3', '12E+3', '5e-7', '.5E3', '1,5e10', '1234567890123456,5', '1234 5678 9012 3456'])(
  'keeps %s, of which a spreadsheet would make another number',
  (cell) => {
    expect(harmless(cell)).toBe(`'${cell}`);
    expect(asWritten(harmless(cell))).toBe(cell);
  },
);
