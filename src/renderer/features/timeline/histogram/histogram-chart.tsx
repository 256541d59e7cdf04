/** The bars themselves, in a file of their own: they come when there is something to draw. */
import { memo, type PointerEvent, useMemo, useState } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { familyColour } from '../list/event-words.ts';
import { timelineTexts } from '../texts.ts';
import { barPaths, type Chart, drawingHeight } from './bars.ts';
import classes from './histogram.module.css';

/** Drawn over the whole width, so that a place across it is a moment. */
export const HistogramChart = memo(function HistogramChart({ chart }: { chart: Chart }) {
  const [under, setUnder] = useState<number | null>(null);
  const paths = useMemo(() => barPaths(chart), [chart]);
  const { length } = chart.rows;
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * length);
    setUnder(at >= 0 && at < length ? at : null);
  };
  return (
    <div
      className={classes['bars']}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setUnder(null)}
    >
      {/* What the bars say is said in words beside them, and the range has fields of its own. */}
      <svg viewBox={`0 0 ${length} ${drawingHeight}`} preserveAspectRatio="none" aria-hidden>
        {under !== null && <rect x={under} width={1} height={drawingHeight} />}
        {chart.series.map(({ key, family }, index) => (
          <path key={key} d={paths[index]} fill={familyColour(family)} />
        ))}
      </svg>
      {under !== null && <BarInWords chart={chart} index={under} />}
    </div>
  );
});

/** When the bar under the pointer begins, and how many events of which families it holds. */
function BarInWords({ chart, index }: { chart: Chart; index: number }) {
  const row = chart.rows[index];
  if (row === undefined) return null;
  const held = chart.series.filter(({ key }) => (row[key] ?? 0) > 0);
  const place = (index + 0.5) / chart.rows.length;
  return (
    <div
      className={classes['words']}
      style={place < 0.5 ? { left: `${place * 100}%` } : { right: `${(1 - place) * 100}%` }}
      aria-hidden
    >
      <strong>{longInstant(new Date(row['at'] ?? 0).toISOString())}</strong>
      {held.length === 0 && <p>{timelineTexts.histogram.nothing}</p>}
      <ul>
        {held.map(({ key, family, isOthers }) => (
          <li key={key}>
            <span style={{ background: familyColour(family) }} />
            {isOthers ? timelineTexts.histogram.others : family}
            <b>{groupedCount(row[key] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
