import { expect, it } from 'vitest';
import { nothingHidden } from '../reading/hidden.ts';
import { tableOf } from '../reading/table.ts';
import { checkTable, type KnownThings } from './check-table.ts';

const known: KnownThings = {
  knownCustomers: () => new Set(),
  byEmail: () => [],
  byReference: () => [],
  names: () => new Map(),
  references: () => [],
  unverified: () => new Map(),
  isErased: () => false,
  alike: () => new Map(),
  follow: () => Promise.resolve(),
  lookAlikes: () => [],
};

function checked(rows: readonly string[]) {
  const cells = ['Type,Email,Phone,First,Tax', ...rows].map((text) => text.split(','));
  const raw = cells.map((row, index) => ({ row: index + 1, cells: row }));
  const table = tableOf(raw, 100, { notes: [], sheets: [], sheet: null, hidden: nothingHidden });
  const steps = checkTable({
    kind: 'customer',
    table,
    known,
    hiddenRows: 'left-out',
    corrections: new Map(),
    columns: [
      'type',
      'email',
      'phone',
      'personalInformation.firstName',
      'personalInformation.taxIdentificationNumber',
    ],
    onProgress: () => undefined,
  });
  for (;;) {
    const { value, done } = steps.next();
    if (done === true)
      return value.map(({ remarks }) =>
        remarks.map(({ severity, code, column }) => [severity, code, column]),
      );
  }
}

it('warns of a phone or tax number that rows of other customers share, however it is written', () => {
  expect(
    checked([
      'individual,ada@example.com,+14155550123,Ada,12-34',
      'individual,bea@example.com,+1 (415) 555-0123,Bea,',
      'individual,,+33155550123,Cyd,1234',
      'individual,,+33155550123,Cyd Roe,',
      'individual,no email,+14155550123,Dee,',
    ]),
  ).toEqual([
    [],
    [['warning', 'phone.row', 'Phone']],
    [['warning', 'personalInformation.taxIdentificationNumber.row', 'Tax']],
    [['warning', 'phone.row', 'Phone']],
    [['error', 'email.form', 'Email']],
  ]);
});

it('says nothing beside of rows that are one customer twice', () => {
  const row = 'individual,ada@example.com,+14155550123,Ada,1234';
  expect(checked([row, row])[1]).toEqual([['duplicate', 'duplicate.row', null]]);
});
