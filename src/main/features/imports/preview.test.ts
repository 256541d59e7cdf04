import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { Candidate } from './candidate.ts';
import type { Compared } from './compare.ts';
import { newRecordFields, previewOf, rowsPage } from './preview.ts';

const candidate = (kind: Candidate['kind']): Candidate => ({
  row: 1,
  kind,
  id: `${kind}_1`,
  notes: [],
  deviations: [],
  event: null,
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

const said = (body: JsonObject) =>
  newRecordFields({
    row: 1,
    kind: 'customer',
    id: 'customer_1',
    body,
    notes: [],
    deviations: [],
    event: null,
  });

it('a new record is shown by what a person knows it by, before all else', () => {
  const { changes, more } = said({
    id: 'customer_1',
    address: { line1: '1 Main St', city: 'London', country: 'GB', state: 'x', postalCode: '1' },
    verificationProfiles: [{ name: 'base', status: 'approved' }],
    email: 'ops@example.com',
    businessName: 'Analytical Engines',
    type: 'business',
    taxId: null,
  });
  expect(changes.slice(0, 3)).toEqual([
    { field: 'type', was: null, is: 'business' },
    { field: 'businessName', was: null, is: 'Analytical Engines' },
    { field: 'email', was: null, is: 'ops@example.com' },
  ]);
  expect(changes).toHaveLength(8);
  expect(more).toBe(1);
});

it('a secret is not among it', () => {
  const { changes, more } = said({ id: 'webhook_1', name: 'Ours', secret: 'secret_Ab12Cd34Ef56' });
  expect(changes).toEqual([{ field: 'name', was: null, is: 'Ours' }]);
  expect(more).toBe(0);
});
