/** The moment of a pack: later than now where a clock ahead of this one dated something that is known. */
import { z } from 'zod';
import { resourceSchemas } from '../../../contract/resources.ts';
import { type Clock, isoNow, isoTime } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { requirePast } from '../../core/creates/known-reads.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';

interface MomentsParts {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  readonly payouts: Pick<Payouts, 'latest'>;
  readonly profile: { readonly id: string };
  readonly webhooks: Pick<WebhooksApi, 'demand'>;
}

const kinds = Object.keys(resourceSchemas);
const newestRow = z.object({ at: z.string().nullable() });
/** Each kind is a seek. Computers hand over to others what people signed off and resolved. */
const newestSql = `SELECT max(at) AS at FROM (
  ${kinds.map(() => 'SELECT max(last_learned_at) AS at FROM records WHERE kind = ? UNION ALL').join(' ')}
  SELECT max(at) FROM drift_sign_offs UNION ALL
  SELECT max(cleared_at) FROM mismatch_clearances UNION ALL
  SELECT max(settled_at) FROM settlements)`;

const latestOf = (moments: readonly string[]) => moments.reduce((one, at) => (at > one ? at : one));

/**
 * What was asked for, else the newest. `payoutsAt` is no later than the newest event, and `eventsAt` no later
 * than now: null is now. Rejects with Failed INVALID for what is no moment, or later than the newest.
 */
export async function momentsFor(parts: MomentsParts, asked: string | null) {
  const { sqlite, clock, payouts, profile, webhooks } = parts;
  const newestEvent = await payouts.latest();
  const { at } = newestRow.parse(sqlite.first(newestSql, kinds));
  // No record was learned of a delivery that is not verified.
  const unverifiedAt = webhooks.demand().ingress.inbox.lastWaitingAt(profile.id) ?? 0;
  const newest = latestOf([isoNow(clock), newestEvent, at ?? '', isoTime(unverifiedAt)]);
  if (asked !== null) requirePast({ now: () => Date.parse(newest) }, asked);
  const knownAt = new Date(asked ?? newest).toISOString();
  return {
    // After the moment of what is known, so that it is no earlier.
    madeAt: isoNow(clock),
    knownAt,
    payoutsAt: knownAt < newestEvent ? knownAt : newestEvent,
    eventsAt: Date.parse(knownAt) > clock.now() ? null : knownAt,
  };
}
