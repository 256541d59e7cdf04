/** What the history of a resource says that nothing was known of before, without asking the database. */
import type { ObservationsRepository } from './observations-repository.ts';
import { comparePositions } from './order.ts';
import type { PlacedObservation } from './place-observation.ts';

export type FreshHistory = Pick<ObservationsRepository, 'firstHappened' | 'profilesNewestFirst'>;

/** @param all that is known of it, in any order */
export function freshHistory(all: readonly PlacedObservation[]): FreshHistory {
  const said = all
    .filter(({ isEntered }) => !isEntered)
    .sort((one, other) => comparePositions(one.position, other.position));
  return {
    firstHappened() {
      const [first] = said;
      return first === undefined || first.happenedAt === null ? null : first.position.effectiveAt;
    },
    *profilesNewestFirst() {
      for (const { body, happenedAt, observedAt, position } of said.toReversed()) {
        const profiles = body['verificationProfiles'];
        if (profiles === undefined) continue;
        yield {
          profiles,
          at: happenedAt ?? observedAt,
          milliseconds: position.effectiveAt,
          isTold: happenedAt !== null,
        };
      }
    },
  };
}
