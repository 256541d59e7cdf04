/**
 * Rows of events as they are handed out. SQLite writes each as a short JSON list, which crosses to main
 * as it is and is unpacked there: an object for each row on this side would cost more than finding it.
 */
import type { IndexedEvent } from '../../types.ts';
import { DAY_MS, EVENT_PREFIX, HOUR_MS } from '../keys.ts';
import type { Traits } from '../traits.ts';

/** SQL for a row of `events e` as one column. */
export const PACKED =
  'json_array(e.key, e.event, e.is_apart, e.traits, e.happened_at, e.heard_at, e.heard, e.is_out_of_order, e.resource_id, e.customer_id, e.is_epoch)';

/** What PACKED is a text of: the columns of a STRICT table hold what their types say. */
export type PackedRow = readonly [
  key: number,
  event: string,
  isApart: 0 | 1,
  traits: number,
  happenedAt: number | null,
  heardAt: number,
  heard: number,
  isOutOfOrder: 0 | 1,
  resourceId: string | null,
  customerId: string | null,
  isEpoch: 0 | 1,
];

/** What events of the same traits have alike. */
export type SharedTraits = Pick<
  IndexedEvent,
  | 'name'
  | 'family'
  | 'resourceKind'
  | 'proof'
  | 'isMock'
  | 'isLate'
  | 'isAhead'
  | 'isDiffering'
  | 'webhooks'
>;

/** Shared traits by their numbers. */
export type SharedById = ReadonlyMap<number, SharedTraits>;

export function sharedOf(traits: Traits): SharedTraits {
  const { name, resourceKind, proof, isMock, isLate, isAhead, isDiffering, slots } = traits;
  const family = name.split('.', 1)[0] ?? name;
  return {
    name,
    family,
    resourceKind,
    proof,
    isMock,
    isLate,
    isAhead,
    isDiffering,
    webhooks: slots.length,
  };
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
const two = (number: number): string => twoDigits[Math.floor(number)] ?? '';

/** Writes times as Date does: two stand in every row, and rows of a page share their days. */
export function createIso(): (ms: number) => string {
  let day = Number.NaN;
  let date = '';
  return (ms) => {
    const of = Math.floor(ms / DAY_MS);
    if (of !== day) {
      const midnight = new Date(of * DAY_MS).toISOString();
      date = midnight.slice(0, midnight.indexOf('T') + 1);
      day = of;
    }
    const rest = ms - of * DAY_MS;
    const millis = String(rest % 1_000).padStart(3, '0');
    const clock = `${two(rest / HOUR_MS)}:${two((rest / 60_000) % 60)}:${two((rest / 1_000) % 60)}`;
    return `${date}${clock}.${millis}Z`;
  };
}
const iso = createIso();

export function rowOf(packed: PackedRow, shared: SharedById): IndexedEvent {
  const [key, event, isApart, number, happenedAt, heardAt, heard, isOutOfOrder] = packed;
  const traits = shared.get(number);
  if (traits === undefined) throw new TypeError('An event has traits that are not known.');
  return {
    key,
    eventId: EVENT_PREFIX + event,
    name: traits.name,
    family: traits.family,
    resourceKind: traits.resourceKind,
    resourceId: packed[8],
    customerId: packed[9],
    happenedAt: happenedAt === null ? null : iso(happenedAt),
    isEpoch: packed[10] === 1,
    heardAt: iso(heardAt),
    proof: traits.proof,
    isMock: traits.isMock,
    isApart: isApart === 1,
    isLate: traits.isLate,
    isAhead: traits.isAhead,
    isOutOfOrder: isOutOfOrder === 1,
    heard,
    webhooks: traits.webhooks,
    isDiffering: traits.isDiffering,
  };
}

/** Rows that are still packed, and what unpacks them. */
export class Page {
  readonly packed: readonly string[];
  readonly hasMore: boolean;
  readonly shared: SharedById;
  constructor(packed: readonly string[], hasMore: boolean, shared: SharedById) {
    this.packed = packed;
    this.hasMore = hasMore;
    this.shared = shared;
  }
  get rows(): IndexedEvent[] {
    return unpacked(this.packed, this.shared);
  }
}

export const unpacked = (packed: readonly string[], shared: SharedById): IndexedEvent[] =>
  packed.map((text) => rowOf(JSON.parse(text) as PackedRow, shared));

export const keyOfPacked = (text: string): number => Number(text.slice(1, text.indexOf(',')));
