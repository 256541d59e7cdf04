import { expect, it } from 'vitest';
import type { Candidate } from './candidate.ts';
import type { Compared } from './compare.ts';
import { previewOf, rowsPage } from './preview.ts';

const candidate = (kind: Candidate['kind']): Candidate => ({
  ...{ row: 1, kind, id: `${kind}_1`, notes: [], deviations: [], event: null },
  body: { id: `${kind}_1`, accountNumber: '900000012345', others: [{ iban: '900000012345' }] },
});
const changes = [
  { field: 'accountNumber', was: null, is: '900000098765' },
  { field: 'others', was: '[{"iban":"900000012345"}]', is: '[no list' },
  { field: 'routing.eu', was: '•••• 2345', is: '900000098765' },
  { field: 'name', was: 'A 12345', is: 'B 98765' },
];
const shown = (kind: Candidate['kind'], standing: Compared['standing']) =>
  rowsPage(
    previewOf({ columns: [], problems: [], candidates: [] }, [
      { candidate: candidate(kind), compared: { standing, changes } },
    ]),
    { offset: 0, limit: 1 },
  ).rows[0]?.changes;

it('shows no whole number of a bank account that changes, and its other fields as they are', () => {
  expect(shown('bankAccount', 'changes')).toEqual([
    { field: 'accountNumber', was: null, is: '••••8765' },
    { field: 'others', was: '[{"iban":"••••2345"}]', is: '[no list' },
    { field: 'routing.eu', was: '•••• 2345', is: '••••8765' },
    { field: 'name', was: 'A 12345', is: 'B 98765' },
  ]);
});

it('shows none of a new one', () => {
  expect(shown('bankAccount', 'new')).toEqual([
    { field: 'accountNumber', was: null, is: '••••2345' },
    { field: 'others', was: null, is: '[{"iban":"••••2345"}]' },
  ]);
});

it('shows the numbers of other records, such as where to pay in', () => {
  expect(shown('virtualAccount', 'changes')).toEqual(changes);
});
