/**
 * Expected failures, declared: a code, a sentence that finance staff understand, whether trying
 * again can help, and the service's own words where it spoke. Anything else becomes INTERNAL.
 */
import { z } from 'zod';
import { rawResponse } from './raw-response.ts';
import { instant, intentKey } from './scalars.ts';

/** What every failure carries. */
export const failure = z.object({
  /** What failed, whether anything was sent, and what to do, in plain words. */
  sentence: z.string(),
  /** Whether the same call can be expected to work later without a change. */
  canTryAgain: z.boolean(),
  /** The service's own messages, word for word, in order. */
  messages: z.array(z.string()).default([]),
  /** The service's request id, where it gave one. */
  requestId: z.string().nullable().default(null),
  /** HTTP status of the service's answer, where there was one. */
  status: z.int().nullable().default(null),
  /** Which closed cause it was, for example `timeout`, `tls`, `redirected`. */
  cause: z.string().nullable().default(null),
  /** When the service asked to be tried again (Retry-After); null when it did not. */
  retryAt: instant.nullable().default(null),
  /** The service's response to a read. For a write, `intents.answer` gives the response by its key. */
  answer: rawResponse.nullish(),
});
export type Failure = z.infer<typeof failure>;

/** What the person was asked about and goes on in spite of: `asks` of ASKS_FIRST. */
export const confirmed = z.array(z.string().max(200)).max(1_000).default([]);

/** A failure of a write: the intent stands in the journal under this key. */
const writeFailure = failure.extend({ intentKey });

/** Failures that any procedure may meet. */
export const commonErrors = {
  /** The vault is locked or not set up, so nothing of a profile can be read. */
  LOCKED: { status: 423, data: failure },
  /** No such record, profile or intent. */
  NOT_FOUND: { status: 404, data: failure },
  /** The request can't be carried out as it stands, and why. */
  INVALID: { status: 422, data: failure },
} as const;

/** Failures of a write, by what became of it (decisions 30). */
export const writeErrors = {
  /** Nothing left this machine, so nothing exists at the service. A person may send again. */
  NOT_SENT: { status: 503, data: writeFailure },
  /** The service said no, in its own words. Nothing was created. */
  REFUSED: { status: 424, data: writeFailure },
  /** It was sent and no usable answer came: it may exist. Never resent by itself. */
  UNKNOWN_OUTCOME: { status: 504, data: writeFailure },
  /**
   * The same thing is known or under way already, or it may not work: send again with `asks` as
   * `confirmed` to go on. What was not asked about is not confirmed, so something new asks again.
   */
  ASKS_FIRST: {
    status: 409,
    data: writeFailure.extend({
      /** What is asked about: ids of what is alike, and names of other questions (`not-provable`). */
      asks: z.array(z.string()),
      /** Ids of records, or keys of intents, that look the same. */
      alike: z.array(z.object({ kind: z.enum(['record', 'intent']), id: z.string() })),
    }),
  },
  /** The team's policy asks others to approve it first, and exactly this is not approved. Nothing was sent. */
  NEEDS_APPROVAL: {
    status: 428,
    data: failure.extend({
      /** How many others. */
      approvers: z.int(),
      /** Which rules of the policy ask for it, as sentences. */
      reasons: z.array(z.string()),
    }),
  },
} as const;
