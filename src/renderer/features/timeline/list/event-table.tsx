/** The list of events as a table of which only the rows in the window are in the page. */
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { useLocation } from 'wouter';
import type { TimelineGap } from '../../../../bridge/timeline.ts';
import { clickRowLink } from '../../../components/table/row-click.ts';
import { rowStep } from '../../../components/table/row-step.ts';
import { useHold } from '../../../components/table/use-hold.ts';
import { useNow } from '../../../components/use-now.ts';
import { timelineTexts } from '../texts.ts';
import { eventHref } from '../view/use-timeline-view.ts';
import classes from './event-list.module.css';
import { indexOf } from './event-pages.ts';
import { EventRow } from './event-row.tsx';
import { orderedAt } from './event-words.ts';
import { formatGaps, gapsBetween } from './gap-places.ts';
import { anchorIn, anchorNow, type ScrollAnchor } from './scroll-map.ts';
import type { EventList } from './use-event-list.ts';
import { type RowWindow, rowHeight, useRowWindow } from './use-row-window.ts';

const { columns } = timelineTexts;

/** What the keyboard and others may ask of the list. */
export interface EventTableControls {
  /** Moves the focus by so many rows. */
  move: (step: number) => void;
  toTop: () => void;
}

/** The event that is open; the same id may be that of a mock one, which stands apart. */
export interface SelectedEvent {
  readonly eventId: string;
  readonly isApart: boolean;
}

const isIt = (row: SelectedEvent, selected: SelectedEvent | null): boolean =>
  row.eventId === selected?.eventId && row.isApart === selected.isApart;

export interface EventTableProps {
  list: EventList;
  gaps: readonly TimelineGap[];
  isProduction: boolean;
  selected: SelectedEvent | null;
  /** Query of the filter that the rows lead back to. */
  query: string;
  /** Told of the list in which something is being read: scrolled down, pointed at, or a row has the focus. */
  onReading: (of: string | null) => void;
  controls: { current: EventTableControls | null };
  /** Content over the top of the list. */
  over: ReactNode;
}

export function EventTable(props: EventTableProps) {
  const { list, onReading, selected } = props;
  const now = useNow();
  const [, navigate] = useLocation();
  const { isHeld, events } = useHold();
  const rows = useRowWindow(list.total, list.onRange, isHeld);
  const { first, last, isAtTop, toTop } = rows;
  const body = useRef<HTMLDivElement>(null);

  const { of } = list;
  const tellReading = useCallback(
    (isReading: boolean) => onReading(isReading ? of : null),
    [onReading, of],
  );
  const begun = useRef<string | null>(null);
  useEffect(() => {
    // Another list begins at its top.
    const isAnother = begun.current !== of;
    begun.current = of;
    if (isAnother) toTop();
    // Asked of the page: a row with the focus that was scrolled out of the window takes it along unsaid.
    const hasFocus = body.current?.contains(document.activeElement) === true;
    tellReading(isHeld || (!isAtTop && !isAnother) || hasFocus);
  }, [tellReading, of, toTop, isAtTop, isHeld]);
  useKeptInPlace(list, rows);
  const move = useFocusMoves(list, rows, body, selected);
  props.controls.current = { move, toTop };

  const onFocusChange = (isInside: boolean): void => tellReading(isHeld || !isAtTop || isInside);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const top = gapsAbove(list, props.gaps, 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows out of the window are missing, which a native table can't say
    <div
      className={classes['table']}
      role="table"
      aria-label={timelineTexts.listLabel}
      aria-rowcount={list.total + 1}
      aria-busy={list.isBehind}
      data-behind={list.isBehind}
      {...events}
    >
      <Head />
      {top !== null && <LastingGap words={top} />}
      {props.over}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the links inside */}
      <div
        ref={rows.scroller}
        className={classes['scroller']}
        onScroll={rows.onScroll}
        onFocus={() => onFocusChange(true)}
        onBlur={(event) => onFocusChange(event.currentTarget.contains(event.relatedTarget))}
        onKeyDown={(event) => {
          const step = rowStep(event, rowHeight);
          if (step === null) return;
          event.preventDefault();
          move(step);
        }}
        onClick={(event) => {
          clickRowLink(event);
          followLink(event, navigate);
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div role="rowgroup" ref={body} className={classes['rows']} style={{ height: rows.height }}>
          <div role="presentation" style={{ transform: `translateY(${rows.y}px)` }}>
            {shown.every((index) => list.rowAt(index) === undefined) ? (
              <Bones rows={shown.length} />
            ) : (
              shown.map((index) => {
                const row = list.rowAt(index);
                return (
                  <EventRow
                    key={row?.key ?? -1 - index}
                    row={row}
                    index={index}
                    href={row === undefined ? null : eventHref(props.query, row)}
                    isSelected={row !== undefined && isIt(row, selected)}
                    isProduction={props.isProduction}
                    now={now}
                    gap={index === 0 ? null : gapsAbove(list, props.gaps, index)}
                  />
                );
              })
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** A jump shows nothing else before its rows are there, mostly for a frame or two: one element for all. */
const Bones = ({ rows }: { rows: number }) => (
  <div className={classes['bones']} style={{ height: rows * rowHeight }} data-bone />
);

function Head() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
    <div role="rowgroup" className={classes['head']}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs */}
      <div role="row" aria-rowindex={1} className={classes['headRow']}>
        {Object.entries(columns).map(([key, header]) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
          <div role="columnheader" key={key} className={classes[key]}>
            {header}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A gap that is newer than every event stands above the first, and like any other moves no row. */
function LastingGap({ words }: { words: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
    <div role="rowgroup" className={classes['lasting']}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs */}
      <div role="row">
        {/* biome-ignore lint/a11y/useSemanticElements: part of a table built of divs */}
        <div role="cell">{words}</div>
      </div>
    </div>
  );
}

function gapsAbove(list: EventList, gaps: readonly TimelineGap[], index: number): string | null {
  const row = list.rowAt(index);
  if (gaps.length === 0 || row === undefined) return null;
  const newer = index === 0 ? undefined : list.rowAt(index - 1);
  if (index > 0 && newer === undefined) return null;
  const here = gapsBetween(gaps, newer === undefined ? null : orderedAt(newer), orderedAt(row));
  return here.length === 0 ? null : formatGaps(here);
}

/** What is read stays where it is when events come in above it (scroll-map.ts). */
function useKeptInPlace(list: EventList, { first, isAtTop, shiftBy }: RowWindow): void {
  const kept = useRef<ScrollAnchor | null>(null);
  useLayoutEffect(() => {
    const before = kept.current;
    if (before === null || isAtTop) return;
    const now = anchorNow(list.pages, before);
    if (now.index === before.index) return;
    kept.current = now;
    shiftBy(now.index - before.index);
  }, [list.pages, isAtTop, shiftBy]);
  // The row in the window that is looked for after the next reading.
  const { rowAt } = list;
  useEffect(() => {
    kept.current = anchorIn(rowAt, first);
  }, [rowAt, first]);
}

/** Moves the focus from row to row, and brings a row into sight whose turn it is. */
function useFocusMoves(
  list: EventList,
  { first, last, show }: RowWindow,
  body: { current: HTMLDivElement | null },
  selected: SelectedEvent | null,
): (step: number) => void {
  const wanted = useRef<number | null>(null);
  // After every render, since the row may still have to come.
  useEffect(() => {
    const index = wanted.current;
    const link = body.current?.querySelector(`[data-index="${index}"] a`);
    if (index === null || !(link instanceof HTMLElement)) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });
  return (step) => {
    if (list.total === 0) return;
    const focused = document.activeElement?.closest('[data-index]');
    const from = wanted.current ?? indexUnder(focused) ?? selectedIndex(list, selected);
    const here = first === 0 ? 0 : first + 5;
    const next = from === null && Number.isFinite(step) ? here : (from ?? here) + step;
    const index = Math.min(Math.max(next, 0), list.total - 1);
    wanted.current = index;
    show(index);
    const link = body.current?.querySelector(`[data-index="${index}"] a`);
    if (index >= first && index <= last && link instanceof HTMLElement) {
      wanted.current = null;
      link.focus({ preventScroll: true });
    }
  };
}

function indexUnder(row: Element | null | undefined): number | null {
  const text = row?.getAttribute('data-index') ?? null;
  return text === null ? null : Number(text);
}

const selectedIndex = (list: EventList, selected: SelectedEvent | null): number | null =>
  selected === null ? null : indexOf(list.pages, (row) => isIt(row, selected));

/** One ear for all links: a router's own link in each row would listen to the address by itself. */
function followLink(event: MouseEvent, navigate: (path: string) => void): void {
  const { target, ctrlKey, metaKey, altKey, shiftKey, button } = event;
  if (ctrlKey || metaKey || altKey || shiftKey || button !== 0) return;
  const href = target instanceof Element ? target.closest('a')?.getAttribute('href') : null;
  if (href === null || href === undefined) return;
  event.preventDefault();
  navigate(href.slice(1));
}
