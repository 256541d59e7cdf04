/** Webhooks, deliveries and forwarding of one profile while it is open. */
import type { UpdateNotice, UpdateTopic } from '../../../bridge/updates.ts';
import type { ReceiverView } from '../../../bridge/webhooks.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Random } from '../../../platform/random.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { AnnotationLists } from '../../core/annotations/annotations.ts';
import type { Audit } from '../../core/audit/types.ts';
import type { DeliveringSandbox } from '../../core/feature/feature.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { KnownSecrets } from '../../core/foundation/secrets/known-secrets.ts';
import type { Intents } from '../../core/intents/types.ts';
import type { WriteBlock } from '../../core/intents/write-path.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import type { Records } from '../../core/records/types.ts';
import type { ServiceClient } from '../../core/service/service-client.ts';
import { createDeliveries, type Deliveries } from './deliveries/deliveries.ts';
import { createDeliverySource } from './forwarding/delivery-source.ts';
import { openForwarding } from './forwarding/forwarding.ts';
import type { Forwarder } from './forwarding/types.ts';
import { createGatherer } from './gather.ts';
import { inboxKeysOf } from './inbox/sealing.ts';
import type { OpenIngress } from './ingress.ts';
import { openIntake } from './intake/intake.ts';
import { lastEventAt } from './register/last-event.ts';
import { createSecretBook } from './register/secret-book.ts';
import type { Webhooks } from './register/types.ts';
import { createWebhooks } from './register/webhooks.ts';

export interface WebhookSession {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly forwards: Forwarder;
  /** Forwarding and intake end; the receiver goes on, and holds what it can't judge. */
  close(): Promise<void>;
}

export interface WebhookSessionParts {
  readonly profile: Profile;
  readonly dataKey: Uint8Array;
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly annotations: AnnotationLists;
  readonly intents: Intents;
  readonly audit: Audit;
  readonly client: ServiceClient;
  readonly sandbox: DeliveringSandbox | null;
  readonly reception: OpenIngress;
  readonly receiver: () => ReceiverView;
  readonly fetch: typeof globalThis.fetch;
  readonly writeBlock: () => Promise<WriteBlock | null>;
  readonly notify: (notice: UpdateNotice) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly known: KnownSecrets;
}

/** What a delivery can change: events carry customers, accounts and webhooks. */
const taught: readonly UpdateTopic[] = [
  ...(['deliveries', 'webhooks', 'customers', 'virtual-accounts', 'bank-accounts'] as const),
];

export async function openWebhookSession(parts: WebhookSessionParts): Promise<WebhookSession> {
  const { profile, reception, clock, log, notify } = parts;
  const { inbox, desk } = reception;
  const profileId = profile.id;
  const keys = inboxKeysOf(parts.dataKey);
  const isBuiltIn = profile.environment === 'built-in';
  const isProduction = profile.environment === 'production';
  await inbox.setProfileKey(profileId, keys.publicKey);

  const book = createSecretBook({ ...parts, inbox });
  const takeBack = reception.lend(profileId, book);
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
  const quietly = (work: Promise<unknown>, what: string): void => {
    work.catch((error: unknown) => log.error({ err: error, profileId }, what));
  };
  let isClosed = false;
  const watch = () => {
    if (!isClosed) desk.watch(webhooks.watched());
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
    ways: desk.waysFor(isBuiltIn),
    forwardsOf: (webhookId) =>
      forwards
        .targets()
        .filter((target) => target.webhookId === null || target.webhookId === webhookId).length,
    lastEventOf: (webhookId) => {
      const slotPath = inbox.slots(profileId).find((slot) => slot.webhookId === webhookId)?.path;
      return slotPath === undefined ? null : lastEventAt(intake, slotPath);
    },
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
    desk.setSandbox(sandbox);
  }
  await webhooks.reconcile();
  watch();
  // What was held while this profile was closed.
  quietly(intake.checkSignaturesAgain(), 'deliveries could not be judged again');
  forwards.catchUp();

  return {
    webhooks,
    deliveries,
    forwards,
    async close() {
      takeBack();
      // What is said of tunnels from now on is about the next profile's webhooks.
      isClosed = true;
      desk.watch(null);
      for (const end of endings) end();
      changes.close();
      await forwards.close();
      await intake.close();
    },
  };
}
