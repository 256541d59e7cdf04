/** Deliveries that arrived at our paths, each with its verdict (Interface 5.2, 6; decisions 8, 9). */
import { z } from 'zod';
import { forwardView } from './forwarding.ts';
import { reads, writesHere } from './procedure.ts';
import { instant, json } from './scalars.ts';
import { advice, webhookPath } from './webhooks.ts';

/**
 * - `genuine`: signed with the webhook's own secret over the raw bytes;
 * - `genuine-reserialised`: only the body parsed and serialised again matches;
 * - `duplicate-keys`: the raw bytes are signed with no secret that is held, and the body names a key
 *   twice, so it is not compared in its re-serialised form;
 * - `other-webhook`: signed with the secret of another of our webhooks;
 * - `wrong`: signed with no secret that is held; `missing`: not signed;
 * - `not-yet-judged`: the secret is not known yet, or locked.
 */
export const signatureCheckKind = z.enum([
  'genuine',
  'genuine-reserialised',
  'duplicate-keys',
  'other-webhook',
  'wrong',
  'missing',
  'not-yet-judged',
]);

export const signatureCheckView = z.object({
  kind: signatureCheckKind,
  /** The webhook whose secret matched, or was tried first. */
  webhookId: z.string().nullable(),
  /** First 16 hex digits of the SHA-256 of that secret. */
  fingerprint: z.string().nullable(),
  /** Computer of the team that judged it and has the secret, where this one has not. */
  judgedBy: z.string().nullable(),
  judgedAt: instant,
  /**
   * Whether exact repeats are known by it: not of what an earlier version judged after it had come.
   * null for what is not genuine.
   */
  isSignatureKept: z.boolean().nullable(),
});

export const keeping = z.enum(['kept', 'held', 'quarantined']);

/**
 * What a genuine delivery is to its event: `first` observes; `repeat` is the same again; `differs` has
 * other content under the same id; `mock` is test data in production; `unrecognised` has no form we know.
 * Any delivery may be `damaged`: it is stored and can't be opened, and the rest goes on without it.
 */
export const deliveryRole = z.enum([
  'first',
  'repeat',
  'differs',
  'mock',
  'unrecognised',
  'damaged',
]);

export const deliveryRow = z.object({
  /** Names the delivery; grows in the order of arrival. */
  arrival: z.int().min(0),
  slotPath: webhookPath,
  webhookId: z.string().nullable(),
  webhookName: z.string().nullable(),
  receivedAt: instant,
  /** Bytes of the body. */
  size: z.int().min(0),
  keeping,
  /** The newest. */
  verdict: signatureCheckView,
  /** Exact repeats that were counted and not stored. */
  repeats: z.int().min(0),
  lastRepeatAt: instant.nullable(),
  /** null until a genuine one was taken in, or any turned out damaged. */
  role: deliveryRole.nullable(),
  eventId: z.string().nullable(),
  eventName: z.string().nullable(),
  isMock: z.boolean(),
  forwards: z.object({
    waiting: z.int().min(0),
    delivered: z.int().min(0),
    failed: z.int().min(0),
  }),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

export const deliveryDetail = deliveryRow.extend({
  /** Oldest first. */
  verdicts: z.array(signatureCheckView),
  /** Why it is or can't be proved, and what to do. */
  advice,
  /** null while locked and of a damaged one. Values of `authorization` and `cookie` are cut. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  /** The body where it is UTF-8; null while locked and of any other bytes. */
  text: z.string().nullable(),
  /** Whether `text` is as it arrived: not where a secret was cut out of it, or a number masked. */
  isExactText: z.boolean(),
  /** Parsed, where it is JSON, without webhooks' secrets and with numbers of bank accounts masked. */
  body: json,
  /** It holds numbers of a bank account that the service did not mask (Interface 2.5). */
  hasWholeNumbers: z.boolean(),
  /** Personal data was taken out of it: what is left is not what was signed. */
  isErased: z.boolean(),
  /** SHA-256 of the exact bytes, hex; null while locked, and where something of them was erased. */
  digest: z.string().nullable(),
  deviations: z.array(z.string()),
  /** Newest first. */
  forwarded: z.array(forwardView),
});
export type DeliveryDetail = z.infer<typeof deliveryDetail>;

export const listDeliveriesInput = z.strictObject({
  slotPath: webhookPath.nullable().default(null),
  webhookId: z.string().nullable().default(null),
  verdict: signatureCheckKind.nullable().default(null),
  keeping: keeping.nullable().default(null),
  /** Arrivals before this one alone, for the next page. */
  before: z.int().nullable().default(null),
  limit: z.int().min(1).max(200).default(100),
});
export type ListDeliveriesInput = z.input<typeof listDeliveriesInput>;

/** Deriving records anew from the inbox. */
export const rebuildView = z.object({
  isRunning: z.boolean(),
  done: z.int().min(0),
  total: z.int().min(0),
  finishedAt: instant.nullable(),
});
export type RebuildView = z.infer<typeof rebuildView>;

export const deliveriesContract = {
  /** Newest first. */
  list: reads.input(listDeliveriesInput).output(
    z.object({
      rows: z.array(deliveryRow),
      next: z.int().nullable(),
      /** Deliveries of the profile that are stored and can't be opened. */
      damaged: z.int().min(0),
    }),
  ),
  /** `whole`: a person asked for numbers of bank accounts that the service did not mask. */
  get: reads
    .input(z.object({ arrival: z.int().min(0), whole: z.boolean().default(false) }))
    .output(deliveryDetail),
  /** Judges what waits or was refused again, with the secrets that are held now. */
  checkAgain: writesHere
    .input(z.strictObject({ slotPath: webhookPath.nullable().default(null) }))
    .output(z.object({ changed: z.int().min(0) })),
  /** Starts it and returns; a notice of `deliveries` comes with every step. */
  rebuild: writesHere.output(rebuildView),
  rebuildProgress: reads.output(rebuildView),
};
