/** What the forwarding of a profile reads of deliveries: from the inbox, and from what was taken in of it. */
import { createHash } from 'node:crypto';
import { headers as headerNames } from '../../../../contract/headers.ts';
import { isErasedContent } from '../inbox/erased-content.ts';
import { openDelivery } from '../inbox/open-delivery.ts';
import type { Inbox, RawHeaders } from '../inbox/types.ts';
import type { Intake } from '../intake/types.ts';
import { verifiedBytes } from '../signature-checks/reserialised.ts';
import { isVerified, type SignatureCheckKind } from '../signature-checks/types.ts';
import type { DeliverySource, ForwardedContent } from './types.ts';

/** About the connection that it came on, not about the bytes (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Digests of the content and of what it represents (RFC 9530), and the older one (RFC 3230). */
const digests: ReadonlySet<string> = new Set(['content-digest', 'repr-digest', 'digest']);

/**
 * The signature and every header about the content (`Content-Type`, `Content-Encoding`, …), with
 * their values as they came. `Content-Length` follows from the bytes. Of a header that has one value
 * and came several times the first is taken, as servers do; of others each line.
 * Where the bytes that go on are not the ones that came, only the signature and the type still fit them.
 */
export function forwardedHeaders(raw: RawHeaders, kind: SignatureCheckKind): RawHeaders {
  const named = raw.map(([name, value]) => [name.toLowerCase(), value] as const);
  const ofConnection = new Set(
    named
      .filter(([name]) => name === 'connection')
      .flatMap(([, value]) => value.split(',').map((one) => one.trim().toLowerCase())),
  );
  return named.filter(
    ([name], place) =>
      (kind === 'genuine' ? isAboutContent(name) : stillFits(name)) &&
      !hopByHop.has(name) &&
      !ofConnection.has(name) &&
      !(name === headerNames.contentType && named.findIndex(([one]) => one === name) < place),
  );
}

const stillFits = (name: string): boolean =>
  name === headerNames.signature || name === headerNames.contentType;

const isAboutContent = (name: string): boolean =>
  name === headerNames.signature ||
  digests.has(name) ||
  (name.startsWith('content-') && name !== 'content-length');

export interface DeliverySourceParts {
  readonly inbox: Pick<
    Inbox,
    'inboxId' | 'genuineAfter' | 'lastSequence' | 'slot' | 'delivery' | 'content' | 'isFromBackup'
  >;
  readonly intake: Pick<Intake, 'read' | 'takenInUpTo'>;
  readonly profileId: string;
  /** Private key of the profile’s inbox. */
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
