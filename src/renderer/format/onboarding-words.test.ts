import { describe, expect, it } from 'vitest';
import type { VerificationProfileState } from '../../bridge/onboarding.ts';
import { onboardingReasons } from './onboarding-words.ts';

const profile = (more: Partial<VerificationProfileState>): VerificationProfileState => ({
  name: 'sepa',
  status: 'incomplete',
  group: 'customer',
  required: [],
  pending: [],
  held: [],
  problems: 0,
  ...more,
});
const reasons = (...profiles: VerificationProfileState[]) => onboardingReasons({ profiles });

describe('reasons', () => {
  it.each<[string, Partial<VerificationProfileState>, string[]]>([
    [
      'name what is missing',
      { required: ['photo_id', 'first_name'], problems: 1 },
      [
        'SEPA verification still needs: Photo ID, First name.',
        'The service reports 1 problem, below.',
      ],
    ],
    [
      'part what is held here from what the customer has to give',
      { group: 'us', required: ['email_address', 'photo_id'], held: ['email_address'] },
      [
        'SEPA verification needs data that is unconfirmed: Email address. Give it to the service yourself; Causeway can’t send it.',
        'SEPA verification still needs: Photo ID.',
      ],
    ],
    [
      'say what to do where nothing is asked for',
      { group: 'us', status: 'rejected' },
      ['SEPA verification was rejected, and the service needs nothing more. Ask the service why.'],
    ],
    [
      'show a status that is not known as it came',
      { group: 'unknown', status: 'FROZEN_2' },
      ['SEPA verification has the status “FROZEN_2”, which Causeway does not know.'],
    ],
    [
      'say that there is no status',
      { group: 'unknown', status: '' },
      ['SEPA verification has no status.'],
    ],
    [
      'say that nothing is listed',
      { group: 'unknown' },
      ['SEPA verification is incomplete, but the service does not say what is missing.'],
    ],
  ])('%s', (_name, more, expected) => {
    expect(reasons(profile(more))).toEqual(expected);
  });

  it('say that profiles differ, and nothing twice', () => {
    const ready = profile({ name: 'base', status: 'approved', group: 'ready' });
    expect(reasons(ready, profile({ group: 'review' }))).toEqual([
      'Base verification is approved.',
      'The service is reviewing SEPA verification.',
      'The verification profiles differ, and the API specification does not say which one an account needs.',
    ]);
    expect(reasons(ready, ready)).toEqual(['Base verification is approved.']);
    expect(reasons()).toHaveLength(1);
  });
});
