import { expect, it } from 'vitest';
import { countryChoices, taxTypeSuggestions } from './customer-suggestions.ts';

it('every country of the standard once, by its name', () => {
  const countries = countryChoices();
  expect(new Set(countries.map(({ value }) => value)).size).toBe(249);
  expect(countries.length).toBe(249);
  // A code that the system has no name for would be named by itself.
  expect(countries.filter(({ value, label }) => label === `${value} (${value})`)).toEqual([]);
  expect(countries.slice(0, 2).map(({ label }) => label)).toEqual([
    'Afghanistan (AF)',
    'Åland Islands (AX)',
  ]);
  expect(countries.find(({ value }) => value === 'US')?.label).toBe('United States (US)');
});

it('kinds of tax identification are short names, each once', () => {
  const values = taxTypeSuggestions.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['SSN', 'EIN', 'ITIN', 'TIN', 'VAT']));
  for (const value of values) expect(value).toMatch(/^[A-Z]{2,5}$/);
});
