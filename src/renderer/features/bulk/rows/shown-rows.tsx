/** Rows of a draft or run: not read yet, failed, none, or as a list. */
import { useElementSize } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ListFailure } from '../../../components/read-failure.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import { TableHead } from '../../../components/table/table-head.tsx';
import { TableRow } from '../../../components/table/table-row.tsx';
import type { Page, PagedRows } from '../../../components/table/use-paged-rows.ts';
import { useRowWindow } from '../../../components/table/use-row-window.ts';
import type { WindowedRows } from '../../../components/table/windowed-rows.ts';
import bulk from '../bulk.module.css';
import { bulkRunTexts } from '../run-texts.ts';
import classes from './row-list.module.css';

interface RowListProps<Row> {
  /** Name of the table for assistive technology. */
  label: string;
  columns: readonly Column<Row>[];
  rows: WindowedRows<Row>;
  /** Changes when the list is another one: the window goes back to its top. */
  listKey: string;
}

/** Narrower than this, in pixels, the cells of a row stand below each other. */
const stackedBelow = 640;

/**
 * Many rows of different heights as a table: only those in the window are in the page. Roles and
 * positions say the rest (aria-rowcount, aria-rowindex). Under 640 px the cells of a row stand below
 * each other.
 */
function RowList<Row>(props: RowListProps<Row>) {
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
          <div className={isStacked ? 'visually-hidden' : classes['head']}>
            <TableHead columns={columns} template={template} scrollbar={0} />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: see above */}
          <div
            role="rowgroup"
            className={classes['rows']}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {items.map((item) => {
              const row = rows.rowAt(item.index);
              return (
                <TableRow
                  key={item.key}
                  measure={virtualizer.measureElement}
                  classes={classes}
                  row={row}
                  index={item.index}
                  top={item.start}
                  columns={columns}
                  template={template}
                  href={null}
                  isSelected={false}
                />
              );
            })}
          </div>
        </div>
      </section>
    </div>
  );
}

export interface ShownRowsProps<Data extends Page> {
  label: string;
  columns: readonly Column<Data['rows'][number]>[];
  paged: PagedRows<Data>;
  listKey: string;
  /** Stands where the rows would be. */
  none: ReactNode;
}

export function ShownRows<Data extends Page>(props: ShownRowsProps<Data>) {
  const { paged, label } = props;
  if (paged.error !== null) return <ListFailure title={bulkRunTexts.rows.failed} query={paged} />;
  if (paged.first === undefined) return <SkeletonTable />;
  if (paged.total === 0) return <div className={bulk['none']}>{props.none}</div>;
  return <RowList label={label} columns={props.columns} rows={paged} listKey={props.listKey} />;
}
