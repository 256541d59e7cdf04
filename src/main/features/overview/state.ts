/** Limits that a person sets, and when somebody looked at the overview. */
import { z } from 'zod';
import { usualLimits } from '../../../bridge/need-kinds.ts';
import { type FirstSteps, firstSteps, type LimitHours } from '../../../bridge/overview.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';

/** Nobody looks for longer than this: the next look is another visit. */
const awayMs = 30 * 60_000;

const stateRow = z.object({
  kyc_hours: z.number().nullable(),
  payout_hours: z.number().nullable(),
  seen_at: z.string().nullable(),
  last_visit_at: z.string().nullable(),
  first_steps: jsonText.pipe(firstSteps).nullable(),
});

export interface OverviewState {
  limits(): LimitHours;
  setLimits(limits: LimitHours): void;
  /** Somebody looks. Gives when the visit before ended; null at the first one. */
  seen(): string | null;
  /** null while nobody has answered them. */
  firstSteps(): FirstSteps | null;
  setFirstSteps(steps: FirstSteps): void;
}

export interface OverviewStateParts {
  /** With overviewMigrations applied. */
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
}

export function openOverviewState({ sqlite, audit, clock }: OverviewStateParts): OverviewState {
  const stored = () => stateRow.parse(sqlite.first('SELECT * FROM overview_state'));
  return {
    limits() {
      const { kyc_hours: kyc, payout_hours: payout } = stored();
      return { payout: payout ?? usualLimits.payout, kyc: kyc ?? usualLimits.kyc };
    },
    setLimits: (limits) =>
      sqlite.transaction(() => {
        sqlite.run('UPDATE overview_state SET kyc_hours = ?, payout_hours = ?', [
          limits.kyc,
          limits.payout,
        ]);
        audit.append({ action: 'overview.limits-set', facts: { ...limits } });
      }),
    seen() {
      const now = clock.now();
      const { seen_at: seenAt, last_visit_at: lastVisitAt } = stored();
      const isAnother = seenAt !== null && now - Date.parse(seenAt) > awayMs;
      const before = isAnother ? seenAt : lastVisitAt;
      sqlite.derive(() =>
        sqlite.run('UPDATE overview_state SET seen_at = ?, last_visit_at = ?', [
          isoTime(now),
          before,
        ]),
      );
      return before;
    },
    firstSteps: () => stored().first_steps,
    setFirstSteps: (steps) =>
      sqlite.derive(() =>
        sqlite.run('UPDATE overview_state SET first_steps = ?', [JSON.stringify(steps)]),
      ),
  };
}
