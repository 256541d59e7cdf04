/** The states of a detail, or of a list without one of its own: not read yet, failed, or there. What was read stays when a later read fails. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { toFailure } from '../format/failures.ts';
import classes from './detail-states.module.css';
import { FailureNotice } from './failure-notice.tsx';
import { SkeletonTable } from './table/skeleton-table.tsx';

export interface DetailStatesProps<Data> {
  query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>;
  children: (data: Data) => ReactNode;
  /** Rows come, not facts. */
  isList?: boolean;
}

export function DetailStates<Data>({ query, children, isList = false }: DetailStatesProps<Data>) {
  const failure = query.error === null ? null : toFailure(query.error);
  return (
    <>
      {failure !== null && (
        <div className={classes['failure']}>
          <FailureNotice
            failure={{ ...failure, canTryAgain: failure.code !== 'NOT_FOUND' }}
            onTryAgain={() => void query.refetch()}
          />
        </div>
      )}
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && failure === null && (
        <SkeletonTable count={4} isFacts={!isList} />
      )}
    </>
  );
}
