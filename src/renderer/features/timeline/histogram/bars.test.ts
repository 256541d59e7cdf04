import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistogramView } from '../../../../bridge/timeline.ts';
import { barPaths, chartOf, placeOf, timeRangeOf } from './bars.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 20);
const iso = (at: number) => new Date(at).toISOString();

const view = (families: string[], bars: number[][]): HistogramView => ({
  from: iso(start),
  to: iso(start + 10 * hour),
  bucketMs: hour,
  families,
  bars: bars.map((counts, index) => ({ at: iso(start + index * 2 * hour), counts })),
});

describe('the histogram', () => {
  it('has a bar for every stretch, also where nothing happened', () => {
    const chart = chartOf(
      view(
        ['payout', 'customer'],
        [
          [3, 1],
          [2, 0],
        ],
      ),
    );
    expect(chart.rows).toHaveLength(10);
    expect(chart.rows[0]).toEqual({ at: start, f0: 3, f1: 1 });
    expect(chart.rows[1]).toEqual({ at: start + hour, f0: 0, f1: 0 });
    expect(chart.rows[2]).toEqual({ at: start + 2 * hour, f0: 2, f1: 0 });
    expect(chart.total).toBe(6);
  });

  it('loses no event of a family that has no bar of its own', () => {
    const counts = fc.array(fc.nat(50), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(counts, (events) => {
        const families = events.map((_, index) => `family.${index}`);
        const { rows, series, total } = chartOf(view(families, [events]));
        const sum = series.reduce((all, { key }) => all + (rows[0]?.[key] ?? 0), 0);
        expect(sum).toBe(events.reduce((all, one) => all + one, 0));
        expect(total).toBe(sum);
        expect(series.length).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('wherever a range begins, each event is in the bar of its moment', () => {
    const minute = 60_000;
    const range = fc.record({
      from: fc.integer({ min: start - 5 * hour, max: start + 5 * hour }),
      length: fc.integer({ min: 1, max: 40 * hour }),
      moments: fc.array(fc.nat(), { maxLength: 30 }),
      bucketMs: fc.constantFrom(minute, 30 * minute, hour, 24 * hour),
    });
    fc.assert(
      fc.property(range, ({ from, length, moments, bucketMs }) => {
        const at = moments.map((moment) => from + (moment % length));
        const bars = Map.groupBy(at, (moment) => Math.floor(moment / bucketMs) * bucketMs);
        const chart = chartOf({
          from: iso(from),
          to: iso(from + length),
          bucketMs,
          families: ['payout'],
          bars: [...bars].map(([bar, events]) => ({ at: iso(bar), counts: [events.length] })),
        });
        expect(chart.total).toBe(at.length);
        for (const [bar, events] of bars) {
          expect(chart.rows.find((row) => row['at'] === bar)?.['f0']).toBe(events.length);
        }
        expect(timeRangeOf(chart, 0, 1)).toEqual({ from, to: from + length });
      }),
    );
  });

  it('a drag keeps whole bars, whichever way it goes, and stays inside', () => {
    const chart = chartOf(view(['payout'], [[1]]));
    expect(timeRangeOf(chart, 0.25, 0.55)).toEqual({
      from: start + 2 * hour,
      to: start + 6 * hour,
    });
    expect(timeRangeOf(chart, 0.55, 0.25)).toEqual(timeRangeOf(chart, 0.25, 0.55));
    expect(timeRangeOf(chart, -1, 4)).toEqual({ from: start, to: start + 10 * hour });
  });

  it('a gap lies where it was, cut to what is drawn', () => {
    const chart = { from: start, to: start + 10 * hour };
    expect(placeOf(chart, start + hour, start + 2 * hour)).toEqual({ left: 0.1, width: 0.1 });
    expect(placeOf(chart, start - hour, start + 5 * hour)).toEqual({ left: 0, width: 0.5 });
    expect(placeOf(chart, start - 2 * hour, start - hour)).toBeNull();
    expect(placeOf(chart, start + 11 * hour, start + 12 * hour)).toBeNull();
  });
});

const series = ['f0', 'f1'].map((key) => ({ key, family: key, isOthers: false }));

describe('the outlines of the bars', () => {
  it('stand on each other, as high as their share of the highest bar', () => {
    const rows = [
      { at: 0, f0: 30, f1: 10 },
      { at: 1, f0: 0, f1: 20 },
    ];
    expect(barPaths({ rows, series })).toEqual([
      'M0.46 1000V250h0.08V1000z',
      'M0.46 250V0h0.08V250zM1.46 1000V500h0.08V1000z',
    ]);
  });

  it('a single event beside a million is seen', () => {
    const rows = [
      { at: 0, f0: 1_000_000, f1: 0 },
      { at: 1, f0: 0, f1: 1 },
    ];
    expect(barPaths({ rows, series })[1]).toBe('M1.46 1000V984h0.08V1000z');
  });

  it('one bar alone is no wall, and many leave a little room between them', () => {
    const alone = barPaths({ rows: [{ at: 0, f0: 1, f1: 0 }], series });
    expect(alone[0]).toBe('M0.48 1000V0h0.04V1000z');
    const rows = Array.from({ length: 120 }, (_, at) => ({ at, f0: 1, f1: 0 }));
    expect(barPaths({ rows, series })[0]).toContain('M119.06 1000V0h0.88V1000z');
  });

  it('nothing is drawn where nothing happened', () => {
    expect(barPaths({ rows: [{ at: 0, f0: 0, f1: 0 }], series })).toEqual(['', '']);
  });
});
