/** The header row: a column that sorts is a button, and says how it sorts. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';

export interface SortState<Sort extends string> {
  sort: Sort;
  direction: 'ascending' | 'descending';
}

export interface TableHeadProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[];
  template: string;
  /** Room that the scrollbar of the rows takes, in pixels. */
  scrollbar: number;
  /** Both left out where the list has one order. */
  sort?: SortState<Sort> | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
}

export function TableHead<Row, Sort extends string>(props: TableHeadProps<Row, Sort>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
    <div role="rowgroup" className={classes['head']} style={{ paddingInlineEnd: props.scrollbar }}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs */}
      <div
        role="row"
        aria-rowindex={1}
        className={classes['headRow']}
        style={{ gridTemplateColumns: props.template }}
      >
        {props.columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={props.sort} onSort={props.onSort} />
        ))}
      </div>
    </div>
  );
}

function HeadCell<Row, Sort extends string>({
  column,
  sort,
  onSort,
}: Pick<TableHeadProps<Row, Sort>, 'sort' | 'onSort'> & { column: Column<Row, Sort> }) {
  const own = column.sort;
  const isSorted = own !== undefined && own === sort?.sort;
  const Arrow = sort?.direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
    <div
      role="columnheader"
      className={classes['headCell']}
      data-align={column.align}
      aria-sort={own === undefined ? undefined : isSorted ? sort?.direction : 'none'}
    >
      {own === undefined ? (
        <span className={column.isControl === true ? 'visually-hidden' : undefined}>
          {column.header}
        </span>
      ) : (
        <button type="button" className={classes['sort']} onClick={() => onSort?.(own)}>
          {column.header}
          {isSorted && <Arrow size={13} aria-hidden />}
        </button>
      )}
    </div>
  );
}
