import { expect, it } from 'vitest';
import { type CsvDraft, firstValues, mappingOf, missingOf, withUse } from './mapping.ts';

const both = { decimals: ['.' as const, ',' as const], dates: [], alike: [] };
const csv: CsvDraft = {
  headings: ['Day', 'Sum', 'Fee'],
  preview: [],
  isRemembered: false,
  currency: null,
  columns: ['date', 'amount', null],
  decimal: null,
  dates: null,
  readable: [
    { decimals: [], dates: ['dmy', 'mdy'], alike: [] },
    both,
    { decimals: [','], dates: [], alike: [] },
  ],
};
const values = firstValues(csv);

it('asks for what the values don’t tell, and takes what they do', () => {
  expect(missingOf(values, csv)).toEqual(['currency', 'decimal', 'dates']);
  expect(mappingOf(values, csv)).toBeNull();
  const chosen = { ...values, currency: ' usd ', dates: 'dmy' as const };
  expect(missingOf(chosen, csv)).toEqual(['decimal']);
  expect(mappingOf({ ...chosen, decimal: '.' }, csv)).toEqual({
    columns: ['date', 'amount', null],
    decimal: '.',
    dates: 'dmy',
    currency: 'USD',
  });
  // Of two columns one tells how both are written.
  const sided = { ...chosen, columns: ['date', 'credit', 'debit'] as const };
  expect(mappingOf(sided, csv)).toMatchObject({ decimal: ',' });
  // Whole numbers tell nothing: with a point or a comma they are the same.
  const whole = { decimals: ['.' as const], dates: [], alike: ['decimals' as const] };
  const besideWhole = { ...csv, readable: [csv.readable[0] ?? both, both, whole] };
  expect(missingOf(sided, besideWhole)).toEqual(['decimal']);
  const onlyWhole = { ...csv, readable: [csv.readable[0] ?? both, whole, whole] };
  expect(mappingOf(sided, onlyWhole)).toMatchObject({ decimal: '.' });
  const empty = { decimals: [], dates: [], alike: [] };
  const besideEmpty = { ...csv, readable: [csv.readable[0] ?? both, whole, empty] };
  expect(mappingOf(sided, besideEmpty)).toMatchObject({ decimal: '.' });
  expect(missingOf({ ...values, columns: [null, null, 'currency'] }, csv)).toEqual([
    'amount',
    'date',
  ]);
});

it('gives a use to one column, and a reference to several', () => {
  expect(withUse(['amount', 'date'], 1, 'amount')).toEqual([null, 'amount']);
  expect(withUse(['reference', 'date'], 1, 'reference')).toEqual(['reference', 'reference']);
  expect(withUse(['amount', 'date'], 0, null)).toEqual([null, 'date']);
});
