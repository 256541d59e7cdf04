/** An observation of a backup, whose database anybody may have written: how much it weighs is worked out here. */
import type { SqlValue } from '../../../platform/sqlite.ts';
import { cleanWithText } from '../../core/foundation/clean-json.ts';
import { observationRow } from '../../core/records/observation-rows.ts';
import { effectiveAt, instantOf, rankOf } from '../../core/records/order.ts';

type Row = Readonly<Record<string, SqlValue>>;

/**
 * What of its row is worked out here. It tells of no time to come, by which it would outrank all that the service
 * says. Secrets are cut by their shape.
 */
export function restoredObservation(row: Row, now: number): Row {
  const { source, observedAt, happenedAt, body } = observationRow.parse(row);
  const observed = instantOf(observedAt);
  if (observed === null) throw new TypeError('observedAt is not an ISO 8601 time with a zone.');
  const effective = effectiveAt(source, happenedAt, observed);
  return {
    effective_at: effective <= now ? effective : Math.min(observed, now),
    ...{ rank: rankOf(source), is_entered: source === 'entered' ? 1 : 0 },
    body: cleanWithText(body).text,
  };
}
