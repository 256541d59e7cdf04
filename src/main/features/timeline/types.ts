/** The timeline of one open profile: an index of events derived from the inbox, and what is told of them. */
import type { EventFlag } from '../../../bridge/event-flags.ts';
import type {
  CountView,
  EventSignature,
  HistogramView,
  IndexingView,
  TimelineFilter,
  TimelineRow,
} from '../../../bridge/timeline.ts';

/** A row of the index, without what the records add. */
export type IndexedEvent = Omit<TimelineRow, 'customerName' | 'webhookName' | 'amount'>;

export interface IndexQuery {
  readonly filter: TimelineFilter;
  /** Events before this key alone, older ones. */
  readonly before?: number | null;
  /** Events after this key alone, newer ones. */
  readonly after?: number | null;
  readonly offset?: number;
  readonly limit: number;
}

export interface CountAsked {
  /** `total` is of events after this key alone. */
  readonly after?: number | null;
  readonly signal?: AbortSignal | undefined;
}

/** Which one of an id, as it was known when. */
export interface WhichEvent {
  /** In production a mock event stands apart from a real one of its id (decisions 23). */
  readonly isApart?: boolean;
  /** ISO 8601 with a zone; null is now. */
  readonly knownAt?: string | null;
}

/** One stored delivery of an event. */
export interface IndexedDelivery {
  readonly arrival: number;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly slotPath: string;
  readonly proof: Exclude<EventSignature, 'read'>;
  readonly role: 'first' | 'repeat' | 'differs' | 'mock';
}

export interface Facets {
  readonly names: readonly { readonly name: string; readonly count: number }[];
  readonly resourceKinds: readonly { readonly name: string; readonly count: number }[];
  readonly slots: readonly { readonly slotPath: string; readonly count: number }[];
  readonly proofs: readonly { readonly proof: EventSignature; readonly count: number }[];
  readonly flags: Readonly<Record<EventFlag, number>>;
}

/** Which steps of lives are looked at: those that happened from `from` on and before `to`. */
export interface JumpsQuery {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** So many of them, at the beginning or at the end. */
  readonly take: 'oldest' | 'newest';
  readonly limit: number;
  /** ISO 8601 with a zone: of what was heard by then; null is now. */
  readonly knownAt: string | null;
}

/** A lifecycle in which something seems to be missing before one of its steps. */
export interface Jump {
  readonly subject: 'payout' | 'kyc' | 'terms';
  /** ID of the payout, else of the customer. */
  readonly id: string;
  /** Key of the step’s event. */
  readonly key: number;
}

export interface Jumps {
  readonly jumps: readonly Jump[];
  /** When the last step happened that was looked at (milliseconds since 1970); null: all were. */
  readonly last: number | null;
}

/**
 * The index. Everything is asked of a reader on a thread of its own, so that main never waits for
 * the disk; a writer on another follows the inbox and the event look-ups. A question whose signal is
 * aborted rejects with its reason and is worked on no further.
 */
export interface TimelineIndex {
  /** Newest first by (when an event occurred, when it was received). */
  list(
    query: IndexQuery,
    signal?: AbortSignal,
  ): Promise<{ readonly rows: readonly IndexedEvent[]; readonly hasMore: boolean }>;
  /** As list, after everything that a page waits for. */
  listLater(query: IndexQuery): ReturnType<TimelineIndex['list']>;
  count(filter: TimelineFilter, asked?: CountAsked): Promise<CountView>;
  /** null when no event passes. */
  histogram(
    filter: TimelineFilter,
    bars: number,
    signal?: AbortSignal,
  ): Promise<HistogramView | null>;
  /**
   * Values to filter by, counted over events received by then; signatures, webhooks and most flags are as they are now.
   */
  facets(knownAt?: string | null): Promise<Facets>;
  /** The row of one event; null when it is not known (yet), or was not at the moment. */
  event(eventId: string, which?: WhichEvent): Promise<IndexedEvent | null>;
  /** Stored deliveries of one event, oldest first. */
  deliveries(eventId: string): Promise<readonly IndexedDelivery[]>;
  /** Lifecycles in which a state seems to be missing before one of these steps. */
  jumps(query: JumpsQuery): Promise<Jumps>;
  indexing(): IndexingView;
  /** Throws the index away and makes it again. Joins a running one. */
  rebuild(): Promise<void>;
  /** Follows the inbox up to what it holds now; resolves when it is searchable. */
  catchUp(): Promise<void>;
  /** Called after every commit of the writer, at most four times a second. Returns what ends it. */
  onChange(listener: () => void): () => void;
  /** Idempotent. */
  close(): Promise<void>;
}
