/** Sends what does not exist once more: a new request, asked about like any other. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApprovalRequestInput } from '../../../bridge/approvals.ts';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useEnvironment } from '../../app/environment/environment-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useWritesBlocked } from '../../app/shell/use-writes-blocked.ts';
import { DayLimit } from '../../components/approval/day-limit.tsx';
import {
  RequestApproval,
  useApprovalNeed,
  useIsRequesting,
} from '../../components/approval/request-approval.tsx';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { Blocked } from '../../components/draft/attempt-notice.tsx';
import { Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { addressProblem } from '../virtual-accounts/address-words.ts';
import { ConfirmationList } from '../virtual-accounts/confirmation-list.tsx';
import { LookAlikeAlarm } from '../virtual-accounts/look-alike-alarm.tsx';
import { AddressObstacle } from '../virtual-accounts/review-address.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { recordHref } from './links.ts';
import { type AgainReview, useAgainReview } from './sent.ts';
import { SentFacts } from './sent-section.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.again;

export function SendAgainSection({ view }: { view: UnresolvedView }) {
  const [isOpen, setIsOpen] = useState(false);
  const connection = useConnection();
  const { knownAt } = useKnownAt();
  const { intent, sendAgainBlocked } = view;
  const isWebhook = intent.operation === 'createWebhook';
  // Whether the team has to approve it is known when it is open; that needs no answer of the service.
  const blocked = connection?.approvalBlocked ?? null;
  return (
    <Section title={texts.title} lead={sendAgainBlocked ?? texts.lead}>
      {isWebhook && (
        <PageLink href={webhookPaths.new} underline="always">
          {texts.newWebhook}
        </PageLink>
      )}
      {sendAgainBlocked === null && (
        <div className={classes['answers']}>
          <Button
            variant="default"
            disabled={blocked !== null || knownAt !== null}
            onClick={() => setIsOpen(true)}
          >
            {texts.action}
          </Button>
          <Blocked blocked={blocked} />
        </div>
      )}
      {isOpen && <SendAgainDialog view={view} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function SendAgainDialog({ view, onClose }: { view: UnresolvedView; onClose: () => void }) {
  const { bridge } = useBridge();
  const { mintIntentKey } = useEnvironment();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const goOn = useGoOn();
  // One key for the question: a double click, and going on after being asked, are one request.
  const [intentKey] = useState(mintIntentKey);
  const { key: repeats, operation } = view.intent;
  const review = useAgainReview(view);
  const asked = (confirmed: string[]) => ({
    intentKey,
    repeats,
    confirmed,
    reviewedAddress: review?.check.data?.address ?? null,
    confirmations: [...(review?.confirmed ?? [])],
  });
  const requestWith = (confirmed: string[]): ApprovalRequestInput => ({
    what: 'sendAgain',
    ...asked(confirmed),
  });
  const send = useMutation({
    mutationFn: (confirmed: string[]) =>
      bridge.unresolved.sendAgain({ ...asked(confirmed), profileId, knownAt }),
    onSuccess: ({ resourceId }) => goOn(recordHref(operation, resourceId)),
  });
  const need = useApprovalNeed(requestWith([]));
  const failure = send.error === null ? null : toFailure(send.error);
  const asks = failure?.code === 'ASKS_FIRST' ? failure.asks : [];
  const isOver = failure !== null && failure.code !== 'ASKS_FIRST';
  const blocked = useWritesBlocked();
  const isRequesting = useIsRequesting();
  const isUnread = review !== null && !review.isDone;
  return (
    <AskDialog
      isWide
      isOpen
      title={texts.dialogTitle}
      // What ended is not tried again under the same key.
      action={need === null && !isOver ? actionOf(asks) : null}
      isBusy={send.isPending || isRequesting}
      isBlocked={blocked !== null || isUnread}
      error={send.error}
      onBack={onClose}
      onGoOn={() => send.mutate(asks)}
    >
      <p>{texts.body}</p>
      <Facts>
        <SentFacts view={view} />
      </Facts>
      {review !== null && (
        <>
          <LookAlikeAlarm check={review.check.data} />
          <AddressObstacle address={review.address} check={review.check} />
          <Obstacle review={review} />
          <ConfirmationList
            needed={review.needed}
            confirmed={review.confirmed}
            isFixed={send.isPending}
            onChange={review.confirm}
          />
        </>
      )}
      <DayLimit of={operation} />
      {need !== null && (
        <RequestApproval
          need={need}
          request={requestWith}
          values={intentKey}
          isBlocked={isUnread}
          onRequested={onClose}
        />
      )}
      {failure !== null && failure.alike.length > 0 && (
        <div>
          <p className="dimmed">{texts.asks}</p>
          {failure.alike.map(({ kind, id }) => (
            <div key={id} className="mono">
              {kind === 'record' ? <PageLink href={recordHref(operation, id)}>{id}</PageLink> : id}
            </div>
          ))}
        </div>
      )}
      {need === null && <Blocked blocked={blocked} />}
      {send.isPending && (
        <Notice tone="blue" role="status">
          {texts.sending}
        </Notice>
      )}
    </AskDialog>
  );
}

const actionOf = (asks: readonly string[]): string =>
  asks.length > 0 ? texts.anyway : texts.confirm;

/** An address that can't be used at all is never asked about: it is said why. */
function Obstacle({ review: { network, address } }: { review: AgainReview }) {
  const problem = addressProblem(network, address);
  if (problem === null) return null;
  return (
    <Notice tone="red" role="alert">
      {problem}
    </Notice>
  );
}
