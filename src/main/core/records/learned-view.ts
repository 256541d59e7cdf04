/** How a record is known, as a detail lists it. */
import type { Learned } from '../../../bridge/learned.ts';
import type { Observation } from './types.ts';

/** Newest first, without the bodies: those are under "as received". */
export const learnedViews = (observations: readonly Observation[]): Learned[] =>
  observations.map((observation) => ({
    observationId: observation.observationId,
    source: observation.source,
    observedAt: observation.observedAt,
    happenedAt: observation.happenedAt,
    intentKey: observation.intentKey,
    eventId: observation.eventId,
    deviations: [...observation.deviations],
  }));
