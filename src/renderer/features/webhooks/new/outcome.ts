import type { Attempt } from '../../../stores/drafts.ts';

/** It was sent and no usable answer came: it is never offered again by itself (decisions 30). */
export const isOutcomeUnknown = (attempt: Attempt): boolean =>
  attempt.state === 'failed' && attempt.failure.code === 'UNKNOWN_OUTCOME';

/** Nothing was sent because of the address: it became another's, or nothing arrives there any more. */
export const isUrlRefused = (attempt: Attempt): boolean =>
  attempt.state === 'failed' && ['INVALID', 'NOT_SENT'].includes(attempt.failure.code);
