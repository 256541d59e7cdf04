/**
 * Puts the deliveries of a backup that are not here into the inbox, group by group, each as it was received. What was
 * cut off is done by the next run, which finds what came already.
 */
import { isoTime } from '../../../platform/clock.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { inboxKeysOf } from '../../features/webhooks/inbox/sealing.ts';
import type { Inbox, WebhookPath } from '../../features/webhooks/inbox/types.ts';
import type { OpenIngress } from '../../features/webhooks/ingress.ts';
import { isVerified } from '../../features/webhooks/signature-checks/types.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { Calls } from '../database-work.ts';
import type { NextDeliveries } from './backup-deliveries.ts';
import type { ErasedFacts } from './erased-facts.ts';
import { noDeliveries, type RestoredDeliveries } from './outcome.ts';

export interface DeliveriesOrder {
  readonly profileId: string;
  /** The backup's inbox, a copy of the schema of now; `sealKey` of the profile there. */
  readonly from: DatabaseFile;
  /** Seal key of the profile here: 32 bytes. */
  readonly sealKey: Uint8Array;
  readonly erased: ErasedFacts;
  /** Everything is read, and nothing stored. */
  readonly isTrial: boolean;
}

type InboxHere = Pick<Inbox, 'slot' | 'reserve' | 'setProfileKey' | 'appendFrom'>;
export interface DeliveriesHere extends Pick<OpenIngress, 'inboxFile'> {
  readonly inbox: InboxHere;
}

/** Rejects as the inbox does; what came until then stays. */
export async function bringDeliveries(
  run: Calls<'merge'>,
  { inbox, inboxFile }: DeliveriesHere,
  order: DeliveriesOrder,
): Promise<RestoredDeliveries> {
  const { profileId, from, erased, isTrial } = order;
  await run('listDeliveries', { from, here: inboxFile, profileId });
  if (!isTrial) await takeKey(inbox, order);
  let done = noDeliveries;
  let after: number | null = 0;
  while (after !== null) {
    const next: NextDeliveries = await run('nextDeliveries', {
      from,
      sealKey: from.sealKey,
      after,
      erased,
    });
    const stored = isTrial ? next.deliveries : await store(inbox, profileId, next);
    const read = next.deliveries.length + next.left;
    done = added(done, stored, read - stored.length);
    after = next.after;
  }
  return done;
}

/** Content of the profile's deliveries is sealed to it. */
async function takeKey(inbox: InboxHere, { profileId, sealKey }: DeliveriesOrder): Promise<void> {
  const { publicKey, privateKey } = inboxKeysOf(sealKey);
  overwrite(privateKey);
  await inbox.setProfileKey(profileId, publicKey);
}

type Deliveries = NextDeliveries['deliveries'];

/** One commit. What can't be held here without pushing others out stays in the backup. Gives what is stored. */
async function store(
  inbox: InboxHere,
  profileId: string,
  { deliveries, paths }: NextDeliveries,
): Promise<Deliveries> {
  for (const path of paths) await reserve(inbox, path);
  const ours = deliveries.filter(({ slotPath }) => inbox.slot(slotPath)?.profileId === profileId);
  if (ours.length === 0) return ours;
  if ((await inbox.appendFrom(ours, 'backup')) !== 'no-room') return ours;
  const verified = ours.filter(({ verdict }) => isVerified(verdict.kind));
  if (verified.length > 0) await inbox.appendFrom(verified, 'backup');
  return verified;
}

async function reserve(inbox: InboxHere, path: WebhookPath): Promise<void> {
  if (inbox.slot(path.path) === null) await inbox.reserve(path);
}

function added(to: RestoredDeliveries, stored: Deliveries, left: number): RestoredDeliveries {
  const times = stored.map(({ receivedAt }) => isoTime(receivedAt));
  const [first, ...others] = [to.firstAt, to.lastAt, ...times].filter((at) => at !== null).sort();
  return {
    count: to.count + stored.length,
    firstAt: first ?? null,
    lastAt: others.at(-1) ?? first ?? null,
    left: to.left + left,
  };
}
