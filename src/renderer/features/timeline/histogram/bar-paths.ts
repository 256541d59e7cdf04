/** The bars as one outline a family: a hundred bars of eight families would be as many elements. */
import type { Chart } from './bars.ts';

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
        const [events, total, below] = [row[key] ?? 0, totals[index] ?? 0, filled[index] ?? 0];
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
