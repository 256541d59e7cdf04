/** Verified deliveries as they came, for the team: without those that name an erased customer. */
import type { RelayedDelivery } from '../../../team-log/deliveries.ts';
import { createErasedBodies } from '../../core/records/erased/erased-bodies.ts';
import type { Records } from '../../core/records/types.ts';
import { isErasedContent } from './inbox/erased-content.ts';
import { openDelivery } from './inbox/open-delivery.ts';
import type { Inbox } from './inbox/types.ts';
import type { Intake } from './intake/types.ts';
import { memberWhoChecked } from './signature-checks/types.ts';
import type { TeamSide } from './team-side.ts';

export interface ReceivedParts {
  readonly inbox: Pick<
    Inbox,
    'inboxId' | 'lastSequence' | 'genuineAfter' | 'delivery' | 'content' | 'isFromBackup'
  >;
  readonly profileId: string;
  readonly privateKey: Uint8Array;
  readonly intake: Pick<Intake, 'takenInUpTo'>;
  readonly records: Pick<Records, 'erased'>;
}

/** Of one step: a few milliseconds, and what one entry of the log holds. */
const SOME = 50;
const MOST_BYTES = 1024 * 1024;

export function createReceived(parts: ReceivedParts): TeamSide['received'] {
  const { inbox, profileId, privateKey, intake, records } = parts;
  /** null for another path, for what another computer or a backup brought, and where it is not as it came. */
  function receivedOf(arrival: number, paths: ReadonlySet<string>): RelayedDelivery | null {
    if (inbox.isFromBackup(arrival)) return null;
    const opened = openDelivery(inbox, arrival, privateKey);
    if (opened.kind !== 'opened' || !paths.has(opened.stored.slotPath)) return null;
    const { stored, content } = opened;
    const { kind, fingerprint } = stored.verdict;
    const isOwn = memberWhoChecked(fingerprint) === null && !isErasedContent(content.headers);
    if (!isOwn || (kind !== 'genuine' && kind !== 'genuine-reserialised')) return null;
    return {
      ...{ path: stored.slotPath, receivedAt: stored.receivedAt, body: content.body },
      ...{ rawHeaders: content.headers.flat(), verdict: kind },
    };
  }

  return (after, paths) => {
    const erased = createErasedBodies(records.erased.names());
    const deliveries: RelayedDelivery[] = [];
    let upTo = after(inbox.inboxId, inbox.lastSequence());
    let bytes = 0;
    const found = inbox.genuineAfter(profileId, upTo, SOME);
    for (const { sequence, arrival } of found) {
      // What is erased by then is known when it is taken in.
      if (sequence > intake.takenInUpTo() || bytes > MOST_BYTES) {
        return { inbox: inbox.inboxId, upTo, isMore: bytes > MOST_BYTES, deliveries };
      }
      upTo = sequence;
      const delivery = receivedOf(arrival, paths);
      if (delivery === null || erased.isNamedIn(delivery.body)) continue;
      bytes += delivery.body.length;
      deliveries.push(delivery);
    }
    return { inbox: inbox.inboxId, upTo, isMore: found.length === SOME, deliveries };
  };
}
