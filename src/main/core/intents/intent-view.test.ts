import { expect, it } from 'vitest';
import { retryAtOf } from './intent-view.ts';

const settledAt = '2026-11-20T12:00:00.250Z';

it.each([
  ['seconds after the answer', { settledAt, retryAfterMs: 7_000 }, '2026-11-20T12:00:07.250Z'],
  ['at once', { settledAt, retryAfterMs: 0 }, settledAt],
  ['never, when the service did not ask', { settledAt, retryAfterMs: null }, null],
  ['never, when no answer came', { settledAt: null, retryAfterMs: 7_000 }, null],
  ['never, when it is out of every calendar', { settledAt, retryAfterMs: 9e15 }, null],
])('%s', (_words, intent, at) => {
  expect(retryAtOf(intent)).toBe(at);
});
