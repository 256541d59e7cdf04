/** How many events happened when, stacked by family. Dragging across it keeps a stretch of time. */
import { UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { lazy, memo, type PointerEvent, Suspense, useEffect, useMemo, useState } from 'react';
import { longInstant } from '../../../../bridge/instants.ts';
import type { TimelineFilter, TimelineGap } from '../../../../bridge/timeline.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { formatDistance } from '../../../format/exact-instants.ts';
import { familyColour } from '../list/event-words.ts';
import { formatGap } from '../list/gap-places.ts';
import { timelineTexts } from '../texts.ts';
import { useCalm } from '../view/use-calm.ts';
import { type Chart, chartOf, placeOf, timeRangeOf } from './bars.ts';
import classes from './histogram.module.css';

/** Less is a click, in pixels. */
const leastDrag = 4;

interface Drag {
  /** Where it began and is now, from 0 to 1 across the chart. */
  start: number;
  now: number;
  isMoved: boolean;
}

function useDrag(chart: Chart | null, onEnd: (stretch: { from: number; to: number }) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const isDragging = drag !== null;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setDrag(null);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isDragging]);

  const placeIn = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || chart === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = placeIn(event);
      setDrag({ start: at, now: at, isMoved: false });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag === null) return;
      const now = placeIn(event);
      const moved = Math.abs(now - drag.start) * event.currentTarget.clientWidth;
      setDrag({ ...drag, now, isMoved: drag.isMoved || moved >= leastDrag });
    },
    onPointerUp: () => {
      setDrag(null);
      if (chart !== null && drag?.isMoved) onEnd(timeRangeOf(chart, drag.start, drag.now));
    },
    onPointerCancel: () => setDrag(null),
  };
  const stretch = chart !== null && drag?.isMoved ? timeRangeOf(chart, drag.start, drag.now) : null;
  const selection =
    chart === null || stretch === null ? null : placeOf(chart, stretch.from, stretch.to);
  return { handlers, selection };
}

/** In milliseconds. */
const moment = 150;

/** @param areThere whether the rows of that filter are shown */
function useAfterRows(filter: TimelineFilter, areThere: boolean): TimelineFilter {
  const [ready, setReady] = useState(filter);
  useEffect(() => {
    if (!areThere || ready === filter) return;
    const timer = setTimeout(() => setReady(filter), moment);
    return () => clearTimeout(timer);
  }, [filter, areThere, ready]);
  return ready;
}

const HistogramChart = lazy(async () => ({
  default: (await import('./histogram-chart.tsx')).HistogramChart,
}));

const texts = timelineTexts.histogram;

export interface HistogramProps {
  filter: TimelineFilter;
  /** Whether the list shows the rows of that filter. */
  areRowsThere: boolean;
  gaps: readonly TimelineGap[];
  /** Grows with what the index takes in. */
  readAt: number;
  onRange: (range: { from: string | null; to: string | null }) => void;
}

export const Histogram = memo(function Histogram(props: HistogramProps) {
  const { filter, gaps, readAt, onRange } = props;
  const { queries } = useBridge();
  const read = useAfterRows(filter, props.areRowsThere);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const bars = width > 0 && width < 640 ? 60 : 120;
  const query = useCalm(
    queries.timeline.histogram.queryOptions({ input: { filter: read, bars } }),
    readAt,
  );
  const chart = useMemo(() => (query.data ? chartOf(query.data) : null), [query.data]);
  const isRange = filter.from !== null || filter.to !== null;
  if (query.data === null && !isRange) return null;
  return (
    <section className={classes['histogram']} aria-label={texts.label} ref={ref}>
      {query.isError && <p className="dimmed">{texts.failed}</p>}
      <Plot chart={chart} gaps={gaps} onRange={onRange} />
      <div className={classes['foot']}>
        {chart !== null && (
          <>
            <Summary chart={chart} />
            <Moment at={chart.asked.from} />
            <Legend chart={chart} />
          </>
        )}
        {isRange && (
          <UnstyledButton
            className={classes['wider'] ?? ''}
            onClick={() => onRange({ from: null, to: null })}
          >
            {texts.wider}
          </UnstyledButton>
        )}
        {chart !== null && <Moment at={chart.asked.to} />}
      </div>
    </section>
  );
});

function Moment({ at }: { at: number }) {
  const instant = new Date(at).toISOString();
  return (
    <time dateTime={instant} title={instant}>
      {longInstant(instant)}
    </time>
  );
}

function Summary({ chart }: { chart: Chart }) {
  const [from = '', to = ''] = [chart.asked.from, chart.asked.to].map((at) =>
    longInstant(new Date(at).toISOString()),
  );
  const bar = formatDistance(chart.bucketMs);
  return (
    <p className="visually-hidden">
      {texts.summary(groupedCount(chart.total), from, to, bar)} {texts.hint}
    </p>
  );
}

function Legend({ chart }: { chart: Chart }) {
  return (
    <ul className={classes['legend']} aria-label={texts.families}>
      {chart.series.map(({ key, family, isOthers }) => (
        <li key={key}>
          <span style={{ background: familyColour(family) }} aria-hidden />
          {isOthers ? texts.others : family}
        </li>
      ))}
    </ul>
  );
}

interface PlotProps extends Pick<HistogramProps, 'gaps' | 'onRange'> {
  chart: Chart | null;
}

function Plot({ chart, gaps, onRange }: PlotProps) {
  const drag = useDrag(chart, ({ from, to }) =>
    onRange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
  );
  return (
    <div className={classes['plot']} title={texts.hint} {...drag.handlers}>
      {chart !== null && (
        <Suspense fallback={null}>
          <HistogramChart chart={chart} />
        </Suspense>
      )}
      {chart !== null &&
        gaps.map((gap) => <GapBand key={`${gap.from} ${gap.reason}`} chart={chart} gap={gap} />)}
      {drag.selection !== null && (
        <div
          className={classes['selection']}
          style={{
            left: `${drag.selection.left * 100}%`,
            width: `${drag.selection.width * 100}%`,
          }}
        />
      )}
    </div>
  );
}

function GapBand({ chart, gap }: { chart: Chart; gap: TimelineGap }) {
  const to = gap.to === null ? chart.to : Date.parse(gap.to);
  const place = placeOf(chart, Date.parse(gap.from), to);
  if (place === null) return null;
  return (
    <div
      className={classes['gap']}
      title={formatGap(gap)}
      style={{ left: `${place.left * 100}%`, width: `max(3px, ${place.width * 100}%)` }}
    />
  );
}
