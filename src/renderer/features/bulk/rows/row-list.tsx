/**
 * Many rows of different heights as a table: only those in the window are in the page. Roles and
 * positions say the rest (aria-rowcount, aria-rowindex). Under 640 px the cells of a row stand below
 * each other.
 */
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useRowWindow } from '../../../components/table/use-row-window.ts';
import type { WindowedRows } from '../../../components/table/windowed-rows.ts';
import classes from './row-list.module.css';

export interface RowColumn<Row> {
  key: string;
  header: string;
  /** A track of CSS grid: `minmax(120px, 2fr)`. */
  track: string;
  render: (row: Row) => ReactNode;
}

export interface RowListProps<Row> {
  /** Name of the table for assistive technology. */
  label: string;
  columns: readonly RowColumn<Row>[];
  rows: WindowedRows<Row>;
  /** Changes when the list is another one: the window goes back to its top. */
  listKey: string;
}

/** Narrower than this, in pixels, the cells of a row stand below each other. */
const stackedBelow = 640;

export function RowList<Row>(props: RowListProps<Row>) {
  const { label, columns, rows, listKey } = props;
  const { setScroller, virtualizer, items } = useRowWindow({
    rows,
    listKey,
    rowHeight: 68,
    overscan: 8,
  });
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const isStacked = width > 0 && width < stackedBelow;
  const template = isStacked ? '1fr' : columns.map((column) => column.track).join(' ');

  return (
    <div ref={frame} className={classes['frame']} data-stacked={isStacked}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too */}
      <section ref={setScroller} className={classes['scroller']} tabIndex={0} aria-label={label}>
        {/* biome-ignore lint/a11y/useSemanticElements: rows out of the window are missing, which a native table can't say */}
        <div
          role="table"
          aria-label={label}
          aria-rowcount={rows.total + 1}
          aria-busy={rows.isBehind}
          className={classes['table']}
          data-behind={rows.isBehind}
        >
          <Head columns={columns} template={template} isStacked={isStacked} />
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div
            role="rowgroup"
            className={classes['rows']}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {items.map((item) => {
              const row = rows.rowAt(item.index);
              return (
                // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  role="row"
                  aria-rowindex={item.index + 2}
                  className={classes['row']}
                  style={{
                    gridTemplateColumns: template,
                    transform: `translateY(${item.start}px)`,
                  }}
                >
                  {columns.map((column) => (
                    // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
                    <div role="cell" key={column.key} className={classes['cell']}>
                      {row === undefined ? (
                        <span className={classes['bone']} />
                      ) : (
                        column.render(row)
                      )}
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </section>
    </div>
  );
}

interface HeadProps<Row> {
  columns: readonly RowColumn<Row>[];
  template: string;
  isStacked: boolean;
}

function Head<Row>({ columns, template, isStacked }: HeadProps<Row>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
    <div role="rowgroup" className={isStacked ? 'visually-hidden' : classes['head']}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs */}
      <div
        role="row"
        aria-rowindex={1}
        className={classes['headRow']}
        style={{ gridTemplateColumns: template }}
      >
        {columns.map((column) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
          <div role="columnheader" key={column.key}>
            {column.header}
          </div>
        ))}
      </div>
    </div>
  );
}
