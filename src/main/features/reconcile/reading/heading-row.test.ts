import { expect, it } from 'vitest';
import { delimiterOf } from './heading-row.ts';

const statement = (heading: string, row: string, footer = '') =>
  [heading, ...Array.from({ length: 20 }, () => row), footer].join('\n');

it.each([
  [';', statement('Payer;Ref;Sum', 'Smith, John;A0;USD 100.00', 'Total, all;USD 2000.00')],
  ['\t', statement('Payer\tRef\tSum', 'Smith, John\tA0\tUSD 100.00\t')],
  [';', statement('Payer;Booked;Sum;Currency', 'Smith, John;Nov 20 2026;100.00;USD;')],
])('%j of the first row separates cells, whatever stands below it', (delimiter, text) => {
  expect(delimiterOf(text)).toBe(delimiter);
});
