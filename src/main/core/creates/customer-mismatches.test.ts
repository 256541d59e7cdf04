import { expect, it } from 'vitest';
import type { Answered } from '../intents/types.ts';
import { customerMismatches } from './response-effects.ts';

const answered = (email: string): Answered => {
  const body = { id: 'customer_1', type: 'individual', email };
  const resource = { kind: 'customer', id: body.id, body, deviations: [] } as const;
  return { kind: 'answered', status: 201, resource, body, bytes: Buffer.of(), requestId: null };
};

it('an email in another case is the one that was sent, and another one is not', () => {
  const sent = { type: 'individual', email: 'Ada@Example.com' };
  expect(customerMismatches(answered('ada@example.com'), sent)).toEqual([]);
  expect(customerMismatches(answered('ada@example.org'), sent)).toEqual([
    'The email in the request was Ada@Example.com; in the response it is ada@example.org.',
  ]);
});

it('a customer of the other type than was sent is not as it was sent', () => {
  const sent = { type: 'business', email: 'ada@example.com' };
  expect(customerMismatches(answered('ada@example.com'), sent)).toEqual([
    'The type in the request was business; in the response it is individual.',
  ]);
});
