import { expect, it } from 'vitest';
import type { ReadFailed } from '../service/outcomes.ts';
import { readFailure } from './intent-view.ts';

const now = Date.UTC(2026, 10, 20, 12);
const outcome: ReadFailed = {
  kind: 'failed',
  cause: 'rate-limited',
  status: 429,
  error: {
    form: 'envelope',
    code: null,
    messages: ['Slow down'],
    statusInBody: 429,
    requestId: 'request_1',
  },
  retryAfterMs: 30_000,
  requestId: 'request_1',
  canTryAgain: true,
  sentence: 'The service asks to wait.',
  answer: { text: 'Slow down', bytes: 9, isShortened: false },
};

it('is told in the service’s own words, with when it may be tried again', () => {
  expect(readFailure(outcome, now)).toMatchObject({
    code: 'INVALID',
    message: 'The service asks to wait.',
    data: {
      canTryAgain: true,
      messages: ['Slow down'],
      answer: { text: 'Slow down' },
      requestId: 'request_1',
      status: 429,
      cause: 'rate-limited',
      retryAt: '2026-11-20T12:00:30.000Z',
    },
  });
});

it('is not found where the service says so', () => {
  const missing = { ...outcome, cause: 'not-found', error: null, retryAfterMs: null } as const;
  expect(readFailure(missing, now)).toMatchObject({
    code: 'NOT_FOUND',
    data: { messages: [], retryAt: null },
  });
});
