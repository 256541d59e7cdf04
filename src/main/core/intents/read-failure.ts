/** A read that came to nothing, as an expected failure in the service's own words. */
import type { ReadFailed } from '../service/outcomes.ts';
import { Failed } from './failed.ts';
import { retryAtOf } from './intent-view.ts';

/**
 * NOT_FOUND where the service says that there is no such thing, else INVALID.
 * @param now when it was answered, in milliseconds since 1970
 */
export function readFailure(outcome: ReadFailed, now: number): Failed<'INVALID' | 'NOT_FOUND'> {
  const { sentence, canTryAgain, error, requestId, status, cause, retryAfterMs, answer } = outcome;
  return new Failed(cause === 'not-found' ? 'NOT_FOUND' : 'INVALID', {
    sentence,
    canTryAgain,
    messages: [...(error?.messages ?? [])],
    requestId,
    status,
    cause,
    answer,
    retryAt: retryAtOf({ settledAt: new Date(now).toISOString(), retryAfterMs }),
  });
}
