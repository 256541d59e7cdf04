/** How a record is known, as a detail lists it. */
import type { SourceView } from '../../../bridge/source.ts';
import type { Observation } from './types.ts';

/** Newest first, without the bodies: those are under "as received". */
export const sourceViews = (observations: readonly Observation[]): SourceView[] =>
  observations.map((observation) => ({
    observationId: observation.observationId,
    source: observation.source,
    observedAt: observation.observedAt,
    happenedAt: observation.happenedAt,
    intentKey: observation.intentKey,
    eventId: observation.eventId,
    deviations: [...observation.deviations],
  }));
