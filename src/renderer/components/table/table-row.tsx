/** One row, or its skeleton while its page is read. */
import type { Ref } from 'react';
import { Link } from 'wouter';
import type { Column } from './columns.ts';
import table from './data-table.module.css';

export interface TableRowProps<Row> {
  row: Row | undefined;
  index: number;
  top: number;
  columns: readonly Column<Row, string>[];
  template: string;
  href: string | null;
  isSelected: boolean;
  /** Where rows have heights of their own: what measures one, and how it looks. */
  measure?: Ref<HTMLDivElement>;
  classes?: CSSModuleClasses;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, href, classes = table } = props;
  const linked = columns.findIndex(({ isControl }) => isControl !== true);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a table built of divs
    <div
      ref={props.measure}
      data-index={props.index}
      role="row"
      aria-rowindex={props.index + 2}
      className={classes['row']}
      data-selected={props.isSelected}
      style={{ gridTemplateColumns: props.template, transform: `translateY(${props.top}px)` }}
    >
      {columns.map((column, position) => (
        // biome-ignore lint/a11y/useSemanticElements: part of a table built of divs
        <div
          role="cell"
          key={column.key}
          className={classes['cell']}
          data-align={column.align}
          data-control={column.isControl}
          data-plain={column.isPlain === true || undefined}
        >
          {row === undefined ? (
            <span className={classes['bone']} />
          ) : position === linked && href !== null ? (
            <Link
              href={href}
              className={table['link']}
              aria-current={props.isSelected ? 'true' : undefined}
            >
              {column.render(row)}
            </Link>
          ) : (
            column.render(row)
          )}
        </div>
      ))}
    </div>
  );
}
