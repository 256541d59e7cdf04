/** What could not be read. Reading again sends nothing, so it is offered whatever failed, but where there is no such thing. */
import { toFailure } from '../format/failures.ts';
import { failureTexts } from '../texts/failures.ts';
import { FailureNotice } from './failure-notice.tsx';

export interface ReadFailureProps {
  /** null where nothing failed: then nothing is shown. */
  error: unknown;
  /** What failed, where the kind of failure does not say it. */
  title?: string | undefined;
  onReadAgain: () => void;
}

export function ReadFailure({ error, title, onReadAgain }: ReadFailureProps) {
  if (error === null) return null;
  const failure = toFailure(error);
  const shown = title ?? (failure.code === 'INTERNAL' ? failureTexts.notRead : undefined);
  return (
    <FailureNotice
      {...(shown === undefined ? {} : { title: shown })}
      failure={{ ...failure, canTryAgain: failure.code !== 'NOT_FOUND' }}
      onTryAgain={onReadAgain}
    />
  );
}
