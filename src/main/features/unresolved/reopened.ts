/** What was entered for a resource that turned out not to be an intent's does not stay on it. */
import { writes } from '../../../contract/writes.ts';
import type { Intent } from '../../core/intents/types.ts';
import type { NewObservation, Observation, Records } from '../../core/records/types.ts';
import { sentBy } from './differing-fields.ts';

/**
 * Observations are never removed, so what the intent entered is followed by nulls, and by what others
 * had entered for the same resource before.
 */
export function isReopened(
  intent: Intent,
  resourceId: string,
  records: Pick<Records, 'observations'>,
  at: string,
): NewObservation[] {
  const facts = {
    kind: writes[intent.operation].creates,
    id: resourceId,
    source: 'entered' as const,
    intentKey: intent.key,
  };
  const nothing = Object.fromEntries(Object.keys(sentBy(intent)).map((key) => [key, null]));
  const others = enteredByOthers(records.observations(facts.kind, resourceId), intent.key);
  const restored = Object.keys(others).length === 0 ? [] : [others];
  // A moment later, because both at once would have no order of their own.
  const later = new Date(Date.parse(at) + 1).toISOString();
  return [
    { ...facts, body: nothing, observedAt: at },
    ...restored.map((body) => ({ ...facts, body, observedAt: later })),
  ];
}

/** `observations` newest first, as they are read; later ones stand over earlier ones. */
function enteredByOthers(observations: readonly Observation[], key: string) {
  const theirs = observations.filter(
    ({ source, intentKey }) => source === 'entered' && intentKey !== key,
  );
  return Object.assign({}, ...theirs.toReversed().map(({ body }) => body)) as Observation['body'];
}
