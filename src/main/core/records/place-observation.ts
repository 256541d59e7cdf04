/** Observations, made ready to be kept: clean, and at their place in the total order. */
import { canonicalJson, canonicalJsonWith, sha256Hex } from '../../../platform/canonical-json.ts';
import { cleanWithText } from '../foundation/clean-json.ts';
import { withoutKnown } from '../foundation/secrets/without-known.ts';
import type { ErasedSubjects } from './erased/erased-subjects.ts';
import { lasting } from './erased/lasting.ts';
import { effectiveAt, instantOf, occurredAt, type Position, rankOf } from './order.ts';
import type { NewObservation, Observation } from './types.ts';

/** An observation made ready to be kept: clean, dated, placed and named. */
export interface PlacedObservation extends Observation {
  readonly position: Position;
  readonly isEntered: boolean;
  /** Canonical JSON of the body. */
  readonly bodyText: string;
  readonly raw: Uint8Array | null;
}

/**
 * Cuts secrets, and says where the observation stands. Throws TypeError without a usable time.
 *
 * @param known secrets that are cut by value
 * @param erased of whom nothing personal is kept; null: of nobody
 */
export function placeObservation(
  observation: NewObservation,
  known: readonly string[] = [],
  erased: Pick<ErasedSubjects, 'covers' | 'names'> | null = null,
): PlacedObservation {
  const observed = instantOf(observation.observedAt);
  if (observed === null) throw new TypeError('observedAt is not an ISO 8601 time with a zone.');
  const { clean: body, text: bodyText } = cleanWithText(observation.body, { known });
  const happened = occurredAt({ ...observation, body });
  const raw = observation.raw ?? null;
  const about = {
    kind: observation.kind,
    id: observation.id,
    source: observation.source,
    observedAt: new Date(observed).toISOString(),
    happenedAt: happened,
    eventId: observation.eventId ?? null,
    intentKey: observation.intentKey ?? null,
    deviations: withoutKnown(observation.deviations ?? [], known),
  };
  const whole = placed(about, bodyText, body, raw, raw === null ? null : sha256Hex(raw));
  return erased?.covers(whole) === true
    ? withoutPersonalData(whole, erased.names().figures)
    : whole;
}

/** What stays of it once the personal data of its customer is erased. Its place and name stay as they are. */
function withoutPersonalData(
  observation: PlacedObservation,
  figures: readonly string[],
): PlacedObservation {
  const body = lasting(observation.body, { figures: new Set(figures) });
  return { ...observation, body, bodyText: canonicalJson(body), deviations: [], raw: null };
}

/** One that another installation placed; its exact bytes stayed there. */
export interface HandedOver extends Omit<Observation, 'observationId'> {
  /** SHA-256 of the exact bytes, 64 hex digits; null where none were kept. */
  readonly raw: string | null;
}

/** As placeObservation: where it stands is worked out here, and its name is the same on both. */
export function placeHandedOver(
  { raw, body: given, ...told }: HandedOver,
  known: readonly string[],
): PlacedObservation {
  const { clean: body, text } = cleanWithText(given, { known });
  const deviations = withoutKnown(told.deviations, known);
  return placed({ ...told, deviations }, text, body, null, raw);
}

function placed(
  about: Omit<Observation, 'observationId' | 'body'>,
  bodyText: string,
  body: Observation['body'],
  raw: Uint8Array | null,
  rawSha256: string | null,
): PlacedObservation {
  const observed = instantOf(about.observedAt);
  if (observed === null) throw new TypeError('observedAt is not an ISO 8601 time with a zone.');
  const { kind, id, source, observedAt, happenedAt, eventId, intentKey, deviations } = about;
  const told = { kind, id, source, observedAt, happenedAt, eventId, intentKey, deviations };
  const observationId = sha256Hex(
    canonicalJsonWith({ ...told, raw: rawSha256 }, { body: bodyText }),
  );
  return {
    ...told,
    body,
    observationId,
    raw,
    bodyText,
    isEntered: source === 'entered',
    position: {
      effectiveAt: effectiveAt(source, happenedAt, observed),
      rank: rankOf(source),
      bodySha256: sha256Hex(bodyText),
      observationId,
    },
  };
}
