/** The states of a list: not read yet, failed, empty, nothing matches, or its rows. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { counted } from '../../bridge/words.ts';
import { stateTexts } from '../texts/states.ts';
import { EmptyState } from './empty-state.tsx';
import { ListFailure } from './read-failure.tsx';
import { SkeletonTable } from './table/skeleton-table.tsx';
import type { Page, PagedRows } from './table/use-paged-rows.ts';

/** Headings of columns, for the picture of a list that is empty. */
export const headingsOf = (columns: readonly { header: string; isControl?: boolean }[]): string[] =>
  columns.filter(({ isControl }) => isControl !== true).map(({ header }) => header);

export interface ListBodyProps<Data extends Page & { known: number }> {
  paged: PagedRows<Data>;
  noun: { one: string; many: string };
  /** Title of the failure where the rows can't be read. */
  failed: string;
  onReset: () => void;
  empty: { title: string; body: string; action: ReactNode };
  columns: readonly { header: string; isControl?: boolean }[];
  /** The rows; gets what to show where no row matches. */
  children: (noMatch: ReactNode) => ReactNode;
}

export function ListBody<Data extends Page & { known: number }>(props: ListBodyProps<Data>) {
  const { paged, noun, empty } = props;
  const failure = <ListFailure title={props.failed} query={paged} />;
  const isFailed = paged.error !== null;
  if (paged.first === undefined) return isFailed ? failure : <SkeletonTable />;
  if (paged.first.known === 0)
    return isFailed ? failure : <EmptyState {...empty} headings={headingsOf(props.columns)} />;
  return (
    <>
      {failure}
      {props.children(
        <EmptyState
          title={stateTexts.noMatch}
          body={stateTexts.noMatchBody(counted(paged.first.known, noun.one, noun.many))}
          action={
            <Button variant="default" onClick={props.onReset}>
              {stateTexts.reset}
            </Button>
          }
        />,
      )}
    </>
  );
}

interface PlainListProps<Data extends Page> extends Pick<ListBodyProps<never>, 'failed'> {
  paged: PagedRows<Data>;
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
}

/** The states of a list that nothing narrows: not read yet, failed, empty, or its rows. */
export function PlainList<Data extends Page>(props: PlainListProps<Data>) {
  const { first, error, total } = props.paged;
  return (
    <>
      <ListFailure title={props.failed} query={props.paged} />
      {first === undefined && error === null && <SkeletonTable />}
      {first !== undefined && (total === 0 ? props.empty : props.children)}
    </>
  );
}
