/**
 * Webhooks (Interface 2.6, 4.4, 8). The interface can create one and nothing else, so what is known of
 * it later comes from `webhookRecords` of events alone (decisions 28), and at most ten may exist.
 */
import { z } from 'zod';
import { createWebhookInput } from '../contract/webhook.ts';
import { rowAnnotations } from './annotations.ts';
import { openedDocument } from './documents.ts';
import { confirmed, writeErrors } from './errors.ts';
import { columnShape } from './fields.ts';
import { asks, asksToWrite, continuesConfirmed, looksUp, reads } from './procedure.ts';
import { instant, intentKey, json, ofProfile } from './scalars.ts';
import { sourceView } from './source.ts';
import { tunnelKind, tunnelState } from './tunnels.ts';

/** Webhooks that may exist at a time (Interface 8). */
export const webhookLimit = 10;

/** Part of a webhook's URL after `/hooks/`: 128 random bits as 32 hex digits. */
export const webhookPath = z.string().regex(/^[0-9a-f]{32}$/);

/** What a webhook's URL may lead through: a tunnel of this computer, or the relay of the team. */
export const routeKind = z.enum([...tunnelKind.options, 'team-relay']);
export type RouteKind = z.infer<typeof routeKind>;

/** Deliveries by their first verdict, repeats and dropped ones included. */
export const signatureCheckCounts = z.object({
  genuine: z.int().min(0),
  genuineReserialised: z.int().min(0),
  duplicateKeys: z.int().min(0),
  otherWebhook: z.int().min(0),
  wrong: z.int().min(0),
  missing: z.int().min(0),
  notYetJudged: z.int().min(0),
});
export type SignatureCheckCounts = z.infer<typeof signatureCheckCounts>;

/** What arrived at one of our paths. */
export const webhookPathFacts = z.object({
  path: webhookPath,
  verdicts: signatureCheckCounts,
  /** Exact repeats that were counted and not stored. */
  repeats: z.int().min(0),
  /** Stored sealed until a secret is known. */
  held: z.int().min(0),
  quarantined: z.int().min(0),
  /** Thrown out of the quarantine to stay within its bounds: counted, and gone. */
  droppedFromQuarantine: z.int().min(0),
  /** Answered 503 because the hold was full; the service has to send them again. */
  refusedHoldFull: z.int().min(0),
  lastDeliveryAt: instant.nullable(),
  /** Our own average answer time in milliseconds, beside the service's 5,000 (Interface 6, 8). */
  averageAnswerMs: z.number().nullable(),
  answers: z.int().min(0),
});
export type WebhookPathFacts = z.infer<typeof webhookPathFacts>;

/** A sentence about what is the matter, and one about what to do; null when there is nothing to do. */
export const advice = z.object({
  code: z.string(),
  tone: z.enum(['info', 'warning', 'problem']),
  sentence: z.string(),
  whatToDo: z.string().nullable(),
});
export type Advice = z.infer<typeof advice>;

/** The way from the webhook's URL to this computer, as it was proved last. */
export const reachability = z.object({
  /**
   * - `proven`, `proving`, `failed`, `not-provable`, `closed`: as the tunnel's own state;
   * - `url-changed`: a tunnel is open under another address than the one that is registered;
   * - `elsewhere`: the URL leads to no path of this computer, or to the relay of the team, by `kind`.
   */
  state: z.union([tunnelState, z.enum(['url-changed', 'elsewhere'])]),
  tunnelId: z.string().nullable(),
  kind: routeKind.nullable(),
  lastProvenAt: instant.nullable(),
  sentence: z.string(),
});
export type WebhookReachability = z.infer<typeof reachability>;

/**
 * - `held`: encrypted here;
 * - `lost`: it came in an answer that was lost and can never be had again;
 * - `with-team`: other computers of the team have it and verify its deliveries;
 * - `not-given`: the webhook was made elsewhere, and its secret was not entered.
 */
export const secretState = z.enum(['held', 'lost', 'with-team', 'not-given']);

export const webhookRow = z.object({
  id: z.string(),
  ...columnShape('webhook'),
  events: z.array(z.string()),
  /** When `status` and `deliveryRate` were learned, and how. */
  statusLearnedAt: instant.nullable(),
  statusSource: z.string().nullable(),
  secret: secretState,
  /** First 16 hex digits of the SHA-256 of the secret; null when it is not held. */
  fingerprint: z.string().nullable(),
  /** null when its URL leads to no path of this computer. */
  slot: webhookPathFacts.nullable(),
  wayIn: reachability,
  /** Forwarding targets that get its deliveries. */
  forwards: z.int().min(0),
  lastLearnedAt: instant,
  /** Nothing but what a person entered is known of it. */
  isRecordUnconfirmed: z.boolean(),
  ...rowAnnotations,
});
export type WebhookRow = z.infer<typeof webhookRow>;

/** How a webhook is known. */
const howKnown = {
  /** The newest, at most 200. */
  learned: z.array(sourceView),
  /** All observations that it stands on. */
  observations: z.int().min(1),
  /** Without its secret. */
  asReceived: json,
};

export const webhookDetail = webhookRow.extend({
  /** What is the matter and what to do, most urgent first. */
  advice: z.array(advice),
  /** Request ids of the service's attempts, from `webhookRecords` (decisions 28), newest event first. */
  requestIds: z.array(z.object({ eventId: z.string(), requestIds: z.array(z.string()) })),
  ...howKnown,
});
export type WebhookDetail = z.infer<typeof webhookDetail>;

/** A webhook as it was known at a moment: what stands on observations, and nothing of deliveries, tunnels or secrets. */
export const pastWebhookRow = webhookRow
  .pick({
    id: true,
    name: true,
    description: true,
    url: true,
    events: true,
    active: true,
    status: true,
    deliveryRate: true,
    statusLearnedAt: true,
    statusSource: true,
    created: true,
    lastLearnedAt: true,
  })
  .extend({ firstLearnedAt: instant });
export type PastWebhookRow = z.infer<typeof pastWebhookRow>;

export const pastWebhookDetail = pastWebhookRow.extend(howKnown);
export type PastWebhookDetail = z.infer<typeof pastWebhookDetail>;

/**
 * A create whose answer was lost. The webhook may exist and take one of the ten places; its secret was
 * in that answer and can never be had again, so what it delivers can't be proved.
 */
export const lostWebhook = z.object({
  intentKey,
  name: z.string().nullable(),
  url: z.string().nullable(),
  events: z.array(z.string()),
  sentAt: instant,
  /** What became of it. */
  sentence: z.string(),
  whatToDo: z.string(),
  slot: webhookPathFacts.nullable(),
  /** A webhook learned since with this URL: the one that was created after all. */
  foundAs: z.string().nullable(),
});
export type LostWebhook = z.infer<typeof lostWebhook>;

/** An address for a new webhook. */
export const offeredAddress = z.object({
  url: z.string(),
  tunnelId: z.string(),
  kind: routeKind,
  /** Proved on this very path; the screen offers it only then. */
  state: tunnelState,
  lastProvenAt: instant.nullable(),
  /** The address stays the same after a restart. A webhook can't be moved to another one. */
  lasts: z.boolean(),
  sentence: z.string(),
});
export type OfferedUrl = z.infer<typeof offeredAddress>;

/** A known webhook that would do: it is ours, its secret is held, and its way in is or can be open. */
export const reusableWebhook = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string(),
  events: z.array(z.string()),
  sentence: z.string(),
});

export type ReusableWebhook = z.infer<typeof reusableWebhook>;

export const webhookPreparation = z.object({
  /** Webhooks known of this profile. */
  known: z.int().min(0),
  /** Creates whose outcome is unknown: each may have taken a place. */
  mayExist: z.int().min(0),
  limit: z.literal(webhookLimit),
  slotPath: webhookPath,
  addresses: z.array(offeredAddress),
  reusable: z.array(reusableWebhook),
  /** Before a place is taken: how many are left, what does not last, what is irreversible. */
  advice: z.array(advice),
});
export type WebhookPreparation = z.infer<typeof webhookPreparation>;

/** Whether what arrives can be made durable. */
export const writerView = z.object({
  /**
   * - `working`: the last group was made durable, or none came yet;
   * - `failing`: the last group could not be (a full disk, say); senders get 503 and try again;
   * - `restarting`: the inbox's thread ended by itself and is started again; senders get 503.
   */
  state: z.enum(['working', 'failing', 'restarting']),
  /** When that began; null while nothing ever failed. */
  since: instant.nullable(),
  /** Times that the thread was started again since Causeway was. */
  restarts: z.int().min(0),
  sentence: z.string(),
});
export type WriterView = z.infer<typeof writerView>;

/** What the receiver did not take since Causeway was started, by why. */
export const rejectedView = z.object({
  /** Over the bound of connections: closed at once. */
  connectionsRefused: z.int().min(0),
  /** Headers or request not there in time: 408. */
  timedOut: z.int().min(0),
  /** No HTTP, or headers that are too large: 400, 431. */
  malformed: z.int().min(0),
  /** Body over 1 MiB: 413. */
  tooLarge: z.int().min(0),
  /** Bodies under way over their bound: 503. */
  noRoom: z.int().min(0),
  /** What is held for a secret is over its bound: 503. */
  holdFull: z.int().min(0),
  /** Could not be made durable: 503. */
  notDurable: z.int().min(0),
  /** No path of ours: 404. */
  wrongPath: z.int().min(0),
  /** Not POST: 405. */
  wrongMethod: z.int().min(0),
});
export type RejectedView = z.infer<typeof rejectedView>;

/** The receiver of this installation. */
export const receiverView = z.object({
  isListening: z.boolean(),
  port: z.int().nullable(),
  /** `http://127.0.0.1:<port>`: where an own reverse proxy points. */
  origin: z.string().nullable(),
  sentence: z.string(),
  /** null while it is not open, both. */
  writer: writerView.nullable(),
  dropped: rejectedView.nullable(),
});
export type ReceiverView = z.infer<typeof receiverView>;

export const webhooksContract = {
  /** All that are known; there are ten at most, and those that were lost. */
  list: reads.output(
    z.object({
      rows: z.array(webhookRow),
      known: z.int().min(0),
      limit: z.literal(webhookLimit),
      mayExist: z.array(lostWebhook),
      receiver: receiverView,
      asOf: instant.nullable(),
    }),
  ),
  get: reads.input(z.object({ id: z.string() })).output(webhookDetail),
  /**
   * As of a moment: what was observed later is left out. INVALID for what is no moment, or one that
   * has not come.
   */
  past: {
    list: reads.input(z.strictObject({ knownAt: instant })).output(
      z.object({
        rows: z.array(pastWebhookRow),
        /** When the newest of them was learned by then; null when there is none. */
        asOf: instant.nullable(),
      }),
    ),
    /** NOT_FOUND when nothing of it was known by then. */
    get: reads
      .input(z.strictObject({ id: z.string(), knownAt: instant }))
      .output(pastWebhookDetail),
  },
  /**
   * Called when the form opens: reserves a path (durable, used again until a create takes it), proves the
   * open tunnels on it, and says what to know before a place is taken.
   */
  prepare: continuesConfirmed.output(webhookPreparation),
  /**
   * ASKS_FIRST where a known webhook would do, an earlier create may have made it, or its way is `not-provable`.
   * At an address that is no path of an open tunnel a person is asked in a document of main's own, at `path`
   * as in openedDocument: `webhook` is null then, and what came of it is in the journal, by its key.
   */
  create: asksToWrite
    .input(
      z.strictObject({
        intentKey,
        ...ofProfile,
        input: createWebhookInput,
        confirmed,
      }),
    )
    .output(openedDocument.extend({ webhook: webhookDetail.nullable() }))
    .errors(writeErrors),
  /**
   * Reads the newest event that is known from the service: its `webhookRecords` say status and rate
   * (decisions 28). INVALID where no event is known yet.
   */
  refresh: looksUp.input(z.object({ id: z.string(), ...ofProfile })).output(webhookDetail),
  /**
   * Asks in a document of main's own. There the browser host shows the secret once; Electron puts it on
   * the clipboard, and clears that after 30 s if it is unchanged.
   */
  revealSecret: asks.input(z.object({ id: z.string() })).output(openedDocument),
};
