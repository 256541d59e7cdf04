import { afterEach, beforeEach, expect, it } from 'vitest';
import { listPayoutsInput } from '../../../bridge/payouts.ts';
import { systemClock } from '../../../platform/clock.ts';
import { readCount } from '../../../platform/read-count.ts';
import { inSlices } from '../../../platform/slices.ts';
import { createChoices } from './choices.ts';
import { followPayouts } from './follow.ts';
import { openPastPayouts } from './past.ts';
import { at, eventOf, openTestPayouts, type TestPayouts } from './testing/open-test-payouts.ts';
import { countOf } from './totals.ts';

let test: TestPayouts;
beforeEach(() => {
  test = openTestPayouts();
});
afterEach(() => test.remove());

it('is whole as of a moment that was asked about while payouts were being read', async () => {
  const { sqlite, records, asOf } = test;
  const count = 1_500;
  records.observeAll(
    Array.from({ length: count }, (_, number) => {
      const event = eventOf(number, 'payout.create', { id: `payout_${number}` }, 0);
      const { id, created, updated } = event;
      return {
        kind: 'event' as const,
        id,
        body: event,
        source: 'delivery' as const,
        observedAt: at(0),
        eventId: id,
        eventCreated: created,
        eventUpdated: updated,
      };
    }),
  );
  const choices = createChoices(sqlite);
  const observed = followPayouts({
    sqlite,
    choices,
    records,
    isProduction: false,
    clock: systemClock,
  });
  const past = openPastPayouts({
    sqlite,
    choices,
    asOf,
    clock: systemClock,
    isRead: () => observed.progress() === null,
  });
  const filter = { ...listPayoutsInput.parse({}), now: Date.parse(at(1)) };
  const found = () =>
    past.read(at(1), async (queries) =>
      countOf(await inSlices(queries.sums(filter, null), systemClock)),
    );
  observed.step();
  // It reads none ahead of those that are read now: there may be a million.
  expect(await found()).toBe(readCount(sqlite, 'SELECT count(*) AS count FROM payout_columns'));
  while (observed.step().isBehind);
  expect(await found()).toBe(count);
  past.close();
});
