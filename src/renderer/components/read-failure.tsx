/** What could not be read. Reading again sends nothing, so it is offered whatever failed. */
import { toFailure } from '../format/failures.ts';
import { FailureNotice } from './failure-notice.tsx';

export interface ReadFailureProps {
  /** null where nothing failed: then nothing is shown. */
  error: unknown;
  /** What failed, where the kind of failure does not say it. */
  title?: string;
  onReadAgain: () => void;
}

export function ReadFailure({ error, title, onReadAgain }: ReadFailureProps) {
  if (error === null) return null;
  return (
    <FailureNotice
      {...(title === undefined ? {} : { title })}
      failure={{ ...toFailure(error), canTryAgain: true }}
      onTryAgain={onReadAgain}
    />
  );
}
