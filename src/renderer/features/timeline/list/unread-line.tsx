/** Says that something beside the list could not be read, instead of showing that there is none. */
import type { UseQueryResult } from '@tanstack/react-query';
import { ReadFailure } from '../../../components/read-failure.tsx';
import classes from '../timeline.module.css';

export interface UnreadLineProps {
  title: string;
  query: Pick<UseQueryResult, 'error' | 'refetch'>;
}

export function UnreadLine({ title, query }: UnreadLineProps) {
  if (query.error === null) return null;
  return (
    <div className={classes['over']}>
      <ReadFailure title={title} error={query.error} onReadAgain={() => void query.refetch()} />
    </div>
  );
}
