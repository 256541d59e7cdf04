/** From the inbox to records: what genuine deliveries teach (docs/architecture.md, 1 and 4). */

/** What a genuine delivery is to the event it brought. */
export type DeliveryRole =
  /** The first with this event id: it occupies the id and observes. */
  | 'first'
  /** The same content again; at most `webhookRecords` and `updated` differ. */
  | 'repeat'
  /** The same id with other content: kept, shown and flagged. */
  | 'differs'
  /** `mock: true` in a production profile: kept and marked, never merged (decisions 23). */
  | 'mock'
  /** Signed, but in no form that we know (decisions 8). */
  | 'unrecognised';

/** A genuine delivery as the intake read it. */
export interface ReadDelivery {
  readonly arrival: number;
  readonly slotPath: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  readonly role: DeliveryRole;
  readonly eventId: string | null;
  readonly eventName: string | null;
  readonly isMock: boolean;
  /** Sentences about where the body departs from the interface. */
  readonly deviations: readonly string[];
}

/** One event id and what came under it. */
export interface DeliveredEvent {
  readonly eventId: string;
  readonly eventName: string;
  readonly firstArrival: number;
  readonly isMock: boolean;
  /** Stored deliveries of the same content beyond the first; the inbox counts exact ones on its own. */
  readonly repeats: number;
  /** Deliveries under this id whose content differs. */
  readonly differing: number;
}

export interface RebuildProgress {
  readonly done: number;
  readonly total: number;
}

/** The intake of one open profile. */
export interface Intake {
  /** Takes in what is new, in short slices. Resolves when nothing is left; joins a running one. */
  catchUp(): Promise<void>;
  /** Throws what was derived from the inbox away and derives it again. Joins a running one. */
  rebuild(onProgress?: (progress: RebuildProgress) => void): Promise<void>;
  /** Judges what waits again, with the secrets that are known now. Returns how many verdicts were new. */
  checkSignaturesAgain(slotPath?: string): Promise<number>;
  /** How a stored delivery was read; null when it was not taken in (yet). */
  read(arrival: number): ReadDelivery | null;
  /** The deliveries taken in, newest first. */
  list(query: {
    readonly slotPath?: string | null;
    readonly eventName?: string | null;
    readonly eventId?: string | null;
    readonly role?: DeliveryRole | null;
    readonly before?: number | null;
    readonly limit: number;
  }): readonly ReadDelivery[];
  event(eventId: string): DeliveredEvent | null;
  /** Whether a stored delivery turned out to be damaged: its row or its content can't be opened. */
  isDamaged(arrival: number): boolean;
  damagedCount(): number;
  /** Genuine deliveries up to this cursor into the inbox were taken in, or can't be. 0 before the first. */
  takenInUpTo(): number;
  /** Called after every slice that took something in. Returns what ends it. */
  onTaken(listener: (taken: readonly ReadDelivery[]) => void): () => void;
  /** Stops after the running slice. Idempotent. */
  close(): Promise<void>;
}
