/** The frame of a review: all that will be sent stands in it, and the button that sends it under it. */
import { Button, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { WriteName } from '../../../contract/writes.ts';
import { isOutcomeOpen, isUnderWay } from '../../stores/drafts.ts';
import { formTexts } from '../../texts/forms.ts';
import { DayLimit } from '../approval/day-limit.tsx';
import {
  RequestApproval,
  type RequestApprovalProps,
  useIsRequesting,
} from '../approval/request-approval.tsx';
import { Blocked } from './attempt-notice.tsx';
import classes from './form.module.css';
import type { UsedDraft } from './use-draft.ts';

export interface ReviewFormProps {
  used: Pick<UsedDraft<unknown>, 'draft' | 'review' | 'blocked' | 'approvalBlocked'>;
  title: string;
  of: WriteName;
  /** Name of the button that sends. */
  action: string;
  /** All that has to be read and confirmed was. */
  isReady: boolean;
  onSend: () => void;
  /** What is still open, beside the buttons; null when nothing is. */
  open?: string | null;
  /** The team has to approve it first: asked for in place of sending. */
  approval?: Omit<RequestApprovalProps, 'isBlocked' | 'values' | 'place'> | null;
  children: ReactNode;
}

export function ReviewForm(props: ReviewFormProps) {
  const { used, title, of, action, isReady, open = null, approval = null } = props;
  const { attempt } = used.draft;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isRequesting = useIsRequesting();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isBusy = isUnderWay(attempt) || isRequesting;
  /** Why the action can't be done here. Asking the team for approval does not need the service. */
  const blocked = approval === null ? used.blocked : used.approvalBlocked;
  const canDo = blocked === null && isReady && !isOutcomeOpen(attempt);
  const canSend = canDo && approval === null;
  const isSending = attempt.state === 'sending';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (canSend && !isBusy) props.onSend();
  };
  return (
    <div className={classes['page']}>
      <form className={classes['form']} noValidate onSubmit={send}>
        <Title order={2} ref={heading} tabIndex={-1} className={classes['title'] ?? ''}>
          {title}
        </Title>
        {props.children}
        <DayLimit of={of} />
        {approval !== null && (
          <RequestApproval
            {...{ ...approval, place }}
            values={used.draft.values}
            isBlocked={!canDo}
          />
        )}
        <div className={classes['actions']}>
          <Button variant="default" disabled={isBusy} onClick={() => used.review(false)}>
            {formTexts.back}
          </Button>
          {approval !== null && <span ref={setPlace} />}
          {approval === null && (
            <Button type="submit" loading={isSending} disabled={!canSend && !isSending}>
              {action}
            </Button>
          )}
          <Blocked blocked={blocked} />
          {blocked === null && open !== null && (
            <span className={classes['blocked']} role="status">
              {open}
            </span>
          )}
        </div>
      </form>
    </div>
  );
}
