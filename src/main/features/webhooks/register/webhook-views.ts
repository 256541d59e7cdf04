/** Webhooks as the bridge shows them, put together from records, journal, inbox and tunnels. */
import { z } from 'zod';
import type { Json } from '../../../../bridge/scalars.ts';
import type {
  LostWebhook,
  ReusableWebhook,
  WebhookDetail,
  WebhookPathFacts,
  WebhookReachability,
  WebhookRow,
} from '../../../../bridge/webhooks.ts';
import type { AnnotationLists } from '../../../core/annotations/annotations.ts';
import { rowExtras } from '../../../core/annotations/row-extras.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import { sourceViews } from '../../../core/records/source-view.ts';
import type { Observation, Records } from '../../../core/records/types.ts';
import type { Inbox, PathCounts, WebhookPath } from '../inbox/types.ts';
import { type KnownWebhook, knownWebhook, newestRead, sentWebhook } from './known-webhook.ts';
import { type SecretBook, webhookIntents } from './secret-book.ts';
import type { TunnelRoutes, WatchedWebhook } from './types.ts';
import {
  adviceFor,
  mismatchAdvice,
  reachabilityOf,
  reachedAtRelay,
  reachedElsewhere,
} from './webhook-advice.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookViewParts {
  readonly profileId: string;
  readonly records: Pick<Records, 'ids' | 'get' | 'observations' | 'byHand'>;
  readonly annotations: AnnotationLists;
  readonly intents: Pick<Intents, 'list'>;
  readonly inbox: Pick<Inbox, 'slots' | 'counts'>;
  readonly book: Pick<SecretBook, 'secretOf'>;
  readonly ways: Pick<TunnelRoutes, 'list'>;
  /** Forwarding targets that get deliveries of this webhook. */
  readonly forwardsOf: (webhookId: string) => number;
  /** Computer of the team that a path's deliveries come to; null where they come to this one. */
  readonly receiverOf: (path: string) => string | null;
  /** Deliveries of a path come to a relay of the team. */
  readonly isAtRelay: (path: string) => boolean;
  /** Deliveries of a path are verified by another computer of the team. */
  readonly isJudgedElsewhere: (path: string) => boolean;
}

export function createWebhookViews(parts: WebhookViewParts) {
  const { profileId, records, annotations, intents, inbox, book, ways, forwardsOf } = parts;

  const lostIntents = (): Intent[] => webhookIntents(intents, 'unknown');

  const newestOf = (id: string): Observation[] => records.observations('webhook', id, newestRead);
  /** By the number of its observations, which every new one raises. */
  const read = new Map<string, { readonly observations: number; readonly known: KnownWebhook }>();
  const known = (id: string): KnownWebhook | null => {
    const record = records.get('webhook', id);
    if (record === null) return null;
    const { observations } = record;
    const before = read.get(id);
    if (before?.observations === observations) return before.known;
    const known = knownWebhook(record, newestOf(id));
    read.set(id, { observations, known });
    return known;
  };
  const all = (): KnownWebhook[] => records.ids('webhook').flatMap((id) => known(id) ?? []);

  const slotOf = ({ id, url }: Pick<KnownWebhook, 'id' | 'url'>): WebhookPath | null => {
    const slots = inbox.slots(profileId);
    const path = url === null ? null : (readWebhookUrl(url)?.slotPath ?? null);
    return (
      slots.find((slot) => slot.webhookId === id) ??
      slots.find((slot) => slot.path === path) ??
      null
    );
  };

  /** One that was added with a URL of another place has a slot for its secret, but does not deliver there. */
  const ownPathOf = (url: string | null): string | null => {
    const path = url === null ? null : (readWebhookUrl(url)?.slotPath ?? null);
    return inbox.slots(profileId).some((slot) => slot.path === path) ? path : null;
  };
  const isJudgedElsewhere = (url: string | null): boolean => {
    const path = ownPathOf(url);
    return path !== null && parts.isJudgedElsewhere(path);
  };
  const wayInOf = (url: string | null): WebhookReachability => {
    const path = ownPathOf(url);
    const receiver = path === null ? null : parts.receiverOf(path);
    if (receiver !== null) return reachedElsewhere(receiver);
    const own = reachabilityOf(url, path, ways.list());
    // What this computer can check of a relay says more.
    const isRelays = own.state === 'closed' && own.tunnelId === null;
    return isRelays && path !== null && parts.isAtRelay(path) ? reachedAtRelay : own;
  };
  const missingSecret = ({ id, url }: KnownWebhook): WebhookRow['secret'] => {
    const isLost =
      lostIntents().some((lost) => isSameUrl(sentWebhook(lost.input).url, url)) ||
      webhookIntents(intents, 'exists').some(({ resourceId }) => resourceId === id);
    if (isLost) return 'lost';
    return isJudgedElsewhere(url) ? 'with-team' : 'not-given';
  };
  const row = (webhook: KnownWebhook): WebhookRow => {
    const slot = slotOf(webhook);
    const secret = book.secretOf(webhook.id);
    const extras = rowExtras(records, annotations, 'webhook', [webhook.id])(webhook.id);
    return {
      ...webhook,
      events: [...(webhook.events ?? [])],
      secret: secret !== null ? 'held' : missingSecret(webhook),
      fingerprint: secret?.fingerprint ?? null,
      slot: slot === null ? null : slotFacts(inbox.counts(slot.path)),
      wayIn: wayInOf(webhook.url),
      forwards: forwardsOf(webhook.id),
      ...extras,
      labels: [...extras.labels],
    };
  };

  const detail = (webhook: KnownWebhook): WebhookDetail => {
    const shown = row(webhook);
    const observations = newestOf(webhook.id);
    const record = records.get('webhook', webhook.id);
    return {
      ...shown,
      advice: [...(record === null ? [] : mismatchAdvice(record)), ...adviceFor(shown)],
      requestIds: requestIdsOf(webhook.id, observations, records),
      learned: sourceViews(observations),
      observations: record?.observations ?? observations.length,
      asReceived: (record?.body ?? {}) as Json,
    };
  };

  const lost = (intent: Intent, webhooks: readonly KnownWebhook[]): LostWebhook => {
    const { name, url, events } = sentWebhook(intent.input);
    const slot = inbox.slots(profileId).find(({ intentKey }) => intentKey === intent.key);
    const found = webhooks.find((webhook) => isSameUrl(webhook.url, url));
    return {
      intentKey: intent.key,
      name,
      url,
      events: [...(events ?? [])],
      sentAt: intent.journalledAt,
      sentence: `${intent.sentence} The webhook may exist and count towards the limit of 10. Its secret was in the lost response, and Causeway can’t request it. Without it, its deliveries can’t be verified.`,
      whatToDo:
        'Create another webhook with a new URL. If the service’s support confirms that this one exists, ask them to remove it, or to give you its secret so that you can import it.',
      slot: slot === undefined ? null : slotFacts(inbox.counts(slot.path)),
      foundAs: found?.id ?? null,
    };
  };

  return {
    all,
    known,
    row,
    detail,
    slotOf,
    lost(): LostWebhook[] {
      const webhooks = all();
      return lostIntents().map((intent) => lost(intent, webhooks));
    },
    /** Those that the service sends to, at paths of this computer. */
    watched(): WatchedWebhook[] {
      return all().flatMap(({ url, active, name }) => {
        const path = ownPathOf(url);
        const origin = url === null ? null : (readWebhookUrl(url)?.origin ?? null);
        if (path === null || origin === null || active === false) return [];
        return parts.receiverOf(path) === null ? [{ path, origin, name }] : [];
      });
    },
    /** Ours, provable, and with a way in that is open or can be opened again. */
    reusable(): ReusableWebhook[] {
      return all().flatMap((webhook) => {
        const shown = row(webhook);
        const { id, name, url, events, wayIn } = shown;
        if (url === null || !isUsable(shown)) return [];
        const what = events.length === 1 ? '1 event' : `${events.length} events`;
        const reach =
          wayIn.state === 'proven' ? 'Its tunnel is open.' : 'Its tunnel can be opened.';
        const sentence = `“${name ?? id}” sends ${what}. Its secret is stored. ${reach} Using it does not count as another webhook.`;
        return [{ id, name, url, events, sentence }];
      });
    },
  };
}

const isUsable = ({ slot, secret, active, wayIn }: WebhookRow): boolean =>
  slot !== null &&
  secret === 'held' &&
  active !== false &&
  wayIn.tunnelId !== null &&
  ['proven', 'not-provable', 'closed', 'failed'].includes(wayIn.state);

const isSameUrl = (one: string | null, other: string | null): boolean =>
  one !== null && one === other;

const deliveredTo = z.object({
  requestIds: z.array(z.string()).catch([]),
  webhook: z.object({ id: z.string() }),
});
const eventRecords = z.object({ webhookRecords: z.array(deliveredTo.nullable().catch(null)) });

/** From the events whose `webhookRecords` spoke of this webhook. */
function requestIdsOf(
  webhookId: string,
  observations: readonly Observation[],
  records: Pick<Records, 'get'>,
): WebhookDetail['requestIds'] {
  const eventIds = new Set(observations.flatMap(({ eventId }) => eventId ?? []));
  return [...eventIds].slice(0, 50).flatMap((eventId) => {
    const read = eventRecords.safeParse(records.get('event', eventId)?.body);
    const own = read.success
      ? read.data.webhookRecords.find((one) => one?.webhook.id === webhookId)
      : undefined;
    return own == null ? [] : [{ eventId, requestIds: own.requestIds }];
  });
}

/** What arrived at a slot, as the bridge shows it. */
function slotFacts(counts: PathCounts): WebhookPathFacts {
  const { verdicts, lastReceivedAt } = counts;
  return {
    path: counts.slotPath,
    verdicts: {
      genuine: verdicts.genuine,
      genuineReserialised: verdicts['genuine-reserialised'],
      duplicateKeys: verdicts['duplicate-keys'],
      otherWebhook: verdicts['other-webhook'],
      wrong: verdicts.wrong,
      missing: verdicts.missing,
      notYetJudged: verdicts['not-yet-judged'],
    },
    repeats: counts.repeats,
    held: counts.held,
    quarantined: counts.quarantined,
    droppedFromQuarantine: counts.droppedFromQuarantine,
    refusedHoldFull: counts.refusedHoldFull,
    lastDeliveryAt: lastReceivedAt === null ? null : new Date(lastReceivedAt).toISOString(),
    averageAnswerMs: counts.averageAnswerMs,
    answers: counts.answers,
  };
}
