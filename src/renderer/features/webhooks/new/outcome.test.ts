import { expect, it } from 'vitest';
import type { ShownFailure } from '../../../format/failures.ts';
import type { Attempt } from '../../../stores/drafts.ts';
import { isOutcomeUnknown, isUrlRefused } from './use-preparation.ts';

const failed = (code: ShownFailure['code']): Attempt => ({
  state: 'failed',
  failure: {
    code,
    sentence: '',
    canTryAgain: false,
    messages: [],
    requestId: null,
    status: null,
    cause: null,
    retryAt: null,
    alike: [],
    asks: [],
  },
});

it('only an answer that was lost may have made a webhook without a secret', () => {
  expect(isOutcomeUnknown(failed('UNKNOWN_OUTCOME'))).toBe(true);
  expect(isOutcomeUnknown(failed('NOT_SENT'))).toBe(false);
  expect(isOutcomeUnknown({ state: 'lost' })).toBe(false);
});

it('the addresses are looked at again when nothing was sent because of one', () => {
  expect(isUrlRefused(failed('INVALID'))).toBe(true);
  expect(isUrlRefused(failed('NOT_SENT'))).toBe(true);
  expect(isUrlRefused(failed('REFUSED'))).toBe(false);
  expect(isUrlRefused(failed('UNKNOWN_OUTCOME'))).toBe(false);
  expect(isUrlRefused({ state: 'sending' })).toBe(false);
});
