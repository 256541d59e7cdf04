/**
 * A long list as a table: rows of 36 px, only those in the window are in the page. Roles and
 * positions say the rest (aria-rowcount, aria-rowindex). The first column of a row is its link,
 * and a click anywhere in the row is one on it.
 */
import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { stateTexts } from '../../texts/states.ts';
import { type Column, columnsFor } from './columns.ts';
import classes from './data-table.module.css';
import { type KeptRows, keepRows, type Waiting, withKept } from './kept-rows.ts';
import { clickRowLink } from './row-click.ts';
import { type SortState, TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { useHold } from './use-hold.ts';
import { useRowMoves } from './use-row-moves.ts';
import { useRowWindow } from './use-row-window.ts';
import { rowKeys, useShownSelection } from './use-shown-selection.ts';
import type { WindowedRows } from './windowed-rows.ts';

export const rowHeight = 36;

export interface DataTableProps<Row, Sort extends string> {
  /** Name of the table for assistive technology. */
  label: string;
  columns: readonly Column<Row, Sort>[];
  rows: WindowedRows<Row>;
  idOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Left out where no detail stands beside the list. */
  selectedId?: string | null;
  /** Both left out where the list has one order. */
  sort?: SortState<Sort>;
  onSort?: (sort: Sort) => void;
  /** Changes when the list is another one: the window goes back to its top. */
  listKey: string;
  /** Stands where the rows would be when there are none. */
  empty?: ReactNode;
}

export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { label, listKey, idOf, selectedId = null } = props;
  const { isHeld, events } = useHold();
  const table = useRef<HTMLDivElement>(null);
  const { rows, waiting, showWaiting } = useHeldRows({ rows: props.rows, idOf, listKey, isHeld });
  const { total, rowAt } = rows;
  const { scroller, setScroller, virtualizer, items } = useRowWindow({
    rows,
    listKey,
    rowHeight,
    overscan: 12,
  });
  const scrollbar = useScrollbarWidth(scroller);
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const columns = columnsFor(props.columns, Math.max(0, width - scrollbar));
  const template = columns.map((column) => column.track).join(' ');
  const keys = rowKeys(
    items.map(({ index }) => index),
    rowAt,
    idOf,
  );

  const showRow = (index: number): void => virtualizer.scrollToIndex(index, { align: 'auto' });
  useShownSelection({ selectedId, total, rowAt, idOf, show: showRow });
  const moveBetweenRows = useRowMoves({ scroller, total, rowHeight, show: showRow });

  const show = (): void => {
    showWaiting();
    // The button that has the focus goes with what waited.
    table.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={frame} className={classes['frame']} {...events}>
      <WaitingRows waiting={waiting} onShow={show} />
      {/* biome-ignore lint/a11y/useSemanticElements: rows out of the window are missing, which a native table can't say */}
      <div
        className={classes['table']}
        ref={table}
        role="table"
        tabIndex={-1}
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        aria-busy={rows.isBehind}
        data-behind={rows.isBehind}
        data-empty={total === 0}
      >
        <TableHead
          columns={columns}
          template={template}
          scrollbar={scrollbar}
          sort={props.sort}
          onSort={props.onSort}
        />
        {total > 0 && (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the links inside
          <div
            ref={setScroller}
            className={classes['scroller']}
            onKeyDown={moveBetweenRows}
            onClick={clickRowLink}
          >
            {/* biome-ignore lint/a11y/useSemanticElements: see above */}
            <div
              role="rowgroup"
              className={classes['rows']}
              style={{ height: virtualizer.getTotalSize() }}
            >
              {items.map((item, at) => {
                const row = rowAt(item.index);
                return (
                  <TableRow
                    // Focus and a press stay with their record, wherever it moves.
                    key={keys[at]}
                    row={row}
                    index={item.index}
                    top={item.start}
                    columns={columns}
                    template={template}
                    href={row === undefined ? null : props.hrefOf(row)}
                    isSelected={row !== undefined && idOf(row) === selectedId}
                  />
                );
              })}
            </div>
          </div>
        )}
      </div>
      {/* What is no row has no place in a table. */}
      {total === 0 && <div className={classes['scroller']}>{props.empty}</div>}
    </div>
  );
}

/** The room that a scrollbar takes in a box, in pixels; 0 while nothing scrolls, and where scrollbars float. */
function useScrollbarWidth(box: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (box === null) return setWidth(0);
    const measure = (): void => setWidth(box.offsetWidth - box.clientWidth);
    // A scrollbar that comes or goes changes the room for the content.
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    measure();
    return () => sizes.disconnect();
  }, [box]);
  return width;
}

/** Says over the headings of a list that newer rows wait, and shows them. */
function WaitingRows({ waiting, onShow }: { waiting: Waiting; onShow: () => void }) {
  return (
    <div className={classes['waiting']} role="status">
      {waiting !== null && (
        <Button size="compact-xs" radius="xl" onClick={onShow}>
          {waiting === 0 ? stateTexts.changed : stateTexts.newRows(waiting)}
        </Button>
      )}
    </div>
  );
}

interface HeldRowsOptions<Row> {
  rows: WindowedRows<Row>;
  idOf: (row: Row) => string;
  listKey: string;
  isHeld: boolean;
}

/**
 * The rows of a list that may change at any time: while it is held, every row stays where it is. Scrolled,
 * searched or sorted, it is the newest again.
 */
function useHeldRows<Row>({ rows, idOf, listKey, isHeld }: HeldRowsOptions<Row>): {
  rows: WindowedRows<Row>;
  waiting: Waiting;
  /** Shows what waits. */
  showWaiting: () => void;
} {
  const drawn = useRef<KeptRows<Row> | null>(null);
  const range = useRef({ from: 0, to: 0 });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const last = drawn.current;
  const isKept =
    isHeld && !rows.isBehind && last?.listKey === listKey && last.total > 0 && last.rows.size > 0;
  const held = isKept ? withKept(last, rows, idOf) : null;

  // What is seen now is what stays.
  const keepNow = useRef<() => void>(() => undefined);
  const wasKept = useRef(isKept);
  useLayoutEffect(() => {
    keepNow.current = () => {
      drawn.current = rows.isBehind ? null : keepRows(rows, range.current, listKey);
    };
    wasKept.current = isKept;
    if (!isKept) keepNow.current();
  });
  const showWaiting = useCallback(() => {
    keepNow.current();
    redraw();
  }, []);
  const { onRange: tell } = rows;
  const onRange = useCallback(
    (from: number, to: number) => {
      tell(from, to);
      if (range.current.from === from && range.current.to === to) return;
      range.current = { from, to };
      keepNow.current();
      if (wasKept.current) redraw();
    },
    [tell],
  );
  return {
    rows: { ...(held?.rows ?? rows), onRange },
    waiting: held?.waiting ?? null,
    showWaiting,
  };
}
