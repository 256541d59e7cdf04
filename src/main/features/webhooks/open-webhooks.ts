/** Webhooks, deliveries and forwarding of one profile while it is open. */
import type { UpdateTopic } from '../../../bridge/updates.ts';
import type { ReceiverView } from '../../../bridge/webhooks.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { ProfileCore } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createDeliverySource } from './forwarding/delivery-source.ts';
import { openForwarding } from './forwarding/forwarding.ts';
import type { Forwarder } from './forwarding/types.ts';
import { inboxKeysOf } from './inbox/sealing.ts';
import type { Rewrite } from './inbox/types.ts';
import type { OpenIngress } from './ingress.ts';
import { openIntake } from './intake/intake.ts';
import { rewriteAndScrub } from './intake/rewrite-erased.ts';
import type { DeliveryRole, Intake } from './intake/types.ts';
import { createSecretBook } from './register/secret-book.ts';
import type { Webhooks } from './register/types.ts';
import { readWebhookUrl } from './register/webhook-url.ts';
import { createWebhooks } from './register/webhooks.ts';
import { trySecret } from './signature-checks/check-signatures-again.ts';
import { createReceived, createTeamSide, type TeamOfWebhooks, type TeamSide } from './team-side.ts';

/** In a production profile a mock event has a role of its own, and is passed over (decisions 23). */
const teaching: readonly DeliveryRole[] = ['first', 'repeat', 'differs'];

/** Id of the event that was delivered there last; null where none was that counts. */
export function lastEventAt(intake: Pick<Intake, 'list'>, slotPath: string): string | null {
  const newest = teaching
    .flatMap((role) => intake.list({ slotPath, role, limit: 1 }))
    .toSorted((one, other) => other.arrival - one.arrival);
  return newest[0]?.eventId ?? null;
}

export interface OpenWebhooks {
  readonly ingress: OpenIngress;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly forwards: Forwarder;
  readonly team: TeamSide;
  /** What the team says of webhooks of other computers; null: it is in none. */
  readonly ofTeam: () => TeamOfWebhooks | null;
  /**
   * Leaves of deliveries what `rewrite` says of their bodies, and overwrites what went. False where some of that may
   * be left in the file, so that it has to be done again.
   */
  rewrite(arrivals: readonly number[], rewrite: Rewrite): Promise<boolean>;
  /**
   * Resolves when every delivery acknowledged before the call is taken in, but for those that await a secret. Rejects
   * with Failed INVALID where they can't be, and once it is closed.
   */
  takeIn(): Promise<void>;
  /** Forwarding and intake end; the receiver goes on, and holds what it can't judge. */
  close(): Promise<void>;
}

export interface OpenWebhooksParts extends ProfileCore {
  readonly ingress: OpenIngress;
  readonly receiver: () => ReceiverView;
}

/** What a delivery can change: events carry customers, accounts and webhooks. */
const taught: readonly UpdateTopic[] = [
  'deliveries',
  'webhooks',
  'customers',
  'virtual-accounts',
  'bank-accounts',
  'other-records',
];

export async function openWebhooks(parts: OpenWebhooksParts): Promise<OpenWebhooks> {
  const { profile, ingress, clock, log, notify, records } = parts;
  const { inbox, tunnelManager } = ingress;
  const profileId = profile.id;
  const keys = inboxKeysOf(parts.sealKey);
  const isBuiltIn = profile.environment === 'built-in';
  const isProduction = profile.environment === 'production';
  await inbox.setProfileKey(profileId, keys.publicKey);

  const book = createSecretBook({ ...parts, inbox });
  const takeBack = ingress.lend(profileId, book);
  const intake = openIntake({
    ...parts,
    inbox,
    profileId,
    secrets: book,
    privateKey: keys.privateKey,
    isProduction,
  });
  const forwards = openForwarding({
    ...parts,
    source: createDeliverySource({ inbox, intake, profileId, privateKey: keys.privateKey }),
    onChange: () => changes.tell('forwarding'),
  });
  /** Coverage is of the installation. */
  const isOfProfile = (address: string): boolean => {
    const path = readWebhookUrl(address)?.slotPath ?? null;
    return path !== null && inbox.slot(path)?.profileId === profileId;
  };
  const quietly = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log.error({ err: error, profileId }, what));
  };
  let isClosed = false;
  const team = createTeamSide({
    inbox,
    profileId,
    secrets: book,
    tunnelManager,
    tellRoutes: () => notify({ topic: 'webhooks', ids: [] }),
    forwardFor: (used) => forwards.setTeam(used),
    received: createReceived({ inbox, profileId, privateKey: keys.privateKey, intake, records }),
    ownCoverage: (within) =>
      ingress.coverage.ways(within).filter(({ address }) => isOfProfile(address)),
    coverageChanged: () => notify({ topic: 'timeline', ids: [] }),
    onTeam: () => notify({ topic: 'webhooks', ids: [] }),
  });
  const watch = () => {
    if (isClosed) return;
    tunnelManager.watch(webhooks.watched());
    team.tell();
  };
  const webhooks: Webhooks = createWebhooks({
    ...parts,
    notify(notice) {
      if (notice.topic === 'webhooks') watch();
      notify(notice);
    },
    profileId,
    inbox,
    book,
    isProduction,
    ways: team.routes(tunnelManager.waysFor(isBuiltIn)),
    receiverOf: (path) => team.team()?.receiverOf(path) ?? null,
    isAtRelay: (path) => team.team()?.isAtRelay(path) === true,
    isJudgedElsewhere: (path) => team.team()?.isJudgedElsewhere(path) === true,
    forwardsOf: (webhookId) =>
      forwards
        .targets()
        .filter((target) => target.webhookId === null || target.webhookId === webhookId).length,
    lastEventOf: (webhookId) => {
      const slotPath = inbox.slots(profileId).find((slot) => slot.webhookId === webhookId)?.path;
      return slotPath === undefined ? null : lastEventAt(intake, slotPath);
    },
    trySecret: (slotPath, secret) =>
      trySecret(
        {
          inbox,
          profileId,
          privateKey: keys.privateKey,
          yieldNow: async () => {
            await nextTurn();
            return !isClosed;
          },
        },
        slotPath,
        secret,
      ),
    onSecret: (slotPath) => {
      quietly(intake.checkSignaturesAgain(slotPath), 'deliveries could not be judged again');
    },
  });
  const changes = createGatherer((topics) => {
    for (const topic of topics) notify({ topic, ids: [] });
    if (!topics.has('webhooks')) return;
    quietly(webhooks.reconcile().then(watch), 'paths could not be tied');
  });
  const deliveries = createDeliveries({
    profileId,
    inbox,
    intake,
    forwards,
    privateKey: keys.privateKey,
    nameOf: (id) => webhooks.nameOf(id),
    nameOfMember: (beginning) => team.team()?.nameOf(beginning) ?? null,
    isSecretLost: (slotPath) => webhooks.isSecretLost(slotPath),
    clock,
    onProgress: () => changes.tell('deliveries'),
    onFailure: (error) => log.error({ err: error, profileId }, 'a rebuild failed'),
  });

  const endings = [
    inbox.onChange(() => changes.tell('deliveries')),
    intake.onTaken(() => {
      for (const topic of taught) changes.tell(topic);
      forwards.catchUp();
    }),
  ];
  if (isBuiltIn) {
    const { sandbox } = parts;
    tunnelManager.setSandbox(sandbox);
  }
  await webhooks.reconcile();
  watch();
  // What was held while this profile was closed.
  quietly(intake.checkSignaturesAgain(), 'deliveries could not be judged again');
  forwards.catchUp();

  return {
    ingress,
    webhooks,
    deliveries,
    forwards,
    team: team.side(webhooks),
    ofTeam: team.team,
    rewrite: (arrivals, rewrite) =>
      rewriteAndScrub(inbox, { profileId, privateKey: keys.privateKey, arrivals }, rewrite),
    async takeIn() {
      if (!isClosed) {
        await intake.checkSignaturesAgain().catch((error: unknown) => {
          log.error({ err: error, profileId }, 'deliveries could not be taken in');
          throw invalid(notTakenIn, 'deliveries', true);
        });
      }
      if (isClosed) throw new Error('The profile was closed.');
    },
    async close() {
      takeBack();
      // What is said of tunnels from now on is about the next profile's webhooks.
      isClosed = true;
      tunnelManager.watch(null);
      for (const end of endings) end();
      changes.close();
      team.close();
      await forwards.close();
      await intake.close();
      keys.privateKey.fill(0);
    },
  };
}

const notTakenIn =
  'Not every delivery that Causeway received could be read, so nothing was made. Try again in a moment.';

interface Gatherer {
  tell(topic: UpdateTopic): void;
  /** What was gathered and not told is dropped. */
  close(): void;
}

/** Longest that a notice waits, in milliseconds. */
const gatheringMs = 50;

/** Gathers topics for a moment, so that a thousand deliveries make one notice. */
function createGatherer(flush: (topics: ReadonlySet<UpdateTopic>) => void): Gatherer {
  let topics = new Set<UpdateTopic>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  return {
    tell(topic) {
      if (isClosed) return;
      topics.add(topic);
      timer ??= setTimeout(() => {
        const gathered = topics;
        topics = new Set();
        timer = null;
        flush(gathered);
      }, gatheringMs);
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
