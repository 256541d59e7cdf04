import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountIn, dateIn } from './values.ts';

describe('amounts and dates', () => {
  it.each([
    ['1,234.50', '1234.50', null],
    ['1.234,50', null, '1234.50'],
    ['1,234', '1234', '1.234'],
    ['0,123', null, '0.123'],
    ['0.123', '0.123', null],
    ['1 234 567,8', null, '1234567.8'],
    ['(12.00)', '-12.00', null],
    ['12.00-', '-12.00', null],
    ['\u22125', '-5', '-5'],
    ['+0.10', '0.10', null],
    ['.5', '0.5', null],
    ['1e5', null, null],
    ['--5', null, null],
    ['-5-', null, null],
    ['12.34.56', null, null],
    ['USD 5', null, null],
    ['12,34,56', null, null],
  ])('%j is %j with a point and %j with a comma', (text, point, comma) => {
    expect([amountIn(text, '.'), amountIn(text, ',')]).toEqual([point, comma]);
  });

  it('of any digits come back exactly', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,25}\.\d{1,20}$/);
    fc.assert(
      fc.property(digits, (text) => {
        const [whole = '', fraction = ''] = text.split('.');
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
        expect(amountIn(`${grouped}.${fraction}`, '.')).toBe(text);
        expect(amountIn(`-${grouped.replaceAll(',', '.')},${fraction}`, ',')).toBe(`-${text}`);
      }),
      { seed: 20261124 },
    );
  });

  it.each([
    ['2026-11-02', ['2026-11-02', '2026-11-02', '2026-11-02']],
    ['02/11/2026', [null, '2026-11-02', '2026-02-11']],
    ['13/11/2026', [null, '2026-11-13', null]],
    ['2 Nov 2026', [null, '2026-11-02', '2026-11-02'].fill('2026-11-02', 0, 1)],
    ['20261102', ['2026-11-02', '2026-11-02', '2026-11-02']],
    ['31.02.2026', [null, null, null]],
    ['2026-11-04 12:00:00', Array(3).fill('2026-11-04T12:00:00.000Z')],
    ['11/4/2026 1:05 PM', [null, '2026-04-11T13:05:00.000Z', '2026-11-04T13:05:00.000Z']],
    ['1793793600', Array(3).fill('2026-11-04T12:00:00.000Z')],
    ['2026-11-04T13:00:00+01:00', Array(3).fill('2026-11-04T12:00:00.000Z')],
    ['2026-02-30T13:00:00+01:00', [null, null, null]],
    ['yesterday', [null, null, null]],
  ])('%j is %j by order', (text, dates) => {
    expect((['ymd', 'dmy', 'mdy'] as const).map((order) => dateIn(text, order))).toEqual(dates);
  });
});
