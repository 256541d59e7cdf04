/** The states of a detail, or of a list without one of its own: not read yet, failed, or there. What was read stays when a later read fails. */
import { Box } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ReadFailure } from './read-failure.tsx';
import { SkeletonTable } from './table/skeleton-table.tsx';

export interface DetailStatesProps<Data> {
  query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
  /** Rows come, not facts. */
  isList?: boolean;
  /** Title of a failure: what can't be read. */
  failed?: string;
}

export function DetailStates<Data>(props: DetailStatesProps<Data>) {
  const { query, children, isList = false, failed } = props;
  return (
    <>
      {query.error !== null && (
        <Box p="16px var(--cw-margin)">
          <ReadFailure title={failed} query={query} />
        </Box>
      )}
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && query.error === null && (
        <SkeletonTable count={4} isFacts={!isList} />
      )}
    </>
  );
}
