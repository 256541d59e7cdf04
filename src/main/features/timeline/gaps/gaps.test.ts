import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxGaps } from '../../../../bridge/timeline.ts';
import type { TimeRange } from '../../webhooks/receiver/coverage-log.ts';
import { type GapViewParts, gapViews } from './gap-views.ts';
import { gapsWithin } from './gaps.ts';
import type { ListeningWebhook } from './listening.ts';

const minute = 60_000;
const address = 'https://one.example';
const other = 'https://two.example';
type Minutes = readonly [from: number, to: number];
const stretch = ([from, to]: Minutes): TimeRange => ({ from: from * minute, to: to * minute });
const webhook = (id: string, since: number, more: Partial<ListeningWebhook> = {}) => ({
  id,
  since: since * minute,
  address,
  events: ['payout.create'],
  ...more,
});

interface Facts {
  readonly runs: readonly Minutes[];
  readonly ways: readonly (readonly [...Minutes, string?])[];
  /** Covered by others of the team. */
  readonly elsewhere?: readonly (readonly [...Minutes, string?])[];
  readonly webhooks?: readonly ListeningWebhook[];
  readonly now?: number;
}
function gaps(
  { runs, ways, elsewhere = [], webhooks = [webhook('webhook_1', 0)], now = 100 }: Facts,
  within?: Minutes,
) {
  const coverage = {
    runs: () => runs.map(stretch),
    ways: () => ways.map(([from, to, at = address]) => ({ ...stretch([from, to]), address: at })),
  };
  const teamWays = () =>
    elsewhere.map(([from, to, at = address]) => ({ ...stretch([from, to]), address: at }));
  const asked = within === undefined ? { from: 0, to: Infinity } : stretch(within);
  return gapsWithin(asked, { coverage, teamWays, webhooks, now: now * minute });
}
const shown = (found: ReturnType<typeof gaps>) =>
  found.map(({ from, to, reason, webhooks }) => [
    from / minute,
    to / minute,
    reason,
    webhooks.map(({ id }) => id).join(' '),
  ]);

describe('gaps', () => {
  it('are where the console was closed, and where no tunnel was proven', () => {
    const found = gaps({
      runs: [
        [0, 30],
        [50, 100],
      ],
      ways: [
        [0, 10],
        [12, 30],
        [51, 100],
      ],
    });
    expect(shown(found)).toEqual([
      [10, 12, 'unproven', 'webhook_1'],
      [30, 50, 'closed', 'webhook_1'],
      [50, 51, 'unproven', 'webhook_1'],
    ]);
    expect(found.map(({ isLasting }) => isLasting)).toEqual([false, false, false]);
  });

  it('are none where others of the team were reached, although this computer was off', () => {
    const runs = [[0, 30]] as const;
    const ways = [[0, 30]] as const;
    expect(shown(gaps({ runs, ways, elsewhere: [[20, 100]] }))).toEqual([]);
    expect(shown(gaps({ runs, ways, elsewhere: [[40, 90]] }))).toEqual([
      [30, 40, 'closed', 'webhook_1'],
      [90, 100, 'closed', 'webhook_1'],
    ]);
    const two = webhook('webhook_2', 0, { address: other, events: ['customer.create'] });
    const webhooks = [webhook('webhook_1', 0), two];
    const elsewhere = [[30, 100]] as const;
    expect(
      shown(
        gaps({
          runs,
          ways: [
            [0, 30],
            [0, 30, other],
          ],
          elsewhere,
          webhooks,
        }),
      ),
    ).toEqual([[30, 100, 'closed', 'webhook_2']]);
  });

  it('last while nothing is proven', () => {
    const [gap] = gaps({ runs: [[0, 100]], ways: [[0, 90]] });
    expect(gap).toMatchObject({ from: 90 * minute, isLasting: true, isOfAll: true });
  });

  it('begin with the first webhook', () => {
    const webhooks = [webhook('webhook_1', 40), webhook('webhook_2', 60)];
    expect(gaps({ runs: [], ways: [], webhooks: [] })).toEqual([]);
    expect(shown(gaps({ runs: [[50, 100]], ways: [[50, 100]], webhooks }))).toEqual([
      [40, 50, 'closed', 'webhook_1'],
    ]);
  });

  it('are of the webhooks that only a lost address leads to', () => {
    const webhooks = [
      webhook('webhook_1', 0),
      webhook('webhook_2', 0, { address: other, events: ['wallet.create'] }),
    ];
    const found = gaps({
      runs: [[0, 100]],
      ways: [
        [0, 100],
        [0, 20, other],
        [30, 100, other],
      ],
      webhooks,
    });
    expect(shown(found)).toEqual([[20, 30, 'unproven', 'webhook_2']]);
    expect(found[0]?.isOfAll).toBe(false);
  });

  it('are none where another webhook gets the same events', () => {
    const old = webhook('webhook_1', 0, { address: other });
    const webhooks = [
      old,
      webhook('webhook_2', 10, { events: ['payout.create', 'wallet.create'] }),
    ];
    const ways = [
      [0, 10, other],
      [10, 100],
    ] as const;
    expect(gaps({ runs: [[0, 100]], ways, webhooks })).toEqual([]);
    const unknown = [{ ...old, events: null }, ...webhooks.slice(1)];
    expect(shown(gaps({ runs: [[0, 100]], ways, webhooks: unknown }))).toEqual([
      [10, 100, 'unproven', 'webhook_1'],
    ]);
  });

  it('are not told of webhooks that come in through something of their own, but while it was closed', () => {
    const webhooks = [webhook('webhook_1', 0, { address: null })];
    expect(shown(gaps({ runs: [[10, 100]], ways: [], webhooks }))).toEqual([
      [0, 10, 'closed', 'webhook_1'],
    ]);
  });

  it('are given whole where they touch the stretch that is asked for', () => {
    const facts = {
      runs: [
        [0, 10],
        [20, 30],
        [40, 100],
      ],
      ways: [[0, 100]],
    } as const;
    expect(shown(gaps(facts, [12, 15]))).toEqual([[10, 20, 'closed', 'webhook_1']]);
    expect(shown(gaps(facts, [35, 200]))).toEqual([[30, 40, 'closed', 'webhook_1']]);
    expect(gaps(facts, [50, 60])).toEqual([]);
  });

  it('shorter than a second are none', () => {
    expect(
      gaps({
        runs: [[0, 100]],
        ways: [
          [0, 10],
          [10.01, 100],
        ],
      }),
    ).toEqual([]);
  });

  it('and what is covered fill all the time since the first webhook, and never overlap', () => {
    const some = fc.array(
      fc
        .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 20 }))
        .map(([from, length]): Minutes => [from, Math.min(100, from + length)]),
      { maxLength: 6 },
    );
    const isIn = (all: readonly Minutes[], at: number) =>
      all.some(([from, to]) => from <= at && at < to);
    const reasonAt = (at: number, runs: readonly Minutes[], ways: readonly Minutes[]) => {
      if (!isIn(runs, at)) return ['closed'];
      return isIn(ways, at) ? [] : ['unproven'];
    };
    fc.assert(
      fc.property(some, some, fc.integer({ min: 0, max: 99 }), (runs, ways, since) => {
        const found = gaps({ runs, ways, webhooks: [webhook('webhook_1', since)] });
        for (let at = 0; at < 100; at += 1) {
          const gap = found.filter(({ from, to }) => from <= at * minute && at * minute < to);
          const wanted = at < since ? [] : reasonAt(at, runs, ways);
          expect(gap.map(({ reason }) => reason)).toEqual(wanted);
        }
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });

  describe('of years', () => {
    const day = 24 * 60;
    const years = 3 * 365 * day;
    const asked: TimeRange[] = [];
    /** As the log reads: what touches the stretch alone. */
    const touching = (all: readonly Minutes[]) => (within: TimeRange) => {
      asked.push(within);
      return all.map(stretch).filter(({ from, to }) => to >= within.from && from < within.to);
    };
    const found = (runs: readonly Minutes[], within: Minutes, most?: number) => {
      const ways = touching(runs);
      const coverage = {
        runs: touching(runs),
        ways: (range: TimeRange) => ways(range).map((way) => ({ ...way, address })),
      };
      const facts = {
        coverage,
        teamWays: () => [],
        webhooks: [webhook('webhook_1', 0)],
        now: years * minute,
      };
      return gapsWithin(stretch(within), facts, most).map(({ from, to }) => [
        from / minute,
        to / minute,
      ]);
    };
    const moment = fc.integer({ min: 0, max: years });

    it('are the same and whole, however far they reach beyond what was asked for', () => {
      const run = fc
        .tuple(moment, moment)
        .map(([one, other]): Minutes => [one, Math.max(one, other)]);
      fc.assert(
        fc.property(fc.array(run, { maxLength: 8 }), moment, moment, (runs, one, other) => {
          const within: Minutes = [Math.min(one, other), Math.max(one, other)];
          const all = found(runs, [-1, years + 1]);
          expect(found(runs, within)).toEqual(
            all.filter(([from = 0, to = 0]) => to >= within[0] && from < within[1]),
          );
          const newest = found(runs, [-1, years + 1], 1);
          expect(newest).toEqual(newest.length === 0 ? [] : all.slice(-newest.length));
        }),
        { numRuns: 300, seed: 20261122 },
      );
    });

    it('are read no further back than they have to be', () => {
      const runs = Array.from(
        { length: 3 * 365 },
        (_, at): Minutes => [at * day, at * day + 1_000],
      );
      asked.length = 0;
      expect(found(runs, [years - 2 * day, years])).toHaveLength(3);
      expect(found(runs, [-1, years + 1], 20).length).toBeGreaterThanOrEqual(20);
      expect(Math.min(...asked.map(({ from }) => from))).toBeGreaterThan(
        (years - 70 * day) * minute,
      );
    });
  });
});

it('gives as many gaps as a screen shows, the newest, and all of them where so many are asked for', async () => {
  const runs = Array.from({ length: maxGaps + 10 }, (_, hour) =>
    stretch([hour * 60, hour * 60 + 30]),
  );
  const record = { firstLearnedAt: new Date(0).toISOString(), body: {}, entered: {}, sources: [] };
  const parts = {
    profileId: 'a',
    isProduction: false,
    webhookName: () => null,
    teamWays: () => [],
    inbox: {
      slots: () => [{ webhookId: 'webhook_1', path: 'p', reservedAt: record.firstLearnedAt }],
    },
    records: { get: () => record },
    coverage: { runs: () => runs, ways: () => [] },
    clock: { now: () => (maxGaps + 10) * 60 * minute },
    index: {
      listLater: async () => ({ rows: [], hasMore: false }),
      jumps: async () => ({ jumps: [], last: null }),
    },
  } as unknown as GapViewParts;
  const asked = { from: null, to: null, knownAt: null };
  const newest = await gapViews(asked, parts);
  const all = await gapViews({ ...asked, most: Number.MAX_SAFE_INTEGER }, parts);
  expect([newest.length, all.length]).toEqual([maxGaps, maxGaps + 10]);
  expect(newest).toEqual(all.slice(0, maxGaps));
});
