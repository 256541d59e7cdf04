/** The receiver: takes deliveries on loopback and answers when they are durable (docs/architecture.md, 4). */
import type { Inbox, WebhookPath } from '../inbox/types.ts';
import type { DropCounts } from './drops.ts';
import type { ReceiverDown, ReceiverPortTaken } from './listen.ts';

/** A path as far as a receiver has to know it. */
export type ReceiverPath = Pick<WebhookPath, 'path' | 'profileId' | 'webhookId'>;

/** Where a receiver makes durable what it takes. */
export interface ReceiverInbox extends Pick<Inbox, 'append' | 'onWriter'> {
  /** null for a path that nothing may be sent to. */
  slot(path: string): ReceiverPath | null;
}

/** Path of a webhook under every origin: `<origin>/hooks/<32 hex digits>`. */
export const hooksPrefix = '/hooks/';

/** Header that carries the nonce of a proof; never judged, never stored. */
export const checkHeader = 'causeway-proof';

/** Whether what arrives can be made durable (writer-health.ts). */
export interface WriterFacts {
  /**
   * - `working`: the last group was made durable, or none came yet;
   * - `failing`: the last group did not commit; its senders were answered 503;
   * - `restarting`: the writer ended by itself and is started again; senders are answered 503.
   */
  readonly state: 'working' | 'failing' | 'restarting';
  /** Milliseconds since 1970; null while nothing ever failed. */
  readonly since: number | null;
  /** How often the writer was started again since the receiver was. */
  readonly restarts: number;
}

export interface ReceiverStats {
  readonly connections: number;
  /** Answers by status since the start. */
  readonly answers: Readonly<Record<number, number>>;
  /** Commit groups since the start, and deliveries in them. */
  readonly groups: number;
  readonly deliveries: number;
  readonly writer: WriterFacts;
  readonly dropped: DropCounts;
}

/** A nonce that is waited for. */
export interface ExpectedCheck {
  /** Resolves when it came back, with milliseconds since 1970. Never rejects. */
  readonly arrived: Promise<number>;
  /** Stops waiting; the nonce is worth nothing after it. Idempotent. */
  cancel(): void;
}

export interface Receiver {
  /** On 127.0.0.1, the same after every start of this installation. 0 while none was found at a first start. */
  readonly port: number;
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** `https://localhost:<port>`; null without a certificate. */
  readonly tlsOrigin: string | null;
  /** Why it does not listen: another program has one of its ports, as a rule. It tries again by itself. null: it listens. */
  blocked(): ReceiverPortTaken | ReceiverDown | null;
  /**
   * Waits for a POST on this path, of a webhook or `probePath`, with this nonce (32 hex digits) in
   * `causeway-proof`, and no signature. It is answered 204, once; one with another nonce, or signed, is judged
   * like any other delivery, and on `probePath` not found.
   */
  expectProof(path: string, nonce: string): ExpectedCheck;
  stats(): ReceiverStats;
  /** Answers what it has, refuses what is new, closes. Idempotent. */
  stop(): Promise<void>;
}
