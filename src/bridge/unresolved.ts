/** Writes whose outcome is unknown: by a person, with what was observed since (decisions 30). */
import { z } from 'zod';
import { confirmed, writeErrors } from './errors.ts';
import { intentState, intentView } from './intents.ts';
import { maxMatches } from './max-matches.ts';
import { reads, signsOff, writesToService } from './procedure.ts';
import { instant, intentKey, knownAt, ofProfile, page } from './scalars.ts';
import { observationSource } from './source.ts';
import { addressReview, mismatch } from './virtual-accounts.ts';

/** `unknown` takes the last word back. */
export const resolutionOutcome = z.enum(['exists', 'absent', 'unknown']);

/** By which means: an id that was typed, JSON that was pasted, a proposal, or a person's word. */
export const resolutionBasis = z.enum(['id', 'json', 'proposal', 'word']);

/** One entry of the history, which is appended to and never changed. */
export const resolvedView = z.object({
  verdict: resolutionOutcome,
  resourceId: z.string().nullable(),
  how: resolutionBasis,
  /** Who was at the machine, by the name that the system knows them by. */
  by: z.string(),
  at: instant,
});

/** Something that was observed since, and may be what was sent. */
export const possibleMatch = z.object({
  resourceId: z.string(),
  source: observationSource,
  /** When the service says it came to be, where it says. */
  happenedAt: instant.nullable(),
  observedAt: instant,
  eventId: z.string().nullable(),
  eventName: z.string().nullable(),
  /** What is the same in both, in plain words; never empty. */
  same: z.array(z.string()).min(1),
  /** Other unresolved requests that it would fit as well. */
  fitsOthers: z.int().min(0),
});
export type PossibleMatch = z.infer<typeof possibleMatch>;

/** The row of a bulk run that a request was sent for. */
const requestedRow = z.object({ runId: z.string(), fileName: z.string(), row: z.int() });
export type RequestedRow = z.infer<typeof requestedRow>;

/** What tells a request from others of its kind, beside what it sent. */
const sentFor = {
  /** Whose virtual account it is, where the customer is known by name. */
  customerName: z.string().nullable(),
  /** null where a form sent it. */
  bulkRow: requestedRow.nullable(),
};

export const unresolvedRow = intentView.extend({
  ...sentFor,
  /** Observations that may be the answer. */
  proposals: z.int().min(0),
});
export type UnresolvedRow = z.infer<typeof unresolvedRow>;

export const unresolvedView = z.object({
  intent: intentView,
  ...sentFor,
  /**
   * Oldest first. Of one that does not exist: what was learned since that was said, and speaks against
   * it. Empty of one that exists.
   */
  proposals: z.array(possibleMatch),
  /** Where what it was settled as departs from what was sent. */
  mismatches: z.array(mismatch),
  /** Newest first. */
  history: z.array(resolvedView),
  /** Requests that sent this one again, oldest first. */
  repeatedBy: z.array(z.object({ key: intentKey, state: intentState })),
  /** Why this computer can't resolve or reopen it; null when it can. */
  resolveBlocked: z.string().nullable(),
  /** Why it can't be sent again; null when it can. */
  sendAgainBlocked: z.string().nullable(),
});
export type UnresolvedView = z.infer<typeof unresolvedView>;

/** What a person knows of the resource: its id, or the resource or an event as JSON. */
const answer = z.union([
  z.strictObject({ id: z.string().max(200) }),
  z.strictObject({ json: z.string().max(100_000) }),
]);
export type FoundResponse = z.infer<typeof answer>;

export const checkedResponse = z.object({
  resourceId: z.string(),
  /** Whether anything of the resource itself is known, so that it could be compared. */
  isCompared: z.boolean(),
  /** Where it departs from what was sent; to be read before it is kept. */
  mismatches: z.array(mismatch),
});
export type CheckedResponse = z.infer<typeof checkedResponse>;

export const unresolvedContract = {
  /** How many that were said not to exist are contradicted by what was learned since. */
  contradicted: reads.output(z.object({ requests: z.int().min(0) })),
  /** Newest first: those that are unknown, or those that a person settled. */
  list: reads
    .input(z.strictObject({ ...page, state: z.enum(['unknown', 'exists', 'absent']) }))
    .output(z.object({ rows: z.array(unresolvedRow), total: z.int().min(0) })),
  get: reads.input(z.strictObject({ key: intentKey })).output(unresolvedView),
  /** What an answer says and where it departs. Keeps nothing. INVALID says what is wrong with it. */
  check: reads.input(z.strictObject({ key: intentKey, answer })).output(checkedResponse),
  /**
   * It exists. `read` are the sentences of the mismatches that were shown: INVALID when they are
   * others by now. `isPossibleMatch` when the id was proposed here.
   */
  exists: signsOff
    .input(
      z.strictObject({
        key: intentKey,
        ...ofProfile,
        answer,
        isPossibleMatch: z.boolean().default(false),
        read: z.array(z.string()).max(100),
        knownAt,
      }),
    )
    .output(unresolvedView),
  /**
   * It does not exist, by a person's word. Nothing is sent. `seen` are the ids of the possible matches
   * that were shown, each another one: INVALID when there is one more by now. Said again of one that
   * does not exist, there must be one.
   */
  absent: signsOff
    .input(
      z.strictObject({
        key: intentKey,
        ...ofProfile,
        seen: z.array(z.string().max(200)).max(maxMatches).default([]),
        knownAt,
      }),
    )
    .output(unresolvedView),
  /** The last word is taken back: it is unknown again. */
  takeBack: signsOff
    .input(z.strictObject({ key: intentKey, ...ofProfile, knownAt }))
    .output(unresolvedView),
  /** Sends one that does not exist again, as a new intent that names it. Gives the new resource's id. */
  sendAgain: writesToService
    .input(
      z.strictObject({
        /** Key of the new intent. */
        intentKey,
        /** Key of the one that is sent again. */
        repeats: intentKey,
        ...ofProfile,
        knownAt,
        confirmed,
        /** For a virtual account. */
        ...addressReview,
      }),
    )
    .output(z.object({ resourceId: z.string() }))
    .errors(writeErrors),
};
