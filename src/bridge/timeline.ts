/** All events of a profile, on two clocks: when they happened and when we first heard (Interface 2.7, 3, 6). */
import { z } from 'zod';
import { eachFlag } from './event-flags.ts';
import { exportFile } from './exports.ts';
import { payoutAmount } from './payouts.ts';
import { looksUp, makesFile, reads, stops, writesHere } from './procedure.ts';
import { instant, json, knownAt, ofProfile } from './scalars.ts';

/**
 * How an event is proved:
 * - `genuine`: at least one delivery of it is genuine on its raw bytes;
 * - `genuine-reserialised`: only when its body is parsed and serialised again;
 * - `read`: no delivery of it was proved, but the service gave it by its id (Interface 4.5).
 */
export const eventSignature = z.enum(['genuine', 'genuine-reserialised', 'read']);
export type EventSignature = z.infer<typeof eventSignature>;

/** Names the place of an event in the order of the list: by when it happened, then by when we heard. */
export const eventKey = z.int().min(0);

/** Filters combine: an event has to pass all of them. */
export const timelineFilter = z.strictObject({
  /** Event names, and beginnings of names that end in a dot (`payout.`). Empty: all. */
  names: z.array(z.string().min(1)).max(200).default([]),
  /** Keys under `data`, such as `payout`. Empty: all. */
  resourceKinds: z.array(z.string().min(1)).max(100).default([]),
  resourceId: z.string().nullable().default(null),
  customerId: z.string().nullable().default(null),
  /** A webhook of ours that it was delivered to. */
  webhookId: z.string().nullable().default(null),
  proof: eventSignature.nullable().default(null),
  /** Events with the flag alone, or without it alone. */
  ...eachFlag(() => z.boolean().nullable().default(null)),
  /** When it happened: from this moment on, and before that one. */
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  /** Words or parts of words; every one must occur. Empty: no search. */
  search: z.string().max(400).default(''),
  /** As of this moment: what was heard later is left out, and marks are as they were then. */
  knownAt: instant.nullable().default(null),
});
export type TimelineFilter = z.output<typeof timelineFilter>;
export type TimelineFilterInput = z.input<typeof timelineFilter>;

export const timelineRow = z.object({
  key: eventKey,
  eventId: z.string(),
  name: z.string(),
  /** The name up to its first dot. */
  family: z.string(),
  resourceKind: z.string().nullable(),
  resourceId: z.string().nullable(),
  customerId: z.string().nullable(),
  /** The customer's name as the records have it now, or had it at the moment of the view; null where not known. */
  customerName: z.string().nullable(),
  /** Amount that a payout's event names: paid out, else paid in. null where not found, and for other events. */
  amount: payoutAmount.nullable(),
  /** Name of the webhook that the event is about, as known now; null where the event is about something else. */
  webhookName: z.string().nullable(),
  /** `created` of the event; null where it has none that is a time, and then `heardAt` orders it. */
  happenedAt: instant.nullable(),
  /** `created` came as a number of seconds or milliseconds. */
  isEpoch: z.boolean(),
  /** When we first heard of it, by this machine's clock. */
  heardAt: instant,
  proof: eventSignature,
  isMock: z.boolean(),
  /** A mock event in production: it stands apart from a real one of its id (decisions 23). */
  isApart: z.boolean(),
  /** Received later than `lateAfterMs` after it happened; never of one that was looked up alone. */
  isLate: z.boolean(),
  /** Dated later than it was heard, by more than `lateAfterMs`. */
  isAhead: z.boolean(),
  /** Events that happened later were delivered before it. */
  isOutOfOrder: z.boolean(),
  /** Times it was heard, exact repeats included. */
  heard: z.int().min(1),
  /** Webhooks of ours that it was delivered to: one delivery to each is no repeat. */
  webhooks: z.int().min(0),
  isDiffering: z.boolean(),
});
export type TimelineRow = z.infer<typeof timelineRow>;

/** A stretch of time in which events may have been missed, or, where it was covered, in which some were. */
export const timelineGap = z.object({
  from: instant,
  /** null while it lasts. */
  to: instant.nullable(),
  /**
   * - `closed`: the console was closed or killed, or the computer slept;
   * - `unproven`: no tunnel to a webhook was proven;
   * - `covered`: nothing stood in the way, and yet what `missed` names never came.
   */
  reason: z.enum(['closed', 'unproven', 'covered']),
  /** The webhooks it concerns; empty for all. */
  webhooks: z.array(z.object({ webhookId: z.string(), name: z.string().nullable() })),
  /** Events that are known by now to have happened in it and not to have been delivered. */
  missed: z.array(
    z.object({
      /** null when only a later event of the same resource tells that there was one. */
      eventId: z.string().nullable(),
      name: z.string(),
      resourceKind: z.string().nullable(),
      resourceId: z.string().nullable(),
      /** How it is known: the service gave it by its id, or a later state needs one before it. */
      told: z.enum(['look-up', 'later-event']),
    }),
  ),
  /** Whether all that can tell what was missed was gone through; else `timeline.missed` goes on. */
  isLookedThrough: z.boolean(),
});
export type TimelineGap = z.infer<typeof timelineGap>;

export const timelineCount = z.object({
  total: z.int().min(0),
  known: z.int().min(0),
  newest: eventKey.nullable(),
  /** Words of the search that are found only whole: too many words have them as a part. */
  wholeWords: z.array(z.string()).readonly(),
});
export type CountView = z.infer<typeof timelineCount>;

export const timelineListInput = z.strictObject({
  filter: timelineFilter.prefault({}),
  /** Events before this key alone, older ones. */
  before: eventKey.nullable().default(null),
  /** Events after this key alone, newer ones, for live arrivals; the page still begins with its newest. */
  after: eventKey.nullable().default(null),
  /** Events to pass over, counted from `before`, or from the newest. */
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(200).default(100),
});

export const nameCount = z.object({ name: z.string(), count: z.int().min(0) });

/** How far the index follows the inbox. */
export const indexingView = z.object({
  /** Deliveries that are indexed, and all genuine ones of the profile. */
  indexed: z.int().min(0),
  total: z.int().min(0),
  isRebuilding: z.boolean(),
  /** Why indexing stopped, in plain words; null while it works. */
  problem: z.string().nullable(),
});
export type IndexingView = z.infer<typeof indexingView>;

export const histogramView = z.object({
  from: instant,
  to: instant,
  /** Width of one bar. */
  bucketMs: z.int().min(1),
  /** Families that occur, the most frequent first. */
  families: z.array(z.string()),
  /** Bars that hold events, oldest first; `counts` stand in the order of `families`. */
  bars: z.array(z.object({ at: instant, counts: z.array(z.int().min(0)) })),
});
export type HistogramView = z.infer<typeof histogramView>;

/** One field that another observation says otherwise; null stands for "not there" beside `was` or `is`. */
export const fieldChange = z.object({
  /** JSON Pointer (RFC 6901). */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  was: json.nullable(),
  is: json.nullable(),
});
export type FieldChange = z.infer<typeof fieldChange>;

export const timelineDetail = timelineRow.extend({
  /** `created` and `updated` of the event, word for word. */
  created: z.string().nullable(),
  updated: z.string().nullable(),
  /** The event, with secrets cut out and numbers of bank accounts masked unless asked for. */
  body: json,
  /** It holds numbers of a bank account that the service did not mask (Interface 2.5). */
  hasWholeNumbers: z.boolean(),
  /** Where the body departs from the interface, one sentence each. */
  deviations: z.array(z.string()),
  /** What changed in the resource against the observation before it; null when there is no resource. */
  change: z
    .object({
      /** When the observation before was made; null when this is the first. */
      before: z.object({ observedAt: instant, happenedAt: instant.nullable() }).nullable(),
      fields: z.array(fieldChange),
      /** Whether the record shows this event's content now, and if not, why not. */
      standing: z.enum(['shown', 'partly', 'superseded', 'not-merged']),
      why: z.string(),
    })
    .nullable(),
  /** Oldest first; open one with `deliveries.get`. */
  deliveries: z.array(
    z.object({
      arrival: z.int().min(0),
      receivedAt: instant,
      webhookId: z.string().nullable(),
      webhookName: z.string().nullable(),
      proof: eventSignature,
      /** Exact repeats of it that were counted. */
      repeats: z.int().min(0),
      role: z.enum(['first', 'repeat', 'differs', 'mock', 'unrecognised']),
      forwards: z.int().min(0),
    }),
  ),
  /** When it was read by its id, oldest first; `differs` when the answer said otherwise than a delivery. */
  lookUps: z.array(z.object({ at: instant, differs: z.boolean(), fields: z.array(fieldChange) })),
  /** Each webhook's state as the newest copy of the event tells it (decisions 28). */
  webhookRecords: z.array(
    z.object({
      webhookId: z.string(),
      name: z.string().nullable(),
      status: z.string().nullable(),
      deliveryRate: z.string().nullable(),
      requestIds: z.array(z.string()),
      /** Whether it is a webhook of ours whose deliveries arrive here. */
      isOurs: z.boolean(),
    }),
  ),
  /** Events of the same resource and of the same customer, newest first, this event among them. */
  related: z.array(timelineRow),
  /** There are more before the last of them: `timeline.related`. */
  hasOlderRelated: z.boolean(),
});
export type TimelineDetail = z.infer<typeof timelineDetail>;

/** The states that events tell of, in the order in which they happened (decisions 32). */
export const lifecycleView = z.object({
  subject: z.enum(['payout', 'kyc', 'terms']),
  steps: z.array(
    z.object({
      state: z.string(),
      eventId: z.string(),
      key: eventKey,
      happenedAt: instant.nullable(),
      heardAt: instant,
      /** Milliseconds since the step before; null for the first. */
      sinceMs: z.int().nullable(),
      /** Moves that the assumed order does not know are unusual, not impossible. */
      isUsual: z.boolean(),
      /** States that the assumed order puts between and that were not heard of. */
      unheard: z.array(z.string()),
    }),
  ),
  /** What may come next, by the assumed order. */
  next: z.array(z.string()),
});
export type LifecycleView = z.infer<typeof lifecycleView>;

export const exportFormat = z.enum(['csv', 'jsonl', 'report']);
export const exportView = exportFile.extend({ format: exportFormat });
export type ExportView = z.infer<typeof exportView>;

const byEventId = z.strictObject({ eventId: z.string().min(1).max(200) });
/** One event, as it was known at a moment; null is now. */
const whichEvent = byEventId.extend({
  /** The mock event that stands apart from a real one of its id (`timelineRow.isApart`). */
  isApart: z.boolean().default(false),
  knownAt,
});
/** Gaps that a screen shows: of more, the newest. */
export const maxGaps = 300;

const gapsInput = z.strictObject({
  from: instant.nullable().default(null),
  to: instant.nullable().default(null),
  knownAt,
});
/** How many events have it; null where that is not known of a moment. */
const countThen = z.int().min(0).nullable();

export const timelineContract = {
  /** Newest first by when they happened. */
  list: reads
    .input(timelineListInput)
    .output(z.object({ rows: z.array(timelineRow), hasMore: z.boolean() })),
  /** How many events pass the filter, how many there are, and what is told of gaps. */
  count: reads
    .input(
      z.strictObject({
        filter: timelineFilter.prefault({}),
        /** `total` is of events after this key alone, as in `list`. */
        after: eventKey.nullable().default(null),
      }),
    )
    .output(timelineCount),
  histogram: reads
    .input(z.strictObject({ filter: timelineFilter.prefault({}), bars: z.int().min(1).max(400) }))
    .output(histogramView.nullable()),
  /** Values to filter by, with counts over all events; of a moment, marks are not counted. */
  facets: reads.input(z.strictObject({ knownAt }).prefault({})).output(
    z.object({
      names: z.array(nameCount),
      resourceKinds: z.array(nameCount),
      webhooks: z.array(
        z.object({ webhookId: z.string(), name: z.string().nullable(), count: countThen }),
      ),
      proofs: z.array(z.object({ proof: eventSignature, count: countThen })),
      flags: z.object(eachFlag(() => countThen)),
    }),
  ),
  /** `whole`: a person asked for numbers of bank accounts that the service did not mask. */
  get: reads.input(whichEvent.extend({ whole: z.boolean().default(false) })).output(timelineDetail),
  /** What `related` of an event goes on with: those before a key, newest first. */
  related: reads
    .input(whichEvent.extend({ before: eventKey }))
    .output(z.object({ rows: z.array(timelineRow), hasMore: z.boolean() })),
  /**
   * Reads the event from the service (Interface 4.5) and keeps what came. INVALID for an id of another
   * form, and out of the past.
   */
  lookUp: looksUp.input(byEventId.extend({ ...ofProfile, knownAt })).output(
    z.object({
      eventId: z.string(),
      /** Whether a delivery or an earlier look-up had told of it. */
      wasKnown: z.boolean(),
      /** Fields in which the event differs from what was known. */
      fields: z.array(fieldChange),
      /** Ids of webhooks whose state the answer told. */
      webhooksTold: z.array(z.string()),
    }),
  ),
  lifecycle: reads
    .input(
      z.strictObject({
        subject: z.enum(['payout', 'kyc', 'terms']),
        /** ID of the payout; for `kyc` and `terms`, of the customer. */
        resourceId: z.string().min(1),
        knownAt,
      }),
    )
    .output(lifecycleView),
  /** Newest first, those that touch the stretch. */
  gaps: reads.input(gapsInput).output(z.array(timelineGap)),
  /** Goes on looking for what was missed in one of `gaps`. NOT_FOUND when it is no gap any more. */
  missed: reads
    .input(
      gapsInput.extend({
        gap: timelineGap.pick({ from: true, reason: true }),
        /** `next` of the look before; null begins. */
        after: instant.nullable().default(null),
      }),
    )
    .output(
      z.object({
        missed: timelineGap.shape.missed,
        /** Everything up to here was gone through; null: all of it was. */
        next: instant.nullable(),
      }),
    ),
  indexing: reads.output(indexingView),
  /** Throws the index away and makes it again from the inbox. Returns at once. */
  rebuild: writesHere.output(indexingView),
  exports: {
    /** Returns at once; a notice of `timeline` comes with every step. */
    start: makesFile
      .input(z.strictObject({ filter: timelineFilter.prefault({}), format: exportFormat }))
      .output(exportView),
    get: reads.input(z.strictObject({ id: z.string() })).output(exportView),
    cancel: stops.input(z.strictObject({ id: z.string() })).output(exportView),
  },
};
