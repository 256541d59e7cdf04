/** What an event changed in its resource, and whether what is known of it shows that now. */
import { type ResourceKind, resourceSchemas } from '../../../../contract/resources.ts';
import { type JsonObject, jsonObject } from '../../../../contract/scalars.ts';
import type { AsOfRecords } from '../../../core/records/as-of.ts';
import { fieldChanges, readableChanges } from '../../../core/records/field-changes.ts';
import { createdOf, instantOf } from '../../../core/records/order.ts';
import type { SourcesOf } from '../../../core/records/sources.ts';
import type { Observation, Records } from '../../../core/records/types.ts';
import { standingOf } from '../changes/standing.ts';
import type { IndexedEvent } from '../types.ts';
import { otherContent, whyNotMerged, whyWaiting } from './describe.ts';
import type { EventCopies, EventCopy } from './event-copies.ts';
import { changeAmongSiblings, type ResourceChange, type SiblingsParts } from './siblings.ts';

export interface ResourceChangeParts extends SiblingsParts {
  readonly records: Pick<Records, 'get'> & SiblingsParts['records'];
  readonly asOf: Pick<AsOfRecords, 'fold'>;
  readonly toldBy: SourcesOf;
}

/**
 * null when the event names no resource.
 * @param knownAt ISO 8601 UTC with milliseconds: against what was known then; null is now
 */
export async function changeOf(
  row: IndexedEvent,
  copies: EventCopies,
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
  const standing = standingOf(own.body, ownIds, record);
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
