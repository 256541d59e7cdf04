/** An intent as the page reads it, with when the service asked to be tried again. */
import type { IntentView } from '../../../bridge/intents.ts';
import type { ReadFailed } from '../service/outcomes.ts';
import { Failed } from './failed.ts';
import type { Intent } from './types.ts';

/** The moment as an ISO instant; null when it named none, or one that no calendar holds. */
export function retryAtOf({
  settledAt,
  retryAfterMs,
}: Pick<Intent, 'settledAt' | 'retryAfterMs'>): string | null {
  if (settledAt === null || retryAfterMs === null) return null;
  const at = new Date(Date.parse(settledAt) + retryAfterMs);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}

export const intentViewOf = (intent: Intent): IntentView => ({
  ...intent,
  retryAt: retryAtOf(intent),
});

/**
 * A read that came to nothing, as an expected failure in the service's own words: NOT_FOUND where the service says
 * that there is no such thing, else INVALID.
 *
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
