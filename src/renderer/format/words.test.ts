import { expect, it } from 'vitest';
import { counted, groupedCount } from '../../bridge/words.ts';
import { statusWords, toneOfStatus } from './status-tone.ts';
import { formatCriterion, formatVerificationProfile, sentenceCase } from './words.ts';

it.each([
  ['terms_of_service', 'Terms of service accepted'],
  ['email_address', 'Email address'],
  ['photo_id', 'Photo ID'],
  ['proof_of_address', 'Proof of address'],
  ['somethingNew', 'Something new'],
  ['source-of-funds', 'Source of funds'],
])('criterion %s is "%s" to a person', (name, words) => {
  expect(formatCriterion(name)).toBe(words);
});

it('counts are grouped and agree with their noun', () => {
  expect(counted(1, 'customer', 'customers')).toBe('1 customer');
  expect(counted(1204, 'customer', 'customers')).toBe('1,204 customers');
  expect(groupedCount(999)).toBe('999');
});

it('sentence case leaves nothing to guess', () => {
  expect(sentenceCase('INCOMPLETE')).toBe('Incomplete');
  expect(sentenceCase('')).toBe('');
});

it('a status has its tone, and one that is not known is grey', () => {
  expect(toneOfStatus('Approved')).toBe('green');
  expect(toneOfStatus('pending')).toBe('blue');
  expect(toneOfStatus('incomplete')).toBe('amber');
  expect(toneOfStatus('rejected')).toBe('red');
  expect(toneOfStatus('under_a_new_name')).toBe('grey');
  expect(statusWords('active')).toBe('Active');
  expect(statusWords('REJECTED')).toBe('Rejected');
  expect(statusWords('under_A_new_name')).toBe('under_A_new_name');
});

it.each([
  ['base', 'Base verification'],
  ['sepa', 'SEPA verification'],
  ['us_wire', 'US wire verification'],
  ['sol-payouts', 'Solana payouts verification'],
  ['Tier 2', 'Tier 2 verification'],
  ['enhanced_verification', 'Enhanced verification'],
  [' _ ', ' _ '],
  ['', ''],
])('the verification profile "%s" reads "%s"', (name, words) => {
  expect(formatVerificationProfile(name)).toBe(words);
});
