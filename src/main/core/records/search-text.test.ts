import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../../../platform/folded-text.ts';
import { rateSortKey, searchConditions, searchText } from './search-text.ts';

describe('folded text', () => {
  it.each([
    ['Ångström', 'angstrom'],
    ['ﬁnance', 'finance'],
    ['STRASSE', 'strasse'],
    ['a\u0000b', 'a b'],
    ['İstanbul', 'istanbul'],
  ])('%s is %s', (text, expected) => {
    expect(folded(text)).toBe(expected);
  });

  it('folds once: what is folded stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(folded(folded(text))).toBe(folded(text));
      }),
      { seed: 6, numRuns: 500 },
    );
  });
});

describe('the text of a record', () => {
  it('keeps fields apart, so that no word runs across two', () => {
    expect(searchText(['ab', null, 'CD'])).toBe('ab\ncd');
  });
});

describe('a search', () => {
  it('is one condition a word, and none when empty', () => {
    expect(searchConditions('  ')).toEqual([]);
    expect(searchConditions(' two  words ')).toHaveLength(2);
  });

  it('is bounded', () => {
    expect(searchConditions('a '.repeat(1000))).toHaveLength(12);
  });
});

describe('the sort key of a rate', () => {
  it.each([null, '', '-1', '1e3', ' 5', '5.', 'abc'])('%j has none', (rate) => {
    expect(rateSortKey(rate)).toBeNull();
  });

  it('sorts as numbers do, whatever zeros it is written with', () => {
    const digits = fc.stringMatching(/^[0-9]{1,25}$/);
    const rate = fc
      .tuple(digits, fc.option(fc.stringMatching(/^[0-9]{1,8}$/)))
      .map(([whole, fraction]) => (fraction === null ? whole : `${whole}.${fraction}`));
    fc.assert(
      fc.property(rate, rate, (left, right) => {
        const a = rateSortKey(left) ?? '';
        const b = rateSortKey(right) ?? '';
        expect(a < b ? -1 : Number(a > b)).toBe(new Big(left).cmp(right));
      }),
      { seed: 7, numRuns: 1000 },
    );
  });
});
