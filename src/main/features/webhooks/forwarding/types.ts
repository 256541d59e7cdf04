/** Forwarding of genuine deliveries, and replay (src/bridge/forwarding.ts says order and concurrency). */
import type { z } from 'zod';
import type {
  ForwardTargetView,
  ForwardView,
  forwardTargetInput,
  ListenTargetInput,
  replaySelection,
} from '../../../../bridge/forwarding.ts';
import type { RawHeaders } from '../inbox/types.ts';

export type NewTarget = z.output<typeof forwardTargetInput>;
export type ListenTarget = NewTarget & Partial<ListenTargetInput>;
export type Selection = z.output<typeof replaySelection>;

/** A delivery as it is forwarded: the bytes that its signature covers and what goes with them. */
export interface ForwardedContent {
  readonly body: Uint8Array;
  /** Received headers that forwardedHeaders lets through. */
  readonly headers: RawHeaders;
}

/** What the forwarding reads of deliveries. */
export interface DeliverySource {
  /** A cursor into another source means nothing here. */
  readonly sourceId: string;
  /** Genuine deliveries after this cursor, in the order in which they became genuine. */
  genuineAfter(
    sequence: number,
    limit: number,
  ): readonly { readonly sequence: number; readonly arrival: number }[];
  /** The highest sequence that there is, of whatever delivery. */
  lastSequence(): number;
  /** Every delivery up to this sequence is taken in, or never will be. */
  takenInUpTo(): number;
  /** null where it is not genuine or is not taken in. */
  facts(arrival: number): DeliveryFacts | null;
  /** The same for deliveries of the same bytes to the same path; null when it can't be told. */
  sameness(arrival: number): string | null;
  /** null when it is not stored any more or is damaged. Throws while it can't be opened. */
  content(arrival: number): ForwardedContent | null;
}

export interface DeliveryFacts {
  readonly webhookId: string | null;
  readonly eventName: string | null;
  readonly eventId: string | null;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** A restored backup brought it: it is from before, and goes on only where a person replays it. */
  readonly isFromBackup: boolean;
}

/** What one try came to. */
export interface SendResult {
  readonly isDelivered: boolean;
  /** Trying again can't help. */
  readonly isFinal: boolean;
  readonly status: number | null;
  readonly ms: number;
  /** From `Retry-After`; null when there was none. */
  readonly retryAfterMs: number | null;
  readonly sentence: string;
}

export type Send = (
  url: string,
  content: ForwardedContent,
  ids: { readonly forwardId: string; readonly eventId: string | null },
) => Promise<SendResult>;

/** Puts a delivery into the queue of a target; inside a transaction or alone. */
export type Enqueue = (
  targetId: string,
  arrival: number,
  how: {
    readonly isReplay: boolean;
    /** As DeliverySource tells it; null for a replay. */
    readonly sameness: string | null;
  },
) => void;

/** Begins work that is waited for when forwarding ends; a failure is logged as `what`. */
export type InBackground = (work: () => Promise<void>, what: string) => void;

export interface ForwardCounts {
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
}

/** A target that is there as long as somebody needs it. */
export interface TemporaryTarget {
  readonly target: ForwardTargetView;
  /** Resolves when it is gone: given back, removed by a person, or the profile was closed. */
  readonly gone: Promise<void>;
  /** Removes it. Idempotent. */
  giveBack(): void;
}

export interface Forwarder {
  targets(): ForwardTargetView[];
  /** Throws Failed INVALID. */
  addTarget(input: NewTarget): ForwardTargetView;
  /** As addTarget, but it never outlives the process. */
  lendTarget(input: ListenTarget): TemporaryTarget;
  /** Throws Failed NOT_FOUND, as all that name a target. */
  pauseTarget(id: string, isPaused: boolean): ForwardTargetView;
  removeTarget(id: string): void;
  list(query: {
    readonly targetId: string | null;
    readonly state: ForwardView['state'] | null;
    readonly offset: number;
    readonly limit: number;
  }): { readonly rows: ForwardView[]; readonly total: number };
  ofDelivery(arrival: number): ForwardView[];
  countsOf(arrival: number): ForwardCounts;
  /**
   * Queues what is selected and was there when it was asked for; returns how many. In slices: where it
   * is cut off (Failed INVALID when the profile is closed meanwhile), what was queued stays queued.
   */
  replay(targetId: string, selection: Selection): Promise<number>;
  /** Queues what became genuine since the last call, and sends. Call it when something was taken in. */
  catchUp(): void;
  /** What targets of the team ask. Until it is told nothing is sent to those. */
  setTeam(used: UsedTeam): void;
  isInTeam(): boolean;
  /** Ends the tries under way (they are tried again after the next start). Idempotent. */
  close(): Promise<void>;
}

/** One forward of a target of the team. */
export interface TeamForward {
  readonly url: string;
  readonly sameness: string;
}

export type TeamHold =
  | {
      readonly is: 'held';
      /** In `causeway-forward`: the same on each computer. */
      readonly forwardId: string;
      /** Attempts before, by anybody. */
      readonly attempts: number;
      readonly isDoubtful: boolean;
    }
  /** `by`: the computer's name. */
  | { readonly is: 'ended'; readonly outcome: 'delivered' | 'failed'; readonly by: string }
  | { readonly is: 'elsewhere'; readonly againInMs: number };

/** What a target that is the team's asks for: its exchange gives it (features/team/forwards). */
export interface ForwardingTeam {
  /** One for each, in order. Rejects while the team's database does not answer. */
  hold(forwards: readonly TeamForward[], forMs: number): Promise<readonly TeamHold[]>;
  /** It is tried now, so it is not given back before its end. */
  begins(forward: TeamForward): void;
  /** They are held and will not be tried here. */
  giveBack(forwards: readonly TeamForward[]): void;
  /** What the attempt came to, stored in the running transaction and told to the team then. */
  ended(
    forward: TeamForward,
    end: { readonly outcome: 'delivered' | 'failed' | null; readonly pauseMs: number },
  ): void;
  /** Resolves when the team knows of all attempts but the last few. Rejects while its database does not answer. */
  told(): Promise<void>;
}

/** null: of no team, so that each target is of this computer alone. `unknown`: nothing is sent to targets of a team. */
export type UsedTeam = ForwardingTeam | null | 'unknown';
