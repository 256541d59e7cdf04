/** What was received of one event: as it was delivered, and as look-ups gave it. */
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { instantOf } from '../../../core/records/order.ts';
import type { Observation, Records } from '../../../core/records/types.ts';
import { isErasedContent } from '../../webhooks/inbox/erased-content.ts';
import type { Inbox } from '../../webhooks/inbox/types.ts';
import { readBody } from '../../webhooks/intake/read-body.ts';
import { verifiedBytes } from '../../webhooks/signature-checks/reserialised.ts';
import type { IndexedDelivery, IndexedEvent, TimelineIndex } from '../types.ts';

/** One copy of the event, without secrets. */
export interface EventCopy {
  /** When we got it: ISO 8601 UTC. */
  readonly at: string;
  readonly event: JsonObject;
  /** Where the event deviates from the API specification, one sentence each. */
  readonly deviations: readonly string[];
}

export interface EventDeliveries {
  /** Deliveries of this event, oldest first; of a mock one in production only its own. */
  readonly deliveries: readonly IndexedDelivery[];
  /** The event as it was delivered first; null when it never was, or when that can't be opened. */
  readonly delivered: EventCopy | null;
  /** Looked-up copies, oldest first. */
  readonly lookUps: readonly EventCopy[];
  /** The copy that came last. */
  readonly newest: EventCopy | null;
}

export interface EventDeliveriesParts {
  readonly index: Pick<TimelineIndex, 'deliveries'>;
  readonly inbox: Pick<Inbox, 'content'>;
  readonly records: Pick<Records, 'observations'>;
  /** Private key of the profile’s inbox. */
  readonly privateKey: Uint8Array;
  readonly isProduction: boolean;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Everything that is kept of the event; the row says which one, where a mock one has the same id.
 * @param knownAt ISO 8601 with a zone: what was heard later is left out; null is now
 */
export async function deliveriesOfEvent(
  row: Pick<IndexedEvent, 'eventId' | 'isMock'>,
  parts: EventDeliveriesParts,
  knownAt: string | null = null,
): Promise<EventDeliveries> {
  const { isProduction } = parts;
  const isApart = isProduction && row.isMock;
  const until = instantOf(knownAt) ?? Number.POSITIVE_INFINITY;
  const all = await parts.index.deliveries(row.eventId);
  const deliveries = all.filter(
    ({ role, receivedAt }) => (role === 'mock') === isApart && receivedAt <= until,
  );
  const observed = parts.records
    .observations('event', row.eventId)
    .filter(({ body }) => !isProduction || (body['mock'] === true) === row.isMock)
    .filter(({ observedAt }) => Date.parse(observedAt) <= until)
    .toSorted((one, other) => compareText(one.observedAt, other.observedAt));
  const of = (source: Observation['source']) =>
    observed.filter((observation) => observation.source === source).map(copyOf);
  const [first] = deliveries;
  const opened = first === undefined ? null : contentOf(first, parts);
  const kept = of('delivery')[0] ?? null;
  // The records hold more of a delivery that was reduced.
  const delivered = opened?.isReduced === true ? (kept ?? opened.copy) : (opened?.copy ?? kept);
  const lookUps = of('event-look-up');
  const copies = [...(delivered === null ? [] : [delivered]), ...observed.map(copyOf)];
  const newest = copies.toSorted((one, other) => compareText(one.at, other.at)).at(-1) ?? null;
  return { deliveries, delivered, lookUps, newest };
}

const compareText = (one: string, other: string): number =>
  one < other ? -1 : Number(one > other);

const copyOf = ({ observedAt, body, deviations }: Observation): EventCopy => ({
  at: observedAt,
  event: body,
  deviations,
});

/** null when it is not stored any more, or can't be opened. */
function contentOf(
  { arrival, receivedAt, proof }: IndexedDelivery,
  { inbox, privateKey, log }: EventDeliveriesParts,
): { readonly copy: EventCopy; readonly isReduced: boolean } | null {
  try {
    const content = inbox.content(arrival, privateKey);
    if (content === null) return null;
    const brought = readBody(verifiedBytes(proof, content.body));
    if (brought === null) return null;
    const { event, deviations } = brought;
    return {
      copy: { at: new Date(receivedAt).toISOString(), event, deviations },
      isReduced: isErasedContent(content.headers),
    };
  } catch (error) {
    log.error({ err: error, arrival }, 'a delivery could not be opened');
    return null;
  }
}
