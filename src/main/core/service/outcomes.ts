/**
 * What a call of the service comes to. A write has four ends (decisions 30):
 *
 *     send ─▶ answered   2xx with a resource that has an id
 *          ├▶ not-sent   sure: nothing can have reached the service
 *          ├▶ refused    4xx that is enough: the service, or a gateway, said no
 *          └▶ unknown    everything else: it may exist, and is never resent by itself
 */
import type { RawResponse } from '../../../bridge/raw-response.ts';
import type { ReadError } from '../../../contract/errors.ts';
import type { ReadResource } from '../../../contract/resources.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { FailureCause, NotSentCause, RefusalCause, UnknownCause } from './causes.ts';

/** The service answered with the resource. */
export interface Answered {
  readonly kind: 'answered';
  /** HTTP status, any 2xx (decisions 4). */
  readonly status: number;
  readonly resource: ReadResource;
  /** The whole answer, envelope and all, as it was parsed. May hold a webhook's secret. */
  readonly body: JsonObject;
  /** The whole answer, byte for byte. May hold a webhook's secret. */
  readonly bytes: Uint8Array;
  readonly requestId: string | null;
}

/** Nothing reached the service. A person may send it again. */
export interface NotSent {
  readonly kind: 'not-sent';
  readonly cause: NotSentCause;
  readonly sentence: string;
}

/** The service said no: a 4xx in a known form, or one that is enough by itself. Nothing was created. */
export interface Refused {
  readonly kind: 'refused';
  readonly cause: RefusalCause;
  readonly status: number;
  readonly error: ReadError;
  /** From `Retry-After`, in either form; null when there was none. */
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  readonly sentence: string;
  readonly bytes: Uint8Array;
}

/** It was, or may have been, sent, and no usable answer came: it may exist. */
export interface UnknownOutcome {
  readonly kind: 'unknown';
  readonly cause: UnknownCause;
  /** HTTP status, where an answer began. */
  readonly status: number | null;
  /** What the answer says, where it says anything. */
  readonly error: ReadError | null;
  readonly requestId: string | null;
  readonly sentence: string;
  /** The answer, as far as it came; null when none did, or when it was too large. */
  readonly bytes: Uint8Array | null;
}

export type WriteOutcome = Answered | NotSent | Refused | UnknownOutcome;

/** A read came to nothing, after its retries. Nothing was changed by it. */
export interface ReadFailed {
  readonly kind: 'failed';
  readonly cause: FailureCause;
  readonly status: number | null;
  readonly error: ReadError | null;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;
  /** Whether the same read can be expected to work later without a change. */
  readonly canTryAgain: boolean;
  readonly sentence: string;
  /** The answer, as far as it came, without secrets; null when none did, or when it was too large. */
  readonly answer: RawResponse | null;
}

export type ReadOutcome = Answered | ReadFailed;

/** Whether base URL and token belong together (decisions 31). */
export interface ProbeOutcome {
  readonly kind: 'proven' | 'refused' | 'not-this-service' | 'unreachable';
  /** null when it was proven. */
  readonly cause: FailureCause | null;
  readonly status: number | null;
  readonly error: ReadError | null;
  readonly requestId: string | null;
  readonly sentence: string;
  /** What the answer left open of a proof, in a sentence; null or absent where nothing. */
  readonly doubt?: string | null;
}

/** What the last call says of the service. */
export interface Reachability {
  readonly state: 'reachable' | 'unreachable' | 'token-refused' | 'no-token';
  /** ISO 8601 UTC. */
  readonly at: string;
  /** null when there is nothing to say. */
  readonly sentence: string | null;
  readonly cause: FailureCause | null;
}
