/** What became of sending a draft, said above its button. */
import { useEffect, useRef } from 'react';
import { useConnection, useIsReviewer } from '../../app/shell/use-connection.ts';
import { useIsCutOff } from '../../app/shell/use-writes-blocked.ts';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import type { Attempt } from '../../stores/drafts.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { formTexts } from '../../texts/forms.ts';
import { frameTexts } from '../../texts/frame.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { Notice } from '../notice.tsx';
import { PageLink } from '../page-link.tsx';
import { SecretEntryStatus } from '../secret-entry/secret-entry-status.tsx';
import classes from './form.module.css';
import { keepInSight } from './keep-in-sight.ts';

export interface AttemptNoticeProps {
  attempt: Attempt;
  /** Under which it was sent. */
  intentKey: string;
}

export function AttemptNotice({ attempt, intentKey }: AttemptNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const { state } = attempt;
  useEffect(() => {
    if (state === 'none' || place.current === null) return;
    return keepInSight(place.current);
  }, [state]);
  return (
    <div ref={place} className={classes['attempt']}>
      <AttemptWords attempt={attempt} intentKey={intentKey} />
    </div>
  );
}

function AttemptWords({ attempt, intentKey }: AttemptNoticeProps) {
  const unresolvedHref = unresolvedPaths.request(intentKey, 'unknown');
  const isSaidAbove = useConnection()?.service.state === 'unreachable';
  switch (attempt.state) {
    case 'none':
    case 'created':
      return null;
    case 'sending':
      return (
        <Notice tone="blue" role="status" title={formTexts.sending.title}>
          {formTexts.sending.body}
        </Notice>
      );
    case 'asked':
      return <SecretEntryStatus entry={{ opened: attempt, failure: null }} />;
    case 'lost':
      return (
        <Notice tone="amber" role="status" title={formTexts.lookingUp.title}>
          {formTexts.lookingUp.body}
        </Notice>
      );
    case 'failed':
      // This one asks in a dialog of its own.
      if (attempt.failure.code === 'ASKS_FIRST') return null;
      return (
        <FailureNotice
          failure={
            attempt.failure.code === 'NOT_SENT' && isSaidAbove
              ? { ...attempt.failure, sentence: formTexts.saidAbove }
              : attempt.failure
          }
          actions={
            attempt.failure.code === 'UNKNOWN_OUTCOME' && (
              <span>
                {formTexts.unknown.hint}{' '}
                <PageLink href={unresolvedHref} underline="always">
                  {formTexts.unknown.see}
                </PageLink>
              </span>
            )
          }
        />
      );
  }
}

/**
 * That nothing can be created now, beside the button that would. Why, and what can be done, the frame says once;
 * of reviewer mode it has no notice.
 */
export function Blocked({ blocked }: { blocked: string | null }) {
  const isReviewer = useIsReviewer();
  const isPast = useKnownAt().knownAt !== null;
  const isCutOff = useIsCutOff();
  if (blocked === null) return null;
  return (
    <span className={classes['blocked']} role="status">
      {isReviewer && !isPast && !isCutOff ? frameTexts.reviewer.blocked : formTexts.blocked}
    </span>
  );
}
