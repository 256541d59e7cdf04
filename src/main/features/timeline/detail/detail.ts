/** One event with everything that is known of it: changes, deliveries, look-ups, and what is around it. */
import type { Json } from '../../../../bridge/scalars.ts';
import type { TimelineDetail, TimelineRow } from '../../../../bridge/timeline.ts';
import { withMaskedAccounts } from '../../../../contract/masked-numbers.ts';
import { type ResourceKind, resourceSchemas } from '../../../../contract/resources.ts';
import { type JsonObject, jsonObject } from '../../../../contract/scalars.ts';
import { cutSecrets } from '../../../core/foundation/secrets/cut-secrets.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { AsOfRecords } from '../../../core/records/as-of.ts';
import {
  fieldChanges,
  isSameJson,
  readableChanges,
  withMaskedChange,
} from '../../../core/records/field-changes.ts';
import { createdOf, instantOf } from '../../../core/records/order.ts';
import type { SourcesOf } from '../../../core/records/sources.ts';
import type { Observation, Records } from '../../../core/records/types.ts';
import type { Forwarder } from '../../webhooks/forwarding/types.ts';
import type { Inbox } from '../../webhooks/inbox/types.ts';
import { changeStateOf } from '../changes/change-state.ts';
import type { IndexedDelivery, IndexedEvent, TimelineIndex } from '../types.ts';
import { otherContent, whyNotMerged, whyWaiting } from './describe.ts';
import {
  deliveriesOfEvent,
  type EventCopy,
  type EventDeliveries,
  type EventDeliveriesParts,
} from './event-deliveries.ts';
import { relatedTo } from './related.ts';
import { changeAmongSiblings, type ResourceChange, type SiblingsParts } from './siblings.ts';
import { differencesOf, reportedWebhooks } from './webhook-records.ts';

interface ResourceChangeParts extends SiblingsParts {
  readonly records: Pick<Records, 'get'> & SiblingsParts['records'];
  readonly asOf: Pick<AsOfRecords, 'fold'>;
  readonly toldBy: SourcesOf;
}

/**
 * What an event changed in its resource, and whether what is known of it shows that now; null when the
 * event names no resource.
 * @param knownAt ISO 8601 UTC with milliseconds: against what was known then; null is now
 */
async function changeOf(
  row: IndexedEvent,
  copies: EventDeliveries,
  parts: ResourceChangeParts,
  knownAt: string | null,
): Promise<ResourceChange | null> {
  const { resourceKind, resourceId: id } = row;
  if (resourceKind === null || id === null) return null;
  if (parts.isProduction && row.isMock) return notMerged(whyNotMerged.mock);
  const kind = recordKind(resourceKind);
  if (kind === null)
    return await changeAmongSiblings({ ...row, resourceKind, resourceId: id }, parts, knownAt);
  if (!id.startsWith(`${kind}_`)) return notMerged(whyNotMerged.unreadable);
  const all = [...(copies.delivered === null ? [] : [copies.delivered]), ...copies.lookUps];
  const moments = all.flatMap((copy) => momentsOf(copy, kind));
  const told = parts.toldBy
    .byEvent({ kind, id }, row.eventId, moments)
    .filter(({ observedAt }) => knownAt === null || observedAt <= knownAt);
  const own = told.find(({ source }) => source === 'delivery') ?? told[0];
  const record =
    knownAt === null ? parts.records.get(kind, id) : await parts.asOf.fold(kind, id, knownAt);
  if (own === undefined || record === null) return notMerged(whyNotMerged.notYet);

  const before = parts.toldBy.before(own, knownAt);
  const ownIds = new Set(told.map(({ observationId }) => observationId));
  const standing = changeStateOf(own.body, ownIds, record);
  const newer = standing.by.flatMap((by) => {
    const observation = parts.toldBy.find({ kind, id }, by);
    return observation === null ? [] : [calledOf(observation, row.eventId, parts.records)];
  });
  return {
    before:
      before === null ? null : { observedAt: before.observedAt, happenedAt: before.happenedAt },
    fields: before === null ? [] : readableChanges(fieldChanges(before.body, own.body)),
    standing: standing.standing,
    why: whyWaiting(standing, newer) + (row.isDiffering ? otherContent : ''),
  };
}

const notMerged = (why: string): ResourceChange => ({
  before: null,
  fields: [],
  standing: 'not-merged',
  why,
});

/** Kinds that records are kept of. */
function recordKind(kind: string): Exclude<ResourceKind, 'event'> | null {
  const isKind = (one: string): one is ResourceKind => Object.hasOwn(resourceSchemas, one);
  return isKind(kind) && kind !== 'event' ? kind : null;
}

/** When a copy can say that its resource was so: see records/order.ts. */
function momentsOf({ at, event }: EventCopy, kind: string): number[] {
  const data = jsonObject.safeParse(event['data']).data ?? {};
  const resource: JsonObject = jsonObject.safeParse(data[kind]).data ?? {};
  const told = [resource['updated'], event['updated'], createdOf(event), at];
  return told.flatMap((time) => instantOf(time) ?? []);
}

/** What an observation is called inside a sentence. */
function calledOf(
  { source, eventId }: Observation,
  ownEventId: string,
  records: Pick<Records, 'get'>,
): string {
  if (source === 'create-answer') return 'the response to its create request';
  if (source === 'read') return 'a lookup at the service';
  if (source === 'import') return 'imported data';
  if (eventId === ownEventId) return 'a lookup of this same event';
  const name = eventId === null ? null : records.get('event', eventId)?.body['name'];
  const event = typeof name === 'string' ? `the event ${name}` : 'another event';
  return source === 'webhook-record' ? `${event}, which names the webhook,` : event;
}

export interface DetailParts extends EventDeliveriesParts, ResourceChangeParts {
  readonly profileId: string;
  readonly index: Pick<TimelineIndex, 'event' | 'list' | 'deliveries'>;
  readonly records: EventDeliveriesParts['records'] & ResourceChangeParts['records'];
  readonly inbox: Pick<Inbox, 'content' | 'delivery' | 'slot' | 'slots'>;
  readonly forwards: Pick<Forwarder, 'countsOf'>;
  /** Name of a webhook, where it is known. */
  readonly webhookName: (id: string) => string | null;
  /** With the names of the customers as they were known at a moment; null is now. */
  readonly named: (rows: readonly IndexedEvent[], knownAt: string | null) => Promise<TimelineRow[]>;
}

/** One event, as it was known at a moment (ISO 8601 UTC with milliseconds); null is now. */
export interface EventAsked {
  readonly eventId: string;
  /** The mock event that stands apart from a real one of its id. */
  readonly isApart: boolean;
  readonly knownAt: string | null;
  /** A person asked for numbers of bank accounts that the service did not mask. */
  readonly whole?: boolean;
}

/**
 * Detail of an event. As of an earlier moment it holds nothing received later; what is not dated (forwards, whose
 * webhook it is) is left out or given as it is now. Throws Failed NOT_FOUND.
 */
export async function detailOf(asked: EventAsked, parts: DetailParts): Promise<TimelineDetail> {
  const { knownAt, whole = false } = asked;
  const row = await knownEvent(asked, parts.index);
  const copies = await deliveriesOfEvent(row, parts, knownAt);
  const [named] = await parts.named([row], knownAt);
  const related = await relatedTo(row, parts.index, knownAt);
  const shown = copies.delivered ?? copies.lookUps[0] ?? null;
  return {
    ...row,
    customerName: null,
    webhookName: null,
    amount: null,
    ...named,
    created: shown === null ? null : createdOf(shown.event),
    updated: textOf(shown?.event['updated']),
    ...bodyOf(shown?.event ?? null, whole),
    deviations: [
      ...new Set(
        [copies.delivered, ...copies.lookUps]
          .flatMap((copy) => copy?.deviations ?? [])
          .map((deviation) => cutSecrets(deviation)),
      ),
    ],
    change: maskedChange(row, await changeOf(row, copies, parts, knownAt), whole),
    deliveries: copies.deliveries.map((delivery) => deliveryOf(delivery, parts, knownAt)),
    lookUps: lookupsOf(copies, whole),
    webhookRecords: webhooksOf(copies, parts),
    related: await parts.named(related.rows, knownAt),
    hasOlderRelated: related.hasMore,
  };
}

/** Throws Failed NOT_FOUND. */
export async function knownEvent(
  { eventId, ...which }: EventAsked,
  index: Pick<TimelineIndex, 'event'>,
): Promise<IndexedEvent> {
  const row = await index.event(eventId, which);
  if (row !== null) return row;
  const sentence =
    which.knownAt === null
      ? 'Causeway does not know this event. Look it up by its ID at the service.'
      : 'Causeway had not received this event by then. Return to now to check whether it is known.';
  throw new Failed('NOT_FOUND', { sentence, cause: 'event' });
}

function bodyOf(event: JsonObject | null, whole: boolean): Pick<TimelineDetail, Body> {
  const masked = withMaskedAccounts(event);
  const hasWholeNumbers = !isSameJson(masked, event);
  return { body: (whole ? event : masked) as Json, hasWholeNumbers };
}
type Body = 'body' | 'hasWholeNumbers';

function maskedChange(
  { resourceKind }: IndexedEvent,
  change: TimelineDetail['change'],
  whole: boolean,
): TimelineDetail['change'] {
  if (change === null || whole || resourceKind !== 'bankAccount') return change;
  return { ...change, fields: change.fields.map(withMaskedChange) };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function deliveryOf(
  { arrival, receivedAt, slotPath, proof, role }: IndexedDelivery,
  parts: DetailParts,
  knownAt: string | null,
): TimelineDetail['deliveries'][number] {
  const webhookId = parts.inbox.slot(slotPath)?.webhookId ?? null;
  return {
    arrival,
    receivedAt: new Date(receivedAt).toISOString(),
    webhookId,
    webhookName: webhookId === null ? null : parts.webhookName(webhookId),
    proof,
    repeats: repeatsOf(arrival, parts, knownAt),
    role,
    forwards: knownAt === null ? forwardsOf(arrival, parts) : 0,
  };
}

/** Those that were counted by then: they are dated by the newest of them alone. */
function repeatsOf(arrival: number, { inbox, log }: DetailParts, knownAt: string | null): number {
  try {
    const stored = inbox.delivery(arrival);
    const until = instantOf(knownAt) ?? Number.POSITIVE_INFINITY;
    return stored === null || (stored.lastRepeatAt ?? 0) > until ? 0 : stored.repeats;
  } catch (error) {
    // One row that can't be read is no reason to show nothing of the event.
    log.error({ err: error, arrival }, 'a delivery could not be read');
    return 0;
  }
}

function forwardsOf(arrival: number, { forwards }: DetailParts): number {
  const { waiting, delivered, failed } = forwards.countsOf(arrival);
  return waiting + delivered + failed;
}

/** Each beside what was delivered; where nothing was, beside the first look-up. */
function lookupsOf(
  { delivered, lookUps }: EventDeliveries,
  whole: boolean,
): TimelineDetail['lookUps'] {
  const known = delivered ?? lookUps[0];
  return lookUps.map(({ at, event }) => {
    const differences = known === undefined ? [] : differencesOf(known.event, event);
    const fields = differences.map((field) =>
      whole || !field.path.startsWith('/data/bankAccount') ? field : withMaskedChange(field),
    );
    return { at, differs: fields.length > 0, fields };
  });
}

function webhooksOf(
  { newest }: EventDeliveries,
  { inbox, profileId, webhookName }: DetailParts,
): TimelineDetail['webhookRecords'] {
  if (newest === null) return [];
  const ours = new Set(inbox.slots(profileId).map(({ webhookId }) => webhookId));
  return reportedWebhooks(newest.event).map((told) => ({
    ...told,
    name: told.name ?? webhookName(told.webhookId),
    isOurs: ours.has(told.webhookId),
  }));
}
