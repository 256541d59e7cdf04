import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VerificationProfile } from '../../contract/customer.ts';
import type { Kyc, Terms } from '../../contract/transitions.ts';
import { kycStates, termsStates } from '../../contract/transitions.ts';
import { afterKyc, afterTerms, initialProfiles } from './verification.ts';

const fresh = (): VerificationProfile => {
  const [base] = initialProfiles({ type: 'individual', email: 'ada@example.com' });
  if (base === undefined) throw new Error('There is no profile.');
  return base;
};

const moved = (...states: Kyc[]): VerificationProfile =>
  states.reduce((profile, state) => afterKyc(profile, state, undefined), fresh());

describe('KYC', () => {
  test('pending submits everything but the terms', () => {
    const { status, criteria } = moved('pending');
    expect(status).toBe('pending');
    expect(criteria.required).toEqual(['terms_of_service']);
    expect(criteria.pending).toContain('photo_id');
    expect(criteria.complete).toEqual(['email_address']);
  });

  test('successful completes everything but the terms', () => {
    const { status, criteria } = moved('pending', 'successful');
    expect(status).toBe('approved');
    expect(criteria.pending).toEqual([]);
    expect(criteria.required).toEqual(['terms_of_service']);
    expect(criteria.complete).toContain('photo_id');
  });

  test('rejected asks for it again and says why', () => {
    const { status, criteria } = moved('pending', 'rejected');
    expect(status).toBe('rejected');
    expect(criteria.required).toContain('photo_id');
    expect(criteria.errors).toEqual([
      { name: 'identification_document', message: expect.stringMatching(/./) },
    ]);
  });

  test('additional review stays pending, with an entry in errors in the words given', () => {
    const { status, criteria } = afterKyc(moved('pending'), 'additionalReviewRequired', 'Blurred.');
    expect(status).toBe('pending');
    expect(criteria.pending).toContain('photo_id');
    expect(criteria.errors).toEqual([{ name: 'identification_document', message: 'Blurred.' }]);
  });

  test('the next good step clears the errors', () => {
    expect(moved('pending', 'rejected', 'pending').criteria.errors).toEqual([]);
    expect(moved('pending', 'additionalReviewRequired', 'successful').criteria.errors).toEqual([]);
  });
});

test('terms move by themselves', () => {
  const pending = afterTerms(fresh(), 'pending');
  expect(pending.criteria.pending).toEqual(['terms_of_service']);
  expect(pending.status).toBe('incomplete');
  const agreed = afterTerms(pending, 'successful');
  expect(agreed.criteria.complete).toEqual(['email_address', 'terms_of_service']);
  expect(agreed.criteria.pending).toEqual([]);
});

test('no way of moving loses a criterion or lists one twice', () => {
  const step = fc.oneof(
    fc.record({ kyc: fc.constantFrom<Kyc>(...kycStates) }),
    fc.record({ terms: fc.constantFrom<Terms>(...termsStates) }),
  );
  const names = ({ criteria: { complete, pending, required } }: VerificationProfile) =>
    [...complete, ...pending, ...required].toSorted();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const end = steps.reduce(
        (profile, one) =>
          'kyc' in one ? afterKyc(profile, one.kyc, undefined) : afterTerms(profile, one.terms),
        fresh(),
      );
      expect(names(end)).toEqual(names(fresh()));
    }),
  );
});

test('blank fields are no supply', () => {
  const [base] = initialProfiles({
    type: 'individual',
    address: { line1: ' ' },
    personalInformation: { firstName: '' },
  });
  expect(base?.criteria.complete).toEqual([]);
});
