/** What the forwarding of a profile reads of deliveries: from the inbox, and from what was taken in of it. */
import { createHash } from 'node:crypto';
import { isErasedContent } from '../inbox/erased-content.ts';
import { openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox } from '../inbox/types.ts';
import type { Intake } from '../intake/types.ts';
import { verifiedBytes } from '../signature-checks/reserialised.ts';
import { isVerified } from '../signature-checks/types.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { DeliverySource, ForwardedContent } from './types.ts';

export interface DeliverySourceParts {
  readonly inbox: Pick<
    Inbox,
    'inboxId' | 'genuineAfter' | 'lastSequence' | 'slot' | 'delivery' | 'content' | 'isFromBackup'
  >;
  readonly intake: Pick<Intake, 'read' | 'takenInUpTo'>;
  readonly profileId: string;
  /** Of the profile's inbox keys. */
  readonly privateKey: Uint8Array;
}

export function createDeliverySource(parts: DeliverySourceParts): DeliverySource {
  const { inbox, intake, profileId, privateKey } = parts;
  /**
   * What its signature covers, and no other spelling of it. null where it is not stored any more, or is
   * damaged for good: the rest must not wait for it.
   */
  const verified = (arrival: number): ForwardedContent | null => {
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind !== 'opened') return null;
    const { stored, content } = opened;
    const { kind } = stored.verdict;
    // Without its personal data it is not what was signed.
    if (!isVerified(kind) || isErasedContent(content.headers)) return null;
    const headers = forwardedHeaders(content.headers, kind);
    return { body: verifiedBytes(kind, content.body), headers };
  };
  return {
    sourceId: inbox.inboxId,
    genuineAfter: (sequence, limit) => inbox.genuineAfter(profileId, sequence, limit),
    lastSequence: inbox.lastSequence,
    takenInUpTo: intake.takenInUpTo,
    facts(arrival) {
      const read = intake.read(arrival);
      if (read === null) return null;
      const { eventName, eventId, receivedAt, slotPath } = read;
      const webhookId = inbox.slot(slotPath)?.webhookId ?? null;
      const isFromBackup = inbox.isFromBackup(arrival);
      return { webhookId, eventName, eventId, receivedAt, isFromBackup };
    },
    content: verified,
    sameness(arrival) {
      const slotPath = intake.read(arrival)?.slotPath;
      const content = verified(arrival);
      if (slotPath === undefined || content === null) return null;
      return createHash('sha256').update(slotPath).update(content.body).digest('hex');
    },
  };
}
