/** What the forwarding of a profile reads of deliveries: from the inbox, and from what was taken in of it. */
import { createHash } from 'node:crypto';
import { isDamage } from '../inbox/damage.ts';
import type { DeliveryContent, Inbox } from '../inbox/types.ts';
import type { Intake } from '../intake/types.ts';
import { forwardedHeaders } from './forwarded-headers.ts';
import type { DeliverySource } from './types.ts';

export interface DeliverySourceParts {
  readonly inbox: Pick<Inbox, 'inboxId' | 'genuineAfter' | 'lastSequence' | 'slot' | 'content'>;
  readonly intake: Pick<Intake, 'read' | 'takenInUpTo'>;
  readonly profileId: string;
  /** Of the profile's inbox keys. */
  readonly privateKey: Uint8Array;
}

export function createDeliverySource(parts: DeliverySourceParts): DeliverySource {
  const { inbox, intake, profileId, privateKey } = parts;
  /** null where it is not stored any more, or is damaged for good: the rest must not wait for it. */
  const open = (arrival: number): DeliveryContent | null => {
    try {
      return inbox.content(arrival, privateKey);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return null;
    }
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
      return { webhookId, eventName, eventId, receivedAt };
    },
    content(arrival) {
      const content = open(arrival);
      if (content === null) return null;
      return { body: content.body, headers: forwardedHeaders(content.headers) };
    },
    sameness(arrival) {
      const slotPath = intake.read(arrival)?.slotPath;
      const content = open(arrival);
      if (slotPath === undefined || content === null) return null;
      return createHash('sha256').update(slotPath).update(content.body).digest('hex');
    },
  };
}
