/**
 * The webhooks of one profile (Interface 2.6, 4.4). A create:
 *
 *     path reserved (durable) ─▶ claimed ─▶ its way proved ─▶ path → intent (durable) ─▶ journal ─▶ send
 *       ─▶ answer, secret and audit in one transaction ─▶ path → webhook ─▶ what waited is judged
 *
 * A crash at any point leaves the path, so that nothing that arrives there is strange, and the tie
 * from path to webhook is made again from the journal (`reconcile`).
 */
import { webhookLimit } from '../../../../bridge/webhooks.ts';
import { type Clock, isoNow } from '../../../../platform/clock.ts';
import { type Random, randomHex } from '../../../../platform/random.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import type { AnnotationLists } from '../../../core/annotations/annotations.ts';
import type { Audit } from '../../../core/audit/types.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';
import type { Intents } from '../../../core/intents/types.ts';
import {
  requireWritable,
  type WritePathParts,
  type WriteRequest,
  write,
} from '../../../core/intents/write-path.ts';
import type { Records } from '../../../core/records/types.ts';
import type { ServiceClient } from '../../../core/service/service-client.ts';
import type { Inbox, WebhookPath } from '../inbox/types.ts';
import { fingerprintOf } from '../signature-checks/check-signature.ts';
import type { SecretTrial } from '../signature-checks/check-signatures-again.ts';
import type { StoredSecret } from '../signature-checks/types.ts';
import { checkedRoute, openRouteOf, pathTaken, pathUnknown, placeQuestion } from './creation.ts';
import {
  checkExisting,
  refreshFrom,
  requireOwn,
  stillCreating,
  unmatchedSecret,
} from './known-webhook.ts';
import type { SecretBook } from './secret-book.ts';
import type {
  Creation,
  ExistingWebhook,
  ReceiverFacts,
  SharedWebhook,
  TunnelRoutes,
  Webhooks,
} from './types.ts';
import { adviceBefore, offersFor } from './webhook-advice.ts';
import { readWebhookUrl, webhookUrl } from './webhook-url.ts';
import { createWebhookViews } from './webhook-views.ts';

export interface WebhooksParts extends WritePathParts {
  readonly profileId: string;
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly annotations: AnnotationLists;
  readonly intents: Intents;
  readonly audit: Pick<Audit, 'append'>;
  readonly inbox: Pick<Inbox, 'reserve' | 'assign' | 'slot' | 'slots' | 'counts'>;
  readonly book: SecretBook;
  readonly client: Pick<ServiceClient, 'createWebhook' | 'getEvent'>;
  readonly ways: TunnelRoutes;
  readonly receiver: ReceiverFacts;
  readonly forwardsOf: (webhookId: string) => number;
  /** Computer of the team that a path's deliveries come to; null where they come to this one. */
  readonly receiverOf: (path: string) => string | null;
  /** Deliveries of a path come to a relay of the team. */
  readonly isAtRelay: (path: string) => boolean;
  /** Deliveries of a path are verified by another computer of the team. */
  readonly isJudgedElsewhere: (path: string) => boolean;
  /** Secrets changed: what waits at this path can be judged now. */
  readonly onSecret: (slotPath: string) => void;
  /** Whether what awaits a secret at this path is signed with it. */
  readonly trySecret: (slotPath: string, secret: StoredSecret) => Promise<SecretTrial>;
  /** Id of the event that was delivered to this webhook last; null when none was. */
  readonly lastEventOf: (webhookId: string) => string | null;
  /** In production a mock event teaches nothing (decisions 23). */
  readonly isProduction: boolean;
  readonly clock: Clock;
  readonly random: Random;
}

export function createWebhooks(parts: WebhooksParts): Webhooks {
  const { profileId, sqlite, records, intents, audit, inbox, book, ways, clock, random } = parts;
  const views = createWebhookViews(parts);

  const known = (id: string) => {
    const webhook = views.known(id);
    if (webhook !== null) return webhook;
    throw new Failed('NOT_FOUND', { sentence: `The webhook ${id} is not known to Causeway.` });
  };
  const get = (id: string) => views.detail(known(id));

  const claims = createPathClaims();
  /** No webhook can send there: nothing was sent with it, or what was sent created nothing. */
  const isUnsent = ({ intentKey, webhookId }: WebhookPath): boolean => {
    if (webhookId !== null) return false;
    // What was never journalled was never sent.
    const state = intentKey === null ? undefined : intents.get(intentKey)?.state;
    return state === undefined || state === 'refused' || state === 'not-sent';
  };
  const isFree = (slot: WebhookPath): boolean => !claims.isClaimed(slot.path) && isUnsent(slot);
  const isUsableBy = (slot: WebhookPath, intentKey: string): boolean => {
    const isOwn = slot.intentKey === intentKey && slot.webhookId === null;
    const isOpen = claims.isOpenTo(slot.path, intentKey);
    return slot.profileId === profileId && isOpen && (isOwn || isUnsent(slot));
  };
  const reserve = async (
    facts: Pick<WebhookPath, 'intentKey' | 'webhookId'>,
  ): Promise<WebhookPath> => {
    const slot = { path: randomHex(random, 16), profileId, ...facts, reservedAt: isoNow(clock) };
    await inbox.reserve(slot);
    return slot;
  };
  const freeSlot = async (): Promise<WebhookPath> =>
    inbox.slots(profileId).find(isFree) ?? (await reserve({ intentKey: null, webhookId: null }));

  /** From the path to the webhook, and what waited there to its verdict. */
  const tie = async (path: string, webhookId: string): Promise<void> => {
    await inbox.assign(path, { webhookId });
    book.refresh();
    parts.onSecret(path);
  };

  const reconcile = async (): Promise<void> => {
    for (const slot of inbox.slots(profileId)) {
      if (slot.webhookId !== null || isFree(slot)) continue;
      const created = slot.intentKey === null ? null : intents.get(slot.intentKey);
      const url = (text: string | null) =>
        text !== null && readWebhookUrl(text)?.slotPath === slot.path;
      // One whose answer was lost may turn up in the webhookRecords of an event.
      const found = created?.resourceId ?? views.all().find((webhook) => url(webhook.url))?.id;
      if (found !== undefined && found !== null) await tie(slot.path, found);
    }
    // A tunnel is proved on a path, so there is always one.
    await freeSlot();
  };

  const slotOf = (url: string): WebhookPath | null => {
    const path = readWebhookUrl(url)?.slotPath ?? null;
    return path === null ? null : inbox.slot(path);
  };
  /** Why the URL can't be sent; null where it can. Never awaits, so that the claim follows at once. */
  const unusable = ({ intentKey, input }: Creation): typeof pathTaken | null => {
    const slot = slotOf(input.url);
    if (slot !== null) return isUsableBy(slot, intentKey) ? null : pathTaken;
    return openRouteOf(input.url, ways) === undefined ? null : pathUnknown;
  };
  const refused = async (failure: typeof pathTaken, { input }: Creation): Promise<Failed> =>
    failure(input.url, (await freeSlot()).path, ways);
  /** Proves the way, and ties the path to the write. */
  const makeReady = async (creation: Creation, path: string, alike: () => string[]) => {
    const { intentKey } = creation;
    await checkedRoute(creation, path, ways, alike);
    // The other half of a double click may have sent it by now.
    if (intents.get(intentKey) !== null) return;
    // A proof takes seconds, and the path may have become a webhook's meanwhile.
    const failure = unusable(creation);
    if (failure !== null) throw await refused(failure, creation);
    await inbox.assign(path, { intentKey, insteadOf: inbox.slot(path)?.intentKey ?? null });
    book.refresh();
  };

  const alikeTo = ({ input }: Creation): string[] =>
    views
      .reusable()
      .filter(({ events }) => input.events.every((event) => events.includes(event)))
      .map(({ id }) => id);
  const requestFor = (creation: Creation): WriteRequest<'createWebhook'> => ({
    key: creation.intentKey,
    operation: 'createWebhook',
    input: creation.input,
    confirmed: creation.confirmed,
    topic: 'webhooks',
    fingerprint: `url|${creation.input.url}`,
    alikeRecords: () => alikeTo(creation),
    question: placeQuestion,
    send: () => parts.client.createWebhook(creation.input),
  });

  const create = async (creation: Creation) => {
    const { intentKey, input } = creation;
    const isNew = intents.get(intentKey) === null;
    const failure = isNew ? unusable(creation) : null;
    if (failure !== null) throw await refused(failure, creation);
    const slot = slotOf(input.url);
    const release = isNew && slot !== null ? claims.claim(slot.path, intentKey) : null;
    try {
      if (isNew && slot !== null) await makeReady(creation, slot.path, () => alikeTo(creation));
      const id = await write(requestFor(creation), parts);
      if (slot !== null) await tie(slot.path, id);
      return get(id);
    } finally {
      release?.();
      book.refresh();
      parts.notify({ topic: 'webhooks', ids: [] });
    }
  };

  /** Fingerprints of secrets that matched no delivery, by webhook: entered again, they are stored. */
  const unmatched = new Map<string, string>();
  const requireMatching = async (path: string, held: StoredSecret): Promise<void> => {
    const { webhookId, fingerprint } = held;
    const { signed, isMatching } = await parts.trySecret(path, held);
    const isMeant = unmatched.get(webhookId) === fingerprint;
    if (signed === 0 || isMatching || isMeant) return;
    unmatched.set(webhookId, fingerprint);
    throw unmatchedSecret(signed);
  };

  const adopt = async (existing: ExistingWebhook): Promise<string> => {
    const { webhookId, name, secret } = existing;
    const checked = checkExisting(existing, views.known(webhookId)?.url ?? null);
    const path =
      (checked.slotPath === null ? null : inbox.slot(checked.slotPath))?.path ??
      inbox.slots(profileId).find((one) => one.webhookId === webhookId)?.path;
    if (path !== undefined)
      await requireMatching(path, { webhookId, secret, fingerprint: fingerprintOf(secret) });
    const byPath = checked.slotPath === null ? null : inbox.slot(checked.slotPath);
    requireOwn(byPath, profileId, webhookId);
    if (byPath !== null && claims.isClaimed(byPath.path)) throw stillCreating();
    const slot =
      byPath ??
      inbox.slots(profileId).find((one) => one.webhookId === webhookId) ??
      (await reserve({ intentKey: null, webhookId }));
    const at = isoNow(clock);
    sqlite.transaction(() => {
      book.keep(webhookId, secret, at);
      const body = { id: webhookId, url: checked.url, ...(name === null ? {} : { name }) };
      records.observe({ kind: 'webhook', id: webhookId, body, source: 'entered', observedAt: at });
      audit.append({ action: 'webhook.secret-entered', facts: { webhookId } });
    });
    await tie(slot.path, webhookId);
    parts.notify({ topic: 'webhooks', ids: [webhookId] });
    const isElsewhere = byPath === null;
    const origin = parts.receiver().origin ?? 'the receiver';
    return isElsewhere
      ? `The webhook and its secret are stored. Its URL does not belong to this computer, so its deliveries go elsewhere. To receive them here too, configure your proxy to pass them on to ${webhookUrl(origin, slot.path)}.`
      : 'The webhook and its secret are stored. Causeway is checking the deliveries that awaited the secret.';
  };

  const takeShared = async ({ path, webhookId, secret }: SharedWebhook): Promise<void> => {
    const slot = inbox.slot(path);
    requireOwn(slot, profileId, webhookId);
    if (slot === null) {
      await inbox.reserve({
        path,
        profileId,
        intentKey: null,
        webhookId,
        reservedAt: isoNow(clock),
      });
    }
    const isNew = secret !== null && book.secretOf(webhookId) === null;
    if (!isNew && slot?.webhookId === webhookId) return;
    if (isNew) {
      sqlite.transaction(() => {
        book.keep(webhookId, secret, isoNow(clock));
        audit.append({ action: 'webhook.secret-shared', facts: { webhookId } });
      });
    }
    await tie(path, webhookId);
    parts.notify({ topic: 'webhooks', ids: [webhookId] });
  };

  return {
    get,
    create,
    takeShared,
    shareable: (origins) =>
      views.all().flatMap((webhook) => {
        const { id, url } = webhook;
        const read = url === null ? null : readWebhookUrl(url);
        if (url === null || read?.slotPath == null) return [];
        const slot = views.slotOf(webhook);
        if (slot?.path !== read.slotPath) return [];
        const isAtOrigin = origins.includes(read.origin);
        const secret = isAtOrigin ? (book.secretOf(id)?.secret ?? null) : null;
        const isCreatedHere = slot.intentKey !== null;
        return [{ path: slot.path, webhookId: id, url, secret, isAtOrigin, isCreatedHere }];
      }),
    leadsToTeam: ({ intentKey, input: { url } }) =>
      intents.get(intentKey) === null && openRouteOf(url, ways)?.kind === 'team-relay',
    leadsElsewhere: ({ intentKey, input: { url } }) =>
      intents.get(intentKey) === null &&
      slotOf(url) === null &&
      openRouteOf(url, ways) === undefined,
    requireCreatable: (creation) => requireWritable(requestFor(creation), parts),
    adopt,
    reconcile,
    watched: views.watched,
    nameOf: (id) => views.known(id)?.name ?? null,
    isSecretLost(slotPath) {
      const slot = inbox.slot(slotPath);
      if (slot === null || slot.intentKey === null) return false;
      const isHeld = slot.webhookId !== null && book.secretOf(slot.webhookId) !== null;
      const state = intents.get(slot.intentKey)?.state;
      return !isHeld && (state === 'unknown' || state === 'exists');
    },
    list() {
      const rows = views.all().map(views.row);
      const asOf = rows.map((row) => row.lastLearnedAt).sort();
      return {
        rows,
        known: rows.length,
        limit: webhookLimit,
        mayExist: views.lost(),
        receiver: parts.receiver(),
        asOf: asOf.at(-1) ?? null,
      };
    },
    async prepare() {
      const { path } = await freeSlot();
      const facts = {
        known: views.all().length,
        mayExist: views.lost().filter(({ foundAs }) => foundAs === null).length,
        addresses: await offersFor(ways, path),
        reusable: views.reusable(),
      };
      return { ...facts, limit: webhookLimit, slotPath: path, advice: adviceBefore(facts) };
    },
    revealSecret(id) {
      known(id);
      const held = book.secretOf(id);
      if (held === null)
        throw invalid(
          'Causeway does not store this webhook’s secret, so it can’t show it.',
          'not-held',
        );
      audit.append({ action: 'webhook.secret-shown', facts: { webhookId: id } });
      parts.notify({ topic: 'audit', ids: [] });
      return held.secret;
    },
    async refresh(id) {
      known(id);
      await refreshFrom(id, parts);
      await reconcile();
      parts.notify({ topic: 'webhooks', ids: [id] });
      return get(id);
    },
  };
}

/**
 * Which create works on which path, from before its way is proved until it ended. What the inbox says
 * of a path is durable, but comes too late: a proof takes seconds, and another create may look meanwhile.
 */
interface PathClaims {
  /** True where no other create works on the path. */
  isOpenTo(path: string, intentKey: string): boolean;
  isClaimed(path: string): boolean;
  /**
   * Gives what ends it. The same key may claim it again (a double click): it ends with the last.
   * Throws TypeError where another key holds it.
   */
  claim(path: string, intentKey: string): () => void;
}

function createPathClaims(): PathClaims {
  const claims = new Map<string, { readonly intentKey: string; readonly holders: number }>();
  const isOpenTo = (path: string, intentKey: string): boolean =>
    (claims.get(path)?.intentKey ?? intentKey) === intentKey;
  const count = (path: string, intentKey: string, more: number): void => {
    const holders = (claims.get(path)?.holders ?? 0) + more;
    if (holders === 0) claims.delete(path);
    else claims.set(path, { intentKey, holders });
  };
  return {
    isOpenTo,
    isClaimed: (path) => claims.has(path),
    claim(path, intentKey) {
      if (!isOpenTo(path, intentKey)) throw new TypeError('Another create works on this path.');
      count(path, intentKey, 1);
      return () => count(path, intentKey, -1);
    },
  };
}
