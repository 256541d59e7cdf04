/** Rows of a draft or run: not read yet, failed, none, or as a list. */
import type { ReactNode } from 'react';
import { ReadFailure } from '../../../components/read-failure.tsx';
import type { Column } from '../../../components/table/columns.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import type { Page, PagedRows } from '../../../components/table/use-paged-rows.ts';
import bulk from '../bulk.module.css';
import { bulkRunTexts } from '../run-texts.ts';
import { RowList } from './row-list.tsx';

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
  if (paged.error !== null) {
    return (
      <div className={bulk['notices']}>
        <ReadFailure
          title={bulkRunTexts.rows.failed}
          error={paged.error}
          onReadAgain={paged.readAgain}
        />
      </div>
    );
  }
  if (paged.first === undefined) return <SkeletonTable />;
  if (paged.total === 0) return <div className={bulk['none']}>{props.none}</div>;
  return <RowList label={label} columns={props.columns} rows={paged} listKey={props.listKey} />;
}
