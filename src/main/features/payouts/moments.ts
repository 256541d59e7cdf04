/** Moments that payouts may be asked about: of what a clock ahead of this one observed, later ones than now. */
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { requirePast } from '../../core/creates/known-reads.ts';

const newestRow = z.object({ at: z.string() });

export function createMoments(sqlite: Sqlite, clock: Clock) {
  /** When the newest event, account or customer was observed, or now where that is later; ISO 8601 UTC. */
  const latest = (): string => {
    const { at } = newestRow.parse(
      sqlite.first(
        `SELECT max(coalesce((SELECT max(last_learned_at) FROM payout_columns), ''),
           coalesce((SELECT max(observed_at) FROM payout_events WHERE payout = ''), ''),
           coalesce((SELECT max(last_learned_at) FROM records WHERE kind = 'virtualAccount'), ''),
           coalesce((SELECT max(last_learned_at) FROM records WHERE kind = 'customer'), '')) AS at`,
      ),
    );
    const now = isoNow(clock);
    return at > now ? at : now;
  };
  return {
    latest,
    /** As ISO 8601 UTC. Throws Failed INVALID for what is no moment, or later than the latest. */
    read(knownAt: string): string {
      const isAhead = Date.parse(knownAt) > clock.now();
      requirePast(isAhead ? { now: () => Date.parse(latest()) } : clock, knownAt);
      return new Date(knownAt).toISOString();
    },
  };
}
