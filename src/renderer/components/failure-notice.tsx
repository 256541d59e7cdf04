/** A failure: what failed, whether anything was sent, the service's own words, and the request id. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { longInstant } from '../../bridge/instants.ts';
import { type ShownFailure, toFailure } from '../format/failures.ts';
import { keyed } from '../format/keyed.ts';
import { failureTexts } from '../texts/failures.ts';
import { stateTexts } from '../texts/states.ts';
import { CopyIcon } from './copy-button.tsx';
import classes from './notice.module.css';
import { Notice } from './notice.tsx';
import { OutsideText } from './outside-text.tsx';
import { GivenResponse, RawResponseSection } from './raw-response.tsx';

export interface FailureNoticeProps {
  failure: ShownFailure;
  /** What failed, where the kind of failure does not say it. */
  title?: string;
  /** Offered where trying again can help. */
  onTryAgain?: () => void;
  actions?: ReactNode;
}

export function FailureNotice({ failure, title, onTryAgain, actions }: FailureNoticeProps) {
  const isOpen = failure.code === 'UNKNOWN_OUTCOME' || failure.code === 'ASKS_FIRST';
  const canTryAgain = onTryAgain !== undefined && failure.canTryAgain;
  return (
    <Notice
      tone={isOpen ? 'amber' : 'red'}
      role="alert"
      title={title ?? failureTexts.titles[failure.code]}
      actions={
        (canTryAgain || actions !== undefined) && (
          <>
            {canTryAgain && (
              <Button variant="default" onClick={onTryAgain}>
                {failureTexts.tryAgain}
              </Button>
            )}
            {actions}
          </>
        )
      }
    >
      <p>{failure.sentence}</p>
      {failure.retryAt !== null && <p>{failureTexts.retryAt(longInstant(failure.retryAt))}</p>}
      <ServiceWords failure={failure} />
      {typeof failure.intentKey === 'string' && (
        <RawResponseSection intentKey={failure.intentKey} />
      )}
      {failure.answer && <GivenResponse answer={failure.answer} />}
    </Notice>
  );
}

/** What failed, of an error as it came; nothing where it is null. `title`: as in FailureNotice. */
export const Failed = ({ error, title }: { error: unknown; title?: string }) =>
  error === null ? null : (
    <FailureNotice failure={toFailure(error)} {...(title !== undefined && { title })} />
  );

/** Causeway refused what was entered itself: no answer of the service is behind it. */
const isByCauseway = ({ code, status, requestId }: ShownFailure): boolean =>
  code === 'INVALID' && status === null && requestId === null;

function ServiceWords({ failure }: { failure: ShownFailure }) {
  const { messages, requestId, status } = failure;
  if (messages.length === 0 && requestId === null && status === null) return null;
  return (
    <div className={classes['words']}>
      {messages.length > 0 && (
        <>
          <span className={classes['caption']}>
            {isByCauseway(failure) ? failureTexts.ownWords : failureTexts.serviceWords}
          </span>
          <ul className={classes['messages']}>
            {keyed(messages, String).map(({ key, item }) => (
              <li key={key} data-veiled>
                <OutsideText text={item} />
              </li>
            ))}
          </ul>
        </>
      )}
      {(requestId !== null || status !== null) && (
        <span className={classes['facts']}>
          {status !== null && <span>{failureTexts.status(status)}</span>}
          {requestId !== null && (
            <span>
              {failureTexts.requestId} <span className="mono">{requestId}</span>
              <CopyIcon text={requestId} label={stateTexts.copyThing('request ID')} />
            </span>
          )}
        </span>
      )}
    </div>
  );
}
