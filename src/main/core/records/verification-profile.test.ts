import { describe, expect, it } from 'vitest';
import {
  accountResponse,
  customerGroup,
  fieldsFor,
  verificationProfileStates,
} from './verification-profile.ts';

const profile = (status: unknown, criteria: Readonly<Record<string, unknown>> = {}) => ({
  name: 'base',
  status,
  criteria,
});
const judged = (...profiles: readonly unknown[]) => {
  const standings = verificationProfileStates(profiles);
  return [customerGroup(standings), accountResponse(standings)];
};

it('a criterion is held by the fields that say it', () => {
  expect(fieldsFor('residential_address')).toEqual([
    '/address/line1',
    '/address/city',
    '/address/postalCode',
  ]);
  expect(fieldsFor('photo_id')).toEqual([]);
});

describe('one profile', () => {
  it.each([
    ['incomplete', { required: ['photo_id'] }, 'customer', 'no'],
    ['INCOMPLETE', { required: ['photo_id'] }, 'customer', 'no'],
    ['incomplete', { pending: ['photo_id'] }, 'review', 'no'],
    ['incomplete', {}, 'unknown', 'unknown'],
    ['pending', {}, 'review', 'no'],
    ['pending', { required: ['terms_of_service'] }, 'customer', 'no'],
    ['approved', {}, 'ready', 'yes'],
    ['approved', { required: ['terms_of_service'] }, 'customer', 'no'],
    ['approved', { pending: ['terms_of_service'] }, 'review', 'no'],
    ['rejected', { required: ['photo_id'] }, 'customer', 'no'],
    ['rejected', {}, 'us', 'no'],
    ['frozen', { required: ['photo_id'] }, 'unknown', 'unknown'],
    ['', {}, 'unknown', 'unknown'],
    [7, {}, 'unknown', 'unknown'],
  ])(
    'of status %s with %j waits on %s, and an account is %s',
    (status, criteria, group, answer) => {
      expect(judged(profile(status, criteria))).toEqual([group, answer]);
    },
  );

  it('that asks for what is held here waits on us', () => {
    const asks = profile('incomplete', { required: ['email_address', 'photo_id'] });
    const [standing] = verificationProfileStates(
      [asks],
      (criterion) => criterion === 'email_address',
    );
    expect(standing).toMatchObject({ group: 'us', held: ['email_address'] });
  });

  it('names each criterion once, and leaves out what is no name', () => {
    const [standing] = verificationProfileStates([
      profile('pending', { required: ['a', 'a', 3, null], pending: 'b', errors: [{}, 'x'] }),
    ]);
    expect(standing).toMatchObject({ required: ['a'], pending: [], problems: 2 });
  });
});

describe('several profiles', () => {
  it('wait on whoever is most urgent, and say nothing sure where they differ', () => {
    expect(judged(profile('approved'), profile('approved'))).toEqual(['ready', 'yes']);
    expect(judged(profile('approved'), profile('pending'))).toEqual(['review', 'unknown']);
    expect(judged(profile('pending'), profile('incomplete', { required: ['a'] }))).toEqual([
      'customer',
      'no',
    ]);
    expect(judged(profile('frozen'), profile('pending'))).toEqual(['review', 'unknown']);
    expect(judged(profile('rejected'), profile('incomplete', { required: ['a'] }))).toEqual([
      'us',
      'no',
    ]);
  });

  it('none at all are ours to find out', () => {
    expect(judged()).toEqual(['us', 'unknown']);
    expect(verificationProfileStates('none')).toEqual([]);
    expect(verificationProfileStates([null, 'x', []])).toEqual([]);
  });
});
