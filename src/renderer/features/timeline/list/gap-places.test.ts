import { describe, expect, it } from 'vitest';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { formatGap, formatGaps, gapsBetween, lengthOfGap } from './gap-places.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
const missedOne = {
  eventId: 'event_1',
  name: 'payout.funded',
  resourceKind: 'payout',
  resourceId: 'payout_1',
  told: 'look-up' as const,
};
const gap = (from: number, to: number | null, missed = 0): TimelineGap => ({
  from: at(from),
  to: to === null ? null : at(to),
  reason: 'closed',
  webhooks: [],
  isLookedThrough: true,
  missed: Array.from({ length: missed }, () => missedOne),
});

describe('gaps among rows', () => {
  it('a gap stands above the first event that happened before it ended', () => {
    const gaps = [gap(2, 5)];
    expect(gapsBetween(gaps, at(6), at(1))).toEqual(gaps);
    expect(gapsBetween(gaps, at(9), at(6))).toEqual([]);
    expect(gapsBetween(gaps, at(1), at(0))).toEqual([]);
  });

  it('every gap has one place among events that happened in it and around it', () => {
    const rows = [9, 7, 4, 3, 1].map(at);
    const gaps = [gap(2, 5), gap(6, 8), gap(8, null)];
    const places = rows.map((row, index) => gapsBetween(gaps, rows[index - 1] ?? null, row).length);
    expect(places).toEqual([1, 1, 1, 0, 0]);
  });

  it('one that lasts stands above all', () => {
    expect(gapsBetween([gap(2, null)], null, at(1))).toHaveLength(1);
    expect(gapsBetween([gap(2, null)], at(6), at(1))).toEqual([]);
  });

  it('lasts no time where it ended as it began', () => {
    const from = '2026-11-20T12:00:00.000Z';
    const lengthTo = (to: string | null) => lengthOfGap({ from, to });
    expect([lengthTo(from), lengthTo('2026-11-20T12:00:00.049Z'), lengthTo(null)]).toEqual([
      null,
      null,
      null,
    ]);
    expect(lengthTo('2026-11-20T12:00:00.400Z')).toBe('0.4 s');
  });

  it('says its reason, its time and what is missed', () => {
    expect(formatGap(gap(2, 5))).toMatch(
      /^Causeway was closed · .* – .* · No missed events known$/,
    );
    expect(formatGap(gap(2, null, 2))).toMatch(/· Since .* · 2 events may have been missed$/);
    expect(formatGaps([gap(2, 5, 1), gap(6, 8, 2)])).toMatch(
      /^2 gaps · .* · 3 events may have been missed$/,
    );
  });
});
