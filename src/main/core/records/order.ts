/**
 * The one total order of observations (docs/architecture.md): when the service says it was so, else
 * when we observed it; then the rank of the source; then the SHA-256 of the body. The id at the end
 * decides only which of two equal bodies a field is said to stand on.
 */
import { type ObservationSource, observationSources } from '../../../bridge/source.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import type { NewObservation } from './types.ts';

export interface Position {
  /** Milliseconds since 1970. */
  readonly effectiveAt: number;
  readonly rank: number;
  readonly bodySha256: string;
  readonly observationId: string;
}

export const rankOf = (source: ObservationSource): number => observationSources.indexOf(source);

/** Negative when `left` comes first. */
export function comparePositions(left: Position, right: Position): number {
  return (
    left.effectiveAt - right.effectiveAt ||
    left.rank - right.rank ||
    compareText(left.bodySha256, right.bodySha256) ||
    compareText(left.observationId, right.observationId)
  );
}

const compareText = (left: string, right: string): number =>
  left < right ? -1 : Number(left > right);

/**
 * Milliseconds of an ISO 8601 time with a zone; null for anything else. A time without a zone would
 * be read in this machine's, and two machines would order the same observations differently.
 */
export function instantOf(value: unknown): number | null {
  if (typeof value !== 'string') return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return null;
  const milliseconds = Date.parse(value);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/**
 * Milliseconds of what counts seconds or milliseconds since 1970, as a number or its digits, between 1973
 * and 5138; null for anything else.
 */
export function epochOf(value: unknown): number | null {
  const count =
    typeof value === 'string' && /^\d{9,14}(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof count !== 'number' || !(count >= 1e8 && count < 1e14)) return null;
  return Math.round(count < 1e11 ? count * 1_000 : count);
}

/** `created` of an event, or of what carries one: as it came, and the time of a number; null for no text. */
export function createdOf({ created }: JsonObject): string | null {
  const epoch = epochOf(created);
  if (epoch !== null) return new Date(epoch).toISOString();
  return typeof created === 'string' ? created : null;
}

/**
 * When the service says that the body was so, in its own words: the resource's `updated`, else the
 * event's `created`, else its `updated`, which may move when the event is sent again and makes its `data`
 * no newer. A webhook in `webhookRecords` is told anew with the event: its `updated` comes first there.
 * What we entered has no such time.
 */
export function occurredAt(
  observation: Pick<NewObservation, 'source' | 'body' | 'eventUpdated' | 'eventCreated'>,
): string | null {
  if (observation.source === 'entered') return null;
  const { eventCreated, eventUpdated } = observation;
  const ofEvent = [eventCreated, eventUpdated];
  if (observation.source === 'webhook-record') ofEvent.reverse();
  const candidates = [observation.body['updated'], ...ofEvent];
  const usable = candidates.find((candidate) => instantOf(candidate) !== null);
  return typeof usable === 'string' ? usable : null;
}

/**
 * Where an observation stands in time: when it was so, else when it was observed. What a person brought
 * can't tell of later than when it was brought: a date to come would outrank all that the service says.
 */
export function effectiveAt(
  source: ObservationSource,
  happened: string | null,
  observed: number,
): number {
  const told = instantOf(happened) ?? observed;
  return source === 'import' ? Math.min(told, observed) : told;
}
