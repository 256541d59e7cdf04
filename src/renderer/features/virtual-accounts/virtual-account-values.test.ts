import { expect, it } from 'vitest';
import { virtualAccountTexts } from './texts.ts';
import { neededCriteria } from './virtual-account-values.ts';

it('what two profiles need is named once, in words', () => {
  const profiles = [
    { required: ['photo_id', 'proof_of_address'] },
    { required: ['photo_id', 'date_of_birth'] },
  ];
  expect(neededCriteria(profiles)).toEqual(['Photo ID', 'Proof of address', 'Date of birth']);
});

it('nothing needed, or no profiles at all, is nothing to name', () => {
  expect(neededCriteria([])).toEqual([]);
  expect(neededCriteria([{ required: [] }])).toEqual([]);
});

it('is counted in the words', () => {
  expect(virtualAccountTexts.verification.incomplete('3')).toBe(
    'Verification incomplete: 3 still needed',
  );
});
