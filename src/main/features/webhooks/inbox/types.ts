/**
 * The inbox: what arrived for our webhooks, durable before it is acknowledged (docs/architecture.md,
 * "What happens to data" 4 and 5). One a data directory, in a database of its own.
 */
import type {
  NewSignatureCheck,
  SignatureCheck,
  SignatureCheckKind,
} from '../signature-checks/types.ts';

/** A reserved webhook path. It is durable before its URL is sent to the service. */
export interface WebhookPath {
  /** 32 lowercase hex digits, 128 random bits: the part after `/hooks/`. */
  readonly path: string;
  readonly profileId: string;
  /** The write that sends the URL; null for a slot that no write was begun for. */
  readonly intentKey: string | null;
  /** Known once the create answer is, or when a person says which webhook it is. */
  readonly webhookId: string | null;
  /** ISO 8601 UTC with milliseconds. */
  readonly reservedAt: string;
}

/** What is learned of a path. A webhook or a write that it has already is never overwritten. */
export interface PathAssignment {
  readonly webhookId?: string;
  readonly intentKey?: string;
  /** The one key that `intentKey` may replace: of a write that created nothing. */
  readonly insteadOf?: string | null;
}

/** Raw header pairs in the order in which they came, with names as they were spelled. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** A delivery that was judged and is about to be made durable. */
export interface IncomingDelivery {
  readonly slotPath: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Names and values in turn, as node:http hands them over. */
  readonly rawHeaders: readonly string[];
  /** The exact bytes; at most 1 MiB. */
  readonly body: Uint8Array;
  readonly verdict: NewSignatureCheck;
}

/**
 * What became of a delivery in a committed group:
 * - `kept`: genuine and stored;
 * - `repeat`: a genuine one with this signature is stored already, and this one was counted;
 * - `held`: stored sealed until a secret is known;
 * - `quarantined`: wrong or missing signature, stored within bounds;
 * - `hold-full`: not stored; the service has to send it again.
 */
export type Appended = 'kept' | 'repeat' | 'held' | 'quarantined' | 'hold-full';

/** Where a group comes from that another computer took. */
export interface GroupSource {
  /** Names it among all sources. */
  readonly source: string;
  /** Grows from group to group of the source. */
  readonly sequence: number;
}

/** Where a stored delivery stands now. */
export type Keeping = 'kept' | 'held' | 'quarantined';

/** A stored delivery without its content. */
export interface StoredDelivery {
  /** Ever-growing number, shared with later verdicts; names the delivery. */
  readonly arrival: number;
  readonly slotPath: string;
  readonly profileId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Bytes of the body. */
  readonly size: number;
  readonly keeping: Keeping;
  /** The newest verdict. */
  readonly verdict: SignatureCheck;
  /** Exact repeats that were counted and not stored. */
  readonly repeats: number;
  /** Milliseconds since 1970; null when it was not repeated. */
  readonly lastRepeatAt: number | null;
}

/** What was received, opened with the profile's private key. */
export interface DeliveryContent {
  readonly headers: RawHeaders;
  readonly body: Uint8Array;
}

/** What of the body stays; null where the delivery is left as it is. */
export type Rewrite = (content: DeliveryContent, arrival: number) => Uint8Array | null;

/** Counts of one slot, durable. */
export interface PathCounts {
  readonly slotPath: string;
  /** Deliveries by their first verdict, repeats and dropped ones included. */
  readonly verdicts: Readonly<Record<SignatureCheckKind, number>>;
  /** Exact repeats that were counted and not stored. */
  readonly repeats: number;
  /** Thrown out of the quarantine to stay within its bounds. */
  readonly droppedFromQuarantine: number;
  /** Answered 503 because the hold was full. */
  readonly refusedHoldFull: number;
  readonly held: number;
  readonly quarantined: number;
  /** Milliseconds since 1970; null when nothing ever came. */
  readonly lastReceivedAt: number | null;
  /** Answers given and their average time in milliseconds, beside the service's 5,000 (Interface 6, 8). */
  readonly answers: number;
  readonly averageAnswerMs: number | null;
}

export interface DeliveryQuery {
  readonly profileId: string;
  readonly slotPath?: string | null;
  readonly keeping?: Keeping | null;
  readonly verdict?: SignatureCheckKind | null;
  /** Deliveries before this arrival alone, for paging; newest first. */
  readonly before?: number | null;
  readonly limit: number;
}

/** A genuine delivery in the order in which it became one. */
export interface VerifiedDelivery {
  /** Cursor: the arrival, or the number of the later verdict that made it genuine. */
  readonly sequence: number;
  readonly arrival: number;
}

/** Answers given since the last commit, by slot. */
export interface ReplyTime {
  readonly slotPath: string;
  readonly answers: number;
  readonly totalMs: number;
}

/**
 * The writer's thread ended by itself (with why), or was started again after that; or the thread of
 * checkpoints ended and is started again, which no delivery waits for.
 */
export type WriterEvent =
  | { readonly kind: 'ended'; readonly error: Error }
  | { readonly kind: 'started' }
  | { readonly kind: 'checkpoints-ended'; readonly error: Error };

export interface Inbox {
  /** 32 hex digits, made with the database: a cursor into another inbox means nothing here. */
  readonly inboxId: string;

  /** Durable when it resolves. Rejects when the path is taken. */
  reserve(slot: WebhookPath): Promise<void>;
  /** Says which webhook a slot belongs to, or which write sends its URL. Durable when it resolves. */
  assign(path: string, facts: PathAssignment): Promise<void>;
  slot(path: string): WebhookPath | null;
  slots(profileId?: string): readonly WebhookPath[];

  /** Content of the profile's slots is sealed to this key from now on (32 bytes, X25519). */
  setProfileKey(profileId: string, publicKey: Uint8Array): Promise<void>;

  /** One commit for the group; the answers stand in its order. Rejects when it did not commit. */
  append(
    group: readonly IncomingDelivery[],
    answered?: readonly ReplyTime[],
  ): Promise<readonly Appended[]>;
  /**
   * As append, of what another computer took or a backup brings back. `known`: the source brought this group or a later one before.
   * `no-room`: one of them can't be held, and nothing of the group is stored.
   */
  appendFrom(
    group: readonly IncomingDelivery[],
    from: GroupSource | 'backup',
  ): Promise<readonly Appended[] | 'known' | 'no-room'>;
  /**
   * Appends later verdicts in one commit, and moves what they are about where it belongs now. One that
   * turns out to be an exact repeat of a stored genuine delivery is counted there, and goes.
   */
  appendVerdicts(
    verdicts: readonly { readonly arrival: number; readonly verdict: NewSignatureCheck }[],
    judgedAt: number,
  ): Promise<void>;
  /**
   * Called after every commit that changed deliveries, with the paths that it changed and those of
   * them where something was held. Returns what ends it.
   */
  onChange(listener: (slotPaths: readonly string[], held: readonly string[]) => void): () => void;
  /** Called when the writer ended by itself, and when it was started again. Returns what ends it. */
  onWriter(listener: (event: WriterEvent) => void): () => void;

  /** Newest first, without rows that are damaged. */
  deliveries(query: DeliveryQuery): readonly StoredDelivery[];
  /** Throws when its row is damaged. */
  delivery(arrival: number): StoredDelivery | null;
  /** A restored backup brought it. */
  isFromBackup(arrival: number): boolean;
  /** All verdicts on it, oldest first. */
  verdicts(arrival: number): readonly SignatureCheck[];
  /** Throws when the key is another one or a bit was changed; null when it is not stored. */
  content(arrival: number, privateKey: Uint8Array): DeliveryContent | null;
  /** Leaves of deliveries what `rewrite` says of their bodies, and nothing of their headers. */
  rewrite(
    of: {
      readonly profileId: string;
      readonly privateKey: Uint8Array;
      readonly arrivals: readonly number[];
    },
    rewrite: Rewrite,
  ): Promise<void>;
  /** Overwrites what was let go. False where the file is being read, so that it has to be done again. */
  scrub(): Promise<boolean>;
  counts(slotPath: string): PathCounts;
  /** What waits for a secret or was refused, oldest first, after this arrival. */
  waiting(query: {
    readonly profileId: string;
    readonly slotPath?: string;
    readonly after: number;
    readonly limit: number;
  }): readonly { readonly arrival: number; readonly slotPath: string; readonly keeping: Keeping }[];
  /** When the newest of them was received, by the clock of then; null when none waits. */
  lastWaitingAt(profileId: string): number | null;
  /** Genuine deliveries of a profile after this cursor, in order. */
  genuineAfter(profileId: string, sequence: number, limit: number): readonly VerifiedDelivery[];
  /** The highest cursor that there is, of whatever profile: what becomes genuine later has a higher one. */
  lastSequence(): number;
  /** How many genuine deliveries the profile has, for progress. */
  genuineCount(profileId: string): number;

  /** Idempotent. */
  close(): Promise<void>;
}
