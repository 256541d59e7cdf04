/** A group on its way to the writer: content in one run of bytes that moves, not copies, to its thread. */
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import { packContents } from './block-content.ts';
import type { IncomingDelivery } from './types.ts';

export interface PackedDelivery {
  readonly slotPath: string;
  readonly receivedAt: number;
  /** Bytes of the body. */
  readonly size: number;
  /** Where its content stands in the group's bytes. */
  readonly start: number;
  readonly end: number;
  readonly verdict: NewSignatureCheck;
}

export interface PackedGroup {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly deliveries: readonly PackedDelivery[];
}

export function packGroup(group: readonly IncomingDelivery[]): PackedGroup {
  const { bytes, places } = packContents(group);
  const deliveries = group.map(({ slotPath, receivedAt, body, verdict }, index) => ({
    slotPath,
    receivedAt,
    size: body.length,
    start: places[index] ?? 0,
    end: places[index + 1] ?? bytes.length,
    verdict,
  }));
  return { bytes, deliveries };
}

/** The same with all but the bytes in one text: one text crosses to a thread much faster than many objects. */
export interface SentGroup {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly deliveries: string;
}

export const toSent = ({ bytes, deliveries }: PackedGroup): SentGroup => ({
  bytes,
  deliveries: JSON.stringify(deliveries),
});

/** Both ends are ours and of one build. */
export const fromSent = ({ bytes, deliveries }: SentGroup): PackedGroup => ({
  bytes,
  deliveries: JSON.parse(deliveries) as readonly PackedDelivery[],
});
