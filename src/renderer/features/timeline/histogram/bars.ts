/** The histogram as rows of a chart, and where moments lie across it. */
import type { HistogramView } from '../../../../bridge/timeline.ts';

/** Height of the drawing; a bar is one wide. */
export const drawingHeight = 1_000;

/** Share of a bar's place that stays free between it and the next. */
const between = 0.12;
/** Share of the whole width that a bar takes at most: few bars would be walls. */
const widest = 0.04;
/** A bar with any event in it is seen, however many others hold. */
const least = 16;

/** SVG path of each series, in their order, stacked from the bottom. */
export function barPaths({ rows, series }: Pick<Chart, 'rows' | 'series'>): string[] {
  const totals = rows.map((row) => series.reduce((sum, { key }) => sum + (row[key] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const filled = rows.map(() => 0);
  const width = exact(Math.min(1 - between, rows.length * widest));
  return series.map(({ key }) =>
    rows
      .map((row, index) => {
        const events = row[key] ?? 0;
        const total = totals[index] ?? 0;
        const below = filled[index] ?? 0;
        if (events === 0) return '';
        const whole = Math.max(least, (total / most) * drawingHeight);
        filled[index] = below + events;
        const bottom = drawingHeight - Math.round((below / total) * whole);
        const top = drawingHeight - Math.round(((below + events) / total) * whole);
        return `M${exact(index + (1 - width) / 2)} ${bottom}V${top}h${width}V${bottom}z`;
      })
      .join(''),
  );
}

/** Without what floating-point numbers add. */
const exact = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Families that stand apart; all others are one. */
const maxFamilies = 7;

export interface Series {
  /** Key of its counts in a row. Not the family: a chart takes dots in keys for paths. */
  readonly key: string;
  readonly family: string;
  /** Stands for all families that are not named. */
  readonly isOthers: boolean;
}

export type ChartRow = Record<string, number>;

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface Chart {
  /** One a bar, oldest first, without holes; `at` is its beginning in milliseconds. */
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  /** The whole of the bars, in milliseconds: they may begin before what was asked for. */
  readonly from: number;
  readonly to: number;
  /** What was asked for, in milliseconds. */
  readonly asked: TimeRange;
  readonly bucketMs: number;
  readonly total: number;
}

export function chartOf(view: HistogramView): Chart {
  const { bucketMs, families } = view;
  const asked = { from: Date.parse(view.from), to: Date.parse(view.to) };
  // Bars stand on whole multiples of their width, wherever a range begins.
  const from = Math.floor(asked.from / bucketMs) * bucketMs;
  const count = Math.max(1, Math.ceil((asked.to - from) / bucketMs));
  const hasOthers = families.length > maxFamilies;
  const named = hasOthers ? maxFamilies - 1 : families.length;
  const series = families
    .slice(0, named)
    .map((family, index) => ({ key: `f${index}`, family, isOthers: false }));
  if (hasOthers) series.push({ key: `f${named}`, family: '', isOthers: true });

  const rows = Array.from({ length: count }, (_, index) => {
    const row: ChartRow = { at: from + index * bucketMs };
    for (const { key } of series) row[key] = 0;
    return row;
  });
  let total = 0;
  for (const bar of view.bars) {
    const row = rows[Math.floor((Date.parse(bar.at) - from) / bucketMs)];
    if (row === undefined) continue;
    bar.counts.forEach((events, index) => {
      const key = `f${Math.min(index, series.length - 1)}`;
      row[key] = (row[key] ?? 0) + events;
      total += events;
    });
  }
  return { rows, series, from, to: from + count * bucketMs, asked, bucketMs, total };
}

/**
 * Bars that a drag from one place to another covers, whole but inside what was asked for. Places are
 * 0 to 1.
 */
export function timeRangeOf(chart: Chart, one: number, other: number): TimeRange {
  const { length } = chart.rows;
  const barAt = (place: number) => Math.min(length - 1, Math.max(0, Math.floor(place * length)));
  const first = barAt(Math.min(one, other));
  const last = barAt(Math.max(one, other));
  return {
    from: Math.max(chart.asked.from, chart.from + first * chart.bucketMs),
    to: Math.min(chart.asked.to, chart.from + (last + 1) * chart.bucketMs),
  };
}

/** Where a stretch lies across the chart, from 0 to 1; null where it is outside. */
export function placeOf(
  chart: Pick<Chart, 'from' | 'to'>,
  from: number,
  to: number,
): { left: number; width: number } | null {
  const span = chart.to - chart.from;
  const left = Math.max(0, (from - chart.from) / span);
  const right = Math.min(1, (to - chart.from) / span);
  return left >= 1 || right <= 0 || right < left ? null : { left, width: right - left };
}
