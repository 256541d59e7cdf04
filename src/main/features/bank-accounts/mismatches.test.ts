import { expect, it } from 'vitest';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { RowExtras } from '../../core/annotations/row-extras.ts';
import type { KnownRecord, Observation } from '../../core/records/types.ts';
import { bankAccountDetail } from './bank-accounts.ts';
import { mismatchesFrom } from './mismatches.ts';

const number = '900000012345';
const at = '2026-11-20T12:00:00.000Z';
const extras: RowExtras = { isRecordUnconfirmed: false, labels: [], reference: null };
const checks = { last: null, lastCheckedAt: at, missingSince: null, foundUnder: 'customer_a1' };
const columns = {
  status: 'active',
  bankName: 'Example Bank',
  accountHolderName: 'Ada Byron',
  customerId: 'customer_b2',
  customerName: null,
  currency: 'usd',
  accountNumber: number,
};
const bodyOf = (accountNumber: unknown, customer = 'customer_b2'): JsonObject => ({
  id: 'bankAccount_a1',
  customer,
  accountDetails: { accountNumber, routingNumber: '*****0021' },
});
const observed = (minute: number, body: JsonObject): Observation => ({
  observationId: `at ${minute}`,
  kind: 'bankAccount',
  id: 'bankAccount_a1',
  body,
  source: 'read',
  observedAt: at,
  happenedAt: null,
  eventId: null,
  intentKey: null,
  deviations: [],
});
const detailOf = (body: JsonObject, whole: boolean) => {
  const record: KnownRecord = {
    kind: 'bankAccount',
    id: 'bankAccount_a1',
    body,
    entered: {},
    provenance: {},
    enteredProvenance: {},
    firstLearnedAt: at,
    lastLearnedAt: at,
    observations: 2,
  };
  const observations = [observed(2, body), observed(1, bodyOf('800000099999'))];
  const parts = { record, columns, checks, extras, observations };
  return bankAccountDetail({ ...parts, askedUnder: 'customer_a1', whole });
};

it('an account that names another customer than it was asked under is flagged', () => {
  const masked = '********2345';
  expect(mismatchesFrom(bodyOf(masked), 'customer_a1')).toEqual([
    {
      code: 'customer',
      sentence:
        'The lookup named customer_a1, but the service reports that this bank account belongs to customer_b2.',
    },
  ]);
  expect(mismatchesFrom(bodyOf(masked), 'customer_b2')).toEqual([]);
  expect(mismatchesFrom(bodyOf(masked), null)).toEqual([]);
});

it('a number that the service did not mask is flagged, as text and as a number', () => {
  for (const told of [number, Number(number)]) {
    expect(mismatchesFrom(bodyOf(told), 'customer_b2')).toEqual([
      {
        code: 'unmasked',
        sentence:
          'The service did not mask the account number. Causeway masks it until you show it.',
      },
    ]);
  }
});

it('a whole number is nowhere in a detail until a person asks for it', () => {
  for (const told of [number, Number(number)]) {
    const masked = JSON.stringify(detailOf(bodyOf(told), false));
    expect(masked).not.toContain(number);
    expect(masked).not.toContain('800000099999');
    expect(masked).toContain('••••2345');
    const whole = detailOf(bodyOf(told), true);
    expect(whole.fields).toContainEqual({ field: 'accountDetails.accountNumber', value: number });
    // The list's part of it stays masked.
    expect([whole.isWhole, whole.accountNumber]).toEqual([true, '••••2345']);
  }
});
