/** What could not be read. Reading again sends nothing, so it is offered whatever failed, but where there is no such thing. */
import { toFailure } from '../format/failures.ts';
import { failureTexts } from '../texts/failures.ts';
import { FailureNotice } from './failure-notice.tsx';
import classes from './read-failure.module.css';

export interface ReadFailureProps {
  /** A query, or the rows of a list. Its error is null where nothing failed: then nothing is shown. */
  query: { readonly error: unknown; readonly refetch: () => unknown };
  /** What failed, where the kind of failure does not say it. */
  title?: string | undefined;
}

export function ReadFailure({ query: { error, refetch }, title }: ReadFailureProps) {
  if (error === null) return null;
  const failure = toFailure(error);
  const shown = title ?? (failure.code === 'INTERNAL' ? failureTexts.notRead : undefined);
  return (
    <FailureNotice
      {...(shown === undefined ? {} : { title: shown })}
      failure={{ ...failure, canTryAgain: failure.code !== 'NOT_FOUND' }}
      onTryAgain={() => void refetch()}
    />
  );
}

/** The same over a list, in its margins. */
export const ListFailure = (props: ReadFailureProps) =>
  props.query.error === null ? null : (
    <div className={classes['over']}>
      <ReadFailure {...props} />
    </div>
  );
