/** Names that occur in payouts and may be a notion, for a person to choose from. */
import type { z } from 'zod';
import type { payoutsContract } from '../../../bridge/payouts.ts';
import {
  likelyPointers,
  type PayoutNotion,
  plainAmounts,
} from '../../../contract/payout-fields.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { createPayoutEvents } from './payout-events.ts';
import { kindOf, leavesUnder, mayBe } from './reading/read-fields.ts';

type Candidates = z.output<
  NonNullable<(typeof payoutsContract.candidates)['~orpc']['outputSchema']>
>;

/** Payouts that are gone through, candidates that are shown, and different values of each. */
const PAYOUTS = 500;
const MOST = 100;
const SAMPLES = 3;
const MAX_SAMPLE = 100;

/** In steps. */
export function* candidatesOf(
  notion: PayoutNotion,
  sqlite: Sqlite,
  events: Pick<ReturnType<typeof createPayoutEvents>, 'read'>,
): Generator<undefined, Candidates> {
  const likely = new Set([
    ...likelyPointers[notion].flat(),
    ...(kindOf(notion) === 'amount' ? plainAmounts.map(({ amount }) => amount) : []),
    ...(kindOf(notion) === 'currency' ? plainAmounts.map(({ currency }) => currency) : []),
  ]);
  const ids = sqlite.texts('SELECT id FROM payout_columns ORDER BY number DESC LIMIT ?', [PAYOUTS]);
  const found = new Map<string, { count: number; samples: Set<string> }>();
  for (const id of ids) {
    for (const [pointer, value] of leavesUnder(events.read(id)?.detail.asReceived)) {
      if (!mayBe(notion, value)) continue;
      const one = found.get(pointer) ?? { count: 0, samples: new Set() };
      one.count += 1;
      if (one.samples.size < SAMPLES) one.samples.add(String(value).slice(0, MAX_SAMPLE));
      found.set(pointer, one);
    }
    yield;
  }
  const candidates = [...found]
    .map(([pointer, { count, samples }]) => ({
      ...{ pointer, count, samples: [...samples], isLikely: likely.has(pointer) },
    }))
    .sort(
      (one, other) =>
        Number(other.isLikely) - Number(one.isLikely) ||
        other.count - one.count ||
        (one.pointer < other.pointer ? -1 : 1),
    );
  return { candidates: candidates.slice(0, MOST), of: ids.length };
}
