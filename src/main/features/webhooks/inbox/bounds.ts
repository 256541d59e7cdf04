/** What the inbox keeps at most of what is not proved genuine: nothing from outside can fill the disk. */

export interface Bounds {
  /** Deliveries of one slot, and bytes that they take (`takenBy`). */
  readonly slotDeliveries: number;
  readonly slotBytes: number;
  /** Bytes that those of all slots take together. */
  readonly totalBytes: number;
}

export interface InboxBounds {
  /** Secret not known yet, or locked, or not matched by one that has verified nothing yet: over it the answer is 503. */
  readonly held: Bounds;
  /** Wrong or missing signature: over it the oldest goes, and is counted. */
  readonly quarantined: Bounds;
  /** Newest genuine signatures that are remembered to count exact repeats; older ones are stored again. */
  readonly rememberedSignatures: number;
}

/**
 * What a delivery that waits takes beside its content: rows, their places in indexes, the seal, and
 * what its last page leaves empty. Never less than what the file was seen to grow by (bounds.test.ts).
 */
export const ROW_BYTES = 1024;

/** Bytes that a delivery with so much content (headers and body) counts for. */
export const takenBy = (contentBytes: number): number => contentBytes + ROW_BYTES;

const MIB = 1024 * 1024;

export const defaultBounds: InboxBounds = {
  held: { slotDeliveries: 10_000, slotBytes: 64 * MIB, totalBytes: 256 * MIB },
  quarantined: { slotDeliveries: 200, slotBytes: 8 * MIB, totalBytes: 64 * MIB },
  rememberedSignatures: 1_000_000,
};
