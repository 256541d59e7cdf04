import { describe, expect, it } from 'vitest';
import { asSuggestion, fittingSuggestions, isWhole } from './suggestions.ts';

const countries = [
  { value: 'AU', label: 'Australia' },
  { value: 'CH', label: 'Switzerland' },
  { value: 'TN', label: 'Tunisia' },
  { value: 'US', label: 'United States' },
];
const valuesFor = (typed: string) => fittingSuggestions(countries, typed).map(({ value }) => value);

describe('suggestions that fit', () => {
  it.each([
    ['', ['AU', 'CH', 'TN', 'US']],
    ['switz', ['CH']],
    [' STATES ', ['US']],
    ['u', ['US', 'AU', 'TN']],
    ['un', ['US', 'TN']],
    ['Atlantis', []],
  ])('"%s" finds %j', (typed, values) => {
    expect(valuesFor(typed)).toEqual(values);
  });

  it('a whole one in the field leads to all the others', () => {
    expect(valuesFor('us')).toHaveLength(countries.length);
    expect(isWhole(countries, 'ch ')).toBe(true);
    expect(isWhole(countries, 'Switzerland')).toBe(false);
  });

  it('a text suggests itself', () => {
    expect(asSuggestion('ethereum')).toEqual({ value: 'ethereum' });
  });
});
