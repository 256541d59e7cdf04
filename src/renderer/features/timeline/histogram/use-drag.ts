/** Dragging across the chart: a selection while it lasts, whole bars when it ends, nothing on Esc. */
import { type PointerEvent, useEffect, useState } from 'react';
import { type Chart, placeOf, timeRangeOf } from './bars.ts';

/** Less is a click, in pixels. */
const leastDrag = 4;

interface Drag {
  /** Where it began and is now, from 0 to 1 across the chart. */
  start: number;
  now: number;
  isMoved: boolean;
}

export function useDrag(
  chart: Chart | null,
  onEnd: (stretch: { from: number; to: number }) => void,
) {
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
