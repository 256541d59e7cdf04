/** A team's webhooks on this desk: what relays took goes into the inbox, and webhooks are shared (sharing.ts). */
import { createBackgroundWork } from '../../../../platform/background-work.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import type { TeamForwards } from '../../../../team-log/forwards.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import { createTeamForwarding, type TeamForwardingParts } from '../forwards/team-forwarding.ts';
import { createRelayedQueue } from './relayed-queue.ts';
import { createSharing, type SharingParts } from './sharing.ts';

export interface TeamDeliveriesParts
  extends Omit<SharingParts, 'side'>,
    Pick<TeamForwardingParts, 'firstSecret' | 'nameOf'> {
  readonly side: TeamSide;
  readonly forwards: TeamForwards;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

export interface TeamDeliveries {
  /**
   * Takes an entry of kind `deliveries` or `webhook` in the running transaction; others are nothing to it.
   * Approvers and reviewers take none. Throws for a content of another form.
   */
  takeOther(entry: SignedEntry, content: Uint8Array): void;
  /** Members, their roles or their keys are otherwise. Call it once after opening, too. */
  membershipChanged(): void;
  close(): Promise<void>;
}

const waits = { firstMs: 1_000, longestMs: 60_000 };

export function openTeamDeliveries(parts: TeamDeliveriesParts): TeamDeliveries {
  const { side, team, log, members } = parts;
  const queue = createRelayedQueue({ ...parts, take: side.take });
  const sharing = createSharing(parts);

  const share = async (): Promise<void> => {
    if (!sharing.mayShare()) return;
    for (const { error } of await sharing.takeShared()) {
      log.warn({ err: error }, 'a webhook that another computer shared is not kept here');
    }
    queue.tryAgain();
    await sharing.share();
  };
  const background = createBackgroundWork(share, {
    waits,
    onFailure: (error) => log.warn({ err: error }, 'webhooks wait to be shared with the team'),
  });

  const takeBack = side.lendRelays({
    team,
    list: () =>
      members().flatMap(({ role, signing, url }) =>
        role === 'relay' && url !== null ? [{ signing, url }] : [],
      ),
    async announce(path) {
      if (!sharing.mayShare()) throw new Error(onlyOperators);
      try {
        await sharing.announce(path);
      } catch (cause) {
        throw new Error(notNamed, { cause });
      }
    },
  });
  const once = createTeamForwarding({
    ...parts,
    ...{ log: parts.forwards, own: parts.signing.publicKey },
  });
  side.forwardFor(once.forwarding);
  const endListening = side.onChange(background.ask);

  return {
    takeOther({ kind, author, sequence }, content) {
      if (!sharing.mayShare()) return;
      if (kind === 'deliveries') queue.add({ author, sequence }, content);
      else if (kind === 'webhook') sharing.queue(author, content);
      if (kind === 'webhook') background.ask();
    },
    membershipChanged: background.ask,
    async close() {
      endListening();
      side.forwardFor('unknown');
      takeBack();
      await background.close();
      await queue.close();
      await once.close();
    },
  };
}

const onlyOperators =
  'Only an owner or operator of the team can create a webhook at the URL of its relay.';
const notNamed =
  'The team’s database does not answer, so the relay can’t be told of this webhook’s path. Try again when it does.';
