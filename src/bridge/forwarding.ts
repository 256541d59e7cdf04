/**
 * Forwarding: genuine deliveries to addresses that a person set, with bytes, signature and content
 * headers unchanged. What came again with the same bytes to the same path goes on once. One target gets
 * one delivery at a time in the order in which they became genuine; a failed one is tried again later
 * and lets the next go ahead, so order holds only while nothing fails. Targets do not wait for each
 * other. Redirects are not followed.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, continuesConfirmed, reads, refusedToPages, stops } from './procedure.ts';
import { instant } from './scalars.ts';

/** The URL that a person means: this computer needs no `http://` in front. */
export const meantUrl = (text: string): string =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(text.trim())
    ? `http://${text.trim()}`
    : text.trim();

export const forwardTargetInput = z.strictObject({
  name: z.string().trim().min(1).max(80),
  /** https, or http on loopback or in a private network. No credentials. */
  url: z.string().trim().min(1).max(2048),
  /** Only deliveries of this webhook; null: of all. */
  webhookId: z.string().nullable().default(null),
  /** Only these events; empty: all, and those that are not recognised. */
  events: z.array(z.string()).default([]),
  /** One computer of the team forwards each delivery to it. null: where the profile is in a team and the URL is not of this computer. */
  isForTeam: z.boolean().nullable().default(null),
});
export type ForwardTargetInput = z.input<typeof forwardTargetInput>;

/** `after`: what arrived later goes there too, for a webhook that was created since; null: what comes from now on. */
const listenTargetInput = forwardTargetInput.extend({
  after: z.int().min(0).nullable().default(null),
});
export type ListenTargetInput = z.output<typeof listenTargetInput>;

export const forwardTargetView = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  webhookId: z.string().nullable(),
  events: z.array(z.string()),
  isPaused: z.boolean(),
  /** It belongs to a program that listens (`npm run listen`) and goes with that. */
  isLent: z.boolean(),
  /** One computer of the team forwards each delivery to it. */
  isForTeam: z.boolean(),
  createdAt: instant,
  waiting: z.int().min(0),
  delivered: z.int().min(0),
  /** Given up after the last try, or refused for good. */
  failed: z.int().min(0),
  lastResultAt: instant.nullable(),
  /** What the last try came to, in a sentence; null before the first. */
  lastResult: z.string().nullable(),
  nextTryAt: instant.nullable(),
  /** Every try failed since then, the last one with this; null while the last one was taken. */
  failing: z
    .object({
      since: instant,
      /** HTTP status of the last answer; null when none came. */
      status: z.int().nullable(),
      /** In a sentence. */
      reason: z.string(),
    })
    .nullable(),
});
export type ForwardTargetView = z.infer<typeof forwardTargetView>;

/** One delivery on its way to one target. */
export const forwardView = z.object({
  id: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  arrival: z.int().min(0),
  /** null where it can't be read (any more). */
  eventName: z.string().nullable(),
  /** Asked for by a person, and not sent because it arrived. */
  isReplay: z.boolean(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  queuedAt: instant,
  attempts: z.int().min(0),
  /** HTTP status of the last answer; null when none came. */
  status: z.int().nullable(),
  /** Duration of the last try in milliseconds. */
  lastMs: z.number().nullable(),
  lastTriedAt: instant.nullable(),
  nextTryAt: instant.nullable(),
  sentence: z.string(),
});
export type ForwardView = z.infer<typeof forwardView>;

/** Which deliveries: one, all since a time, or those of a filter. Genuine ones alone. */
export const replaySelection = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('one'), arrival: z.int().min(0) }),
  z.strictObject({ by: z.literal('since'), since: instant }),
  z.strictObject({
    by: z.literal('filter'),
    webhookId: z.string().nullable().default(null),
    events: z.array(z.string()).default([]),
    since: instant.nullable().default(null),
    until: instant.nullable().default(null),
  }),
]);
export type ReplaySelection = z.input<typeof replaySelection>;

const one = z.object({ id: z.string() });

export const forwardingContract = {
  targets: reads.output(z.array(forwardTargetView)),
  /**
   * Asks: a person confirms in a document of main's own. Deliveries that become genuine from then on go
   * there; earlier ones by a replay.
   */
  addTarget: asks.input(forwardTargetInput).output(openedDocument),
  /**
   * A target for as long as the answer is read: its one item is the target. It is removed when whoever
   * reads stops or its connection ends, however that ends, and never outlives the process. The answer
   * ends when a person removed the target, or the profile was closed. INVALID for a page: it is for a
   * program that attaches, whose person typed the address.
   */
  lendTarget: refusedToPages.input(listenTargetInput).output(eventIterator(forwardTargetView)),
  pauseTarget: continuesConfirmed
    .input(z.object({ id: z.string(), isPaused: z.boolean() }))
    .output(forwardTargetView),
  /** What waits for it is given up; what was sent stays on record. */
  removeTarget: stops.input(one).output(z.object({ removed: z.boolean() })),
  /** Newest first. */
  list: reads
    .input(
      z.strictObject({
        targetId: z.string().nullable().default(null),
        state: z.enum(['waiting', 'delivered', 'failed']).nullable().default(null),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(200).default(100),
      }),
    )
    .output(z.object({ rows: z.array(forwardView), total: z.int().min(0) })),
  /**
   * Queued to the target in the order in which they became genuine; `queued` says how many. Where the
   * call is cut off, what was queued until then is sent. More than one delivery, also one by one within
   * minutes, a person confirms: `queued` is null then, and the document as in openedDocument.
   */
  replay: asks
    .input(z.strictObject({ targetId: z.string(), selection: replaySelection }))
    .output(openedDocument.extend({ queued: z.int().min(0).nullable() })),
};
