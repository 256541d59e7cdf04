import { expect, it } from 'vitest';
import { intentKeyOf, mismatchEvidence } from './mismatch-texts.ts';

type Account = Parameters<typeof mismatchEvidence>[0];
type Intent = NonNullable<Parameters<typeof mismatchEvidence>[1]>;

const account = {
  id: 'virtualAccount_1',
  mismatches: [
    { field: 'destination.walletAddress', sent: '0xa', received: null, sentence: 'It differs.' },
  ],
  learned: [
    { source: 'create-answer', observedAt: '2026-11-21T12:00:01.000Z', intentKey: 'f'.repeat(32) },
    { source: 'entered', observedAt: '2026-11-21T12:00:00.000Z', intentKey: 'f'.repeat(32) },
  ],
  asReceived: { id: 'virtualAccount_1' },
} as unknown as Account;
const intent = {
  requestId: 'request_7',
  journalledAt: '2026-11-21T12:00:00.000Z',
  input: { walletAddress: '0xa' },
} as unknown as Intent;

it('says what was sent, what came, and under which ids', () => {
  const text = mismatchEvidence(account, intent);
  expect(text).toContain('Request ID: request_7');
  expect(text).toContain('destination.walletAddress\n  request: 0xa\n  response: Nothing');
  expect(text).toContain('"walletAddress": "0xa"');
  expect(text).toContain('Response received: 2026-11-21T12:00:01.000Z');
});

it('says what it can without the intent', () => {
  expect(intentKeyOf(account)).toBe('f'.repeat(32));
  expect(intentKeyOf({ learned: [] })).toBeNull();
  const text = mismatchEvidence(account, null);
  expect(text).not.toContain('Request ID');
  expect(text).toContain('virtualAccount_1');
});
