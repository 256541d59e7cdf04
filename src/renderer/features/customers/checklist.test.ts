import { expect, it } from 'vitest';
import { checklistOf, formatError } from './checklist.ts';

it('groups what is needed first, each name once in a list', () => {
  const profile = {
    name: 'base',
    status: 'pending',
    complete: ['email_address'],
    pending: [],
    required: ['proof_of_address', 'proof_of_address'],
    errors: [],
  };
  expect(checklistOf(profile).map(({ standing, items }) => [standing, items])).toEqual([
    ['required', [{ name: 'proof_of_address', words: 'Proof of address' }]],
    ['complete', [{ name: 'email_address', words: 'Email address' }]],
  ]);
});

it('says what an error is about in the words of the lists', () => {
  const message = 'The document could not be verified.';
  expect(formatError({ name: 'identification_document', message })).toBe(
    'Identification document: The document could not be verified.',
  );
  expect(formatError({ name: null, message })).toBe(message);
});
