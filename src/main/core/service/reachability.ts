/** Reads from each outcome whether the service can be reached, and tells who listens. */
import type { Clock } from '../../../platform/clock.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { FailureCause } from './causes.ts';
import type { ProbeOutcome, Reachability, ReadOutcome, WriteOutcome } from './outcomes.ts';
import { isKnownError } from './read-outcome.ts';
import { readFailedMessage } from './sentences.ts';

/** Nothing about the service was learned. */
const learnedNothing: ReadonlySet<FailureCause> = new Set<FailureCause>([
  'invalid-input',
  'token-unreadable',
]);

type Outcome = WriteOutcome | ReadOutcome | ProbeOutcome;

export class ReachabilityNews {
  readonly #listeners = new Set<(reachability: Reachability) => void>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(listener: (reachability: Reachability) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** `isProbe`: the call asked nothing but whether the token works. */
  tell(outcome: Outcome, isProbe = false): void {
    const cause = causeOf(outcome);
    if (cause !== null && learnedNothing.has(cause)) return;
    // Any other call's 403 may be about what it asked for.
    const isTokenRefused = isProbe && outcome.kind === 'refused';
    const state = isTokenRefused ? 'token-refused' : stateOf(outcome, cause);
    const sentence = cause === null || state === 'reachable' ? null : readFailedMessage(cause);
    const news = { state, at: isoNow(this.#clock), sentence, cause } as const;
    for (const listener of this.#listeners) listener(news);
  }
}

const causeOf = (outcome: Outcome): FailureCause | null =>
  outcome.kind === 'answered' ? null : outcome.cause;

function stateOf(outcome: Outcome, cause: FailureCause | null): Reachability['state'] {
  if (cause === 'no-token') return 'no-token';
  if ('status' in outcome && outcome.status === 401) return 'token-refused';
  if (cause === 'bad-token') return 'token-refused';
  // A gateway that asks to slow down stands before a service that is there.
  return spokeAsService(outcome) || cause === 'rate-limited' ? 'reachable' : 'unreachable';
}

/** Any word in the service's own form means that it is there, even when it reports a fault. */
export const spokeAsService = (outcome: Outcome): boolean =>
  outcome.kind === 'answered' ||
  outcome.kind === 'proven' ||
  ('error' in outcome && isKnownError(outcome.error));
