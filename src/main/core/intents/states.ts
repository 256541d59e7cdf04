/**
 * The states of a write, and what each end of a call makes of it (decisions 30):
 *
 *                      ┌─ answered ───────────────▶ created
 *     journalled ──────┼─ refused ────────────────▶ refused     nothing exists; a new key tries again
 *     durable, before  ├─ not-sent ───────────────▶ not-sent    nothing exists; a new key tries again
 *     a byte is sent   └─ unknown, or the program
 *                         ended without an answer ▶ unknown     it may exist: shown, never resent
 *
 * A person may resolve what is unknown (resolutions.ts): unknown ⇄ exists, unknown ⇄ absent. That is
 * stored beside the intent, which stays as it was.
 *
 * Every arrow is taken once. `journalled` exists so that a program that dies in between knows, when
 * it comes back, that something may have left this machine.
 */
import type { WriteOutcome } from '../service/outcomes.ts';
import type { Intent, SentState } from './types.ts';

/** What is stored of the end of a call. */
export type OutcomeFacts = Pick<
  Intent,
  'resourceId' | 'sentence' | 'messages' | 'requestId' | 'status' | 'cause' | 'retryAfterMs'
> & { readonly state: Exclude<SentState, 'journalled'> };

const nothingElse: Omit<OutcomeFacts, 'state' | 'sentence'> = {
  resourceId: null,
  messages: [],
  requestId: null,
  status: null,
  cause: null,
  retryAfterMs: null,
};

/** What is stored of a write's outcome. */
export function outcomeFactsOf(outcome: WriteOutcome): OutcomeFacts {
  switch (outcome.kind) {
    case 'answered':
      return {
        ...nothingElse,
        state: 'created',
        sentence: `The service created ${outcome.resource.id}.`,
        resourceId: outcome.resource.id,
        status: outcome.status,
        requestId: outcome.requestId,
      };
    case 'refused':
      return {
        ...nothingElse,
        state: 'refused',
        sentence: outcome.sentence,
        messages: [...outcome.error.messages],
        requestId: outcome.requestId,
        status: outcome.status,
        cause: outcome.cause,
        retryAfterMs: outcome.retryAfterMs,
      };
    case 'not-sent':
      return {
        ...nothingElse,
        state: 'not-sent',
        sentence: outcome.sentence,
        cause: outcome.cause,
      };
    case 'unknown':
      return {
        ...nothingElse,
        state: 'unknown',
        sentence: outcome.sentence,
        messages: [...(outcome.error?.messages ?? [])],
        requestId: outcome.requestId,
        status: outcome.status,
        cause: outcome.cause,
      };
    default:
      return assertNever(outcome);
  }
}

/** The program ended between the journal and an answer. */
export const endedByRestart: OutcomeFacts = {
  ...nothingElse,
  state: 'unknown',
  cause: 'restart',
  sentence:
    'Causeway stopped before a response arrived. The request may have been carried out. It was not resent.',
};

/** Sending failed in a way that nobody foresaw, so it may have been sent. */
export const endedByFailure: OutcomeFacts = {
  ...nothingElse,
  state: 'unknown',
  cause: 'internal',
  sentence:
    'Causeway failed while sending. The request may have been carried out. It was not resent.',
};

/** There is an answer, and no way to write it down. */
export const notKept: OutcomeFacts = {
  ...nothingElse,
  state: 'unknown',
  cause: 'not-kept',
  sentence:
    'The service responded, but the response could not be written to this disk. The request may have ' +
    'been carried out. Make room on the disk; Causeway keeps the response while it stays open.',
};

function assertNever(value: never): never {
  throw new TypeError(`Not an outcome of a write: ${JSON.stringify(value)}`);
}
