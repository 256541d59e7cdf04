import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import { newRecordFields } from './new-record-issues.ts';

const said = (body: JsonObject) =>
  newRecordFields({
    ...{ row: 1, kind: 'customer', id: 'customer_1', body, notes: [], deviations: [], event: null },
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
