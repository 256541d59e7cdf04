/** A list of records under its heading: search and filters, its states, and its rows. */
import type { ReactNode } from 'react';
import { useKnownAt } from '../../stores/known-at.ts';
import { nextSort } from '../../stores/list-view.ts';
import { emptyThen } from '../empty-then.tsx';
import { ListBody, type ListBodyProps } from '../list-body.tsx';
import { ListToolbar, type ListToolbarProps } from '../list-toolbar.tsx';
import { DataTable, type DataTableProps } from '../table/data-table.tsx';
import type { SortState } from '../table/table-head.tsx';
import type { PagedRows } from '../table/use-paged-rows.ts';

interface Found<Row> {
  rows: Row[];
  total: number;
  known: number;
  asOf: string | null;
}

type View<Sort extends string> = SortState<Sort> & { search: string };

export interface RecordListProps<Row extends { id: string }, Sort extends string>
  extends Pick<DataTableProps<Row, Sort>, 'columns' | 'hrefOf'>,
    Pick<ListToolbarProps, 'filters'>,
    /** `empty` is for now; of the past the list says it itself. */
    Pick<ListBodyProps<Found<Row>>, 'empty'> {
  /** From `useRecordList`. */
  list: {
    view: View<Sort>;
    paged: PagedRows<Found<Row>>;
    change: (patch: Partial<View<Sort>>) => void;
    reset: () => void;
  };
  selectedId: string | null;
  texts: { search: string; listLabel: string; failed: string; noun: { one: string; many: string } };
  /** Stands between the toolbar and the rows. */
  children?: ReactNode;
}

export function RecordList<Row extends { id: string }, Sort extends string>(
  props: RecordListProps<Row, Sort>,
) {
  const { texts, columns, hrefOf, selectedId } = props;
  const { view, paged, change, reset } = props.list;
  const { knownAt } = useKnownAt();
  return (
    <>
      {paged.first?.known !== 0 && (
        <ListToolbar
          searchLabel={texts.search}
          search={view.search}
          onSearch={(search) => change({ search })}
          facts={paged.first}
          filters={props.filters}
        />
      )}
      {props.children}
      <ListBody
        paged={paged}
        noun={texts.noun}
        failed={texts.failed}
        onReset={reset}
        columns={columns}
        empty={knownAt === null ? props.empty : emptyThen(texts.noun.many)}
      >
        {(noMatch) => (
          <DataTable
            label={texts.listLabel}
            rows={paged}
            idOf={(row) => row.id}
            sort={view}
            onSort={(sort) => change(nextSort(view, sort))}
            listKey={JSON.stringify(view)}
            empty={noMatch}
            {...{ columns, hrefOf, selectedId }}
          />
        )}
      </ListBody>
    </>
  );
}
