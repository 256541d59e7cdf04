/** The form of a new webhook (Interface 4.4): fields, then a review, because it can't be taken back. */
import { TextInput } from '@mantine/core';
import { useCallback } from 'react';
import type { WebhookPreparation } from '../../../../bridge/webhooks.ts';
import { webhookLabels } from '../../../../contract/fields.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useConnection } from '../../../app/shell/use-connection.ts';
import { useSimpleNeed } from '../../../components/approval/request-approval.tsx';
import { BackLink } from '../../../components/back-link.tsx';
import { AsksFirstDialog } from '../../../components/draft/asks-first-dialog.tsx';
import {
  AttemptNotice,
  type AttemptNoticeProps,
} from '../../../components/draft/attempt-notice.tsx';
import classes from '../../../components/draft/form.module.css';
import { ReviewForm } from '../../../components/draft/review-form.tsx';
import { ToReviewForm } from '../../../components/draft/to-review-form.tsx';
import { useCreatedRecord } from '../../../components/draft/use-created-record.ts';
import { type UsedDraft, useDraft } from '../../../components/draft/use-draft.ts';
import { useDraftForm } from '../../../components/draft/use-draft-form.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
import { Notice } from '../../../components/notice.tsx';
import { allSeen } from '../../../components/outside-text.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { openDocument } from '../../../components/secret-entry/use-document.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import type { Sending } from '../../../stores/send-draft.ts';
import { deliveryTexts } from '../deliveries/texts.ts';
import { EventsField } from '../events-field.tsx';
import { webhookPaths } from '../paths.ts';
import { ReachabilityMark } from '../reachability.tsx';
import { EventNames } from '../registered-section.tsx';
import { newWebhookTexts } from './texts.ts';
import { UrlField } from './url-field.tsx';
import { isOutcomeUnknown, type Preparation, usePreparation } from './use-preparation.ts';
import { offeredFor, webhookChecks, webhookInputOf } from './webhook-form.ts';
import { ReuseNotice, WebhookLimitNotice, webhooksLeft } from './webhook-limit-notice.tsx';
import { useWebhookDrafts, type WebhookValues } from './webhook-values.ts';

/** Everything that will be sent, whole, before it is; and what can't be taken back. */
const { check: texts } = newWebhookTexts;

interface WebhookReviewProps {
  used: UsedDraft<WebhookValues>;
  /** undefined while it is not known. */
  preparation: WebhookPreparation | undefined;
}

function WebhookReview({ used, preparation }: WebhookReviewProps) {
  const { draft } = used;
  const input = webhookInputOf(draft.values);
  const need = useSimpleNeed('createWebhook');
  const { intentKey } = draft;
  return (
    <ReviewForm
      used={used}
      of="createWebhook"
      title={texts.title}
      action={texts.action}
      isReady
      onSend={() => void used.send()}
      approval={
        need && {
          need,
          request: (confirmed) => ({ what: 'createWebhook', intentKey, input, confirmed }),
          onRequested: used.startOver,
        }
      }
    >
      <Facts>
        <Fact name={webhookLabels.name}>{input.name}</Fact>
        {input.description !== undefined && (
          <Fact name={webhookLabels.description}>{input.description}</Fact>
        )}
        <Fact name={webhookLabels.url}>
          <span className="mono">{allSeen(input.url)}</span>
          <AddressNote url={input.url} preparation={preparation} />
        </Fact>
        <Fact name={`${webhookLabels.events} (${input.events.length})`}>
          <EventNames events={input.events} />
        </Fact>
      </Facts>
      <p className="dimmed">{texts.secretHint}</p>
      <WebhookAttemptNotice attempt={draft.attempt} intentKey={draft.intentKey} />
      <p>
        <strong>
          {texts.irreversible(preparation === undefined ? null : webhooksLeft(preparation))}
        </strong>
      </p>
    </ReviewForm>
  );
}

/** Whether deliveries to this address can arrive here, and whether it stays. */
function AddressNote(props: { url: string; preparation: WebhookPreparation | undefined }) {
  if (props.preparation === undefined) return null;
  const offered = offeredFor(props.url, props.preparation.addresses);
  if (offered === null) {
    return <Notice tone="amber">{newWebhookTexts.url.elsewhere}</Notice>;
  }
  return (
    <>
      <div>
        <ReachabilityMark proof={offered} />
      </div>
      {!offered.lasts && <Notice tone="amber">{texts.doesNotLast}</Notice>}
    </>
  );
}

export function NewWebhookScreen() {
  const { bridge } = useBridge();
  const webhookDrafts = useWebhookDrafts();
  const profileId = useConnection()?.profileId ?? null;
  const create = useCallback(
    async (values: WebhookValues, sending: Sending) => {
      const input = webhookInputOf(values);
      const { webhook, path } = await bridge.webhooks.create({ ...sending, input });
      if (webhook !== null) return webhook;
      openDocument(path);
      return { path };
    },
    [bridge],
  );
  const used = useDraft({ store: webhookDrafts, create });
  useCreatedRecord({ draft: used?.draft, hrefOf: webhookPaths.one, startOver: used?.startOver });
  return (
    <>
      <PageHeader
        title={newWebhookTexts.title}
        back={<BackLink href={webhookPaths.root} label={newWebhookTexts.back} />}
      />
      {used === null || profileId === null ? (
        <SkeletonTable />
      ) : (
        <Steps used={used} profileId={profileId} />
      )}
    </>
  );
}

function Steps({ used, profileId }: { used: UsedDraft<WebhookValues>; profileId: string }) {
  const preparation = usePreparation(profileId, used.draft.attempt);
  return (
    <>
      {used.draft.isReviewing ? (
        <WebhookReview used={used} preparation={preparation.data} />
      ) : (
        <WebhookFormFields key={used.draft.edition} used={used} preparation={preparation} />
      )}
      <AsksFirstDialog
        attempt={used.draft.attempt}
        action={newWebhookTexts.check.action}
        hrefOf={webhookPaths.one}
        onBack={used.dismiss}
        onGoOn={() => void used.send(true)}
      />
    </>
  );
}

interface WebhookFormFieldsProps {
  used: UsedDraft<WebhookValues>;
  preparation: Preparation;
}

/** The fields of a new webhook. What can be used instead of a new one stands first. */
function WebhookFormFields({ used, preparation }: WebhookFormFieldsProps) {
  const form = useDraftForm(used.draft, used.change, webhookChecks);
  return (
    <ToReviewForm used={used} form={form} of="createWebhook" lead={newWebhookTexts.lead}>
      <WebhookLimitNotice preparation={preparation} />
      {preparation.data !== undefined && <ReuseNotice reusable={preparation.data.reusable} />}
      <div className={classes['group']}>
        <TextInput
          label={webhookLabels.name}
          description={newWebhookTexts.nameHelp}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={webhookLabels.description}
          description={newWebhookTexts.descriptionHelp}
          {...form.getInputProps('description')}
        />
        <div className={classes['wide']}>
          <UrlField form={form} preparation={preparation} />
        </div>
        <div className={classes['wide']}>
          <EventsField
            label={webhookLabels.events}
            path="events"
            value={form.values.events}
            error={form.errors['events']}
            onChange={(events) => {
              form.setFieldValue('events', events);
              form.clearFieldError('events');
            }}
          />
        </div>
      </div>
      <WebhookAttemptNotice attempt={used.draft.attempt} intentKey={used.draft.intentKey} />
    </ToReviewForm>
  );
}

/** What became of sending; a lost answer says what it means for a webhook's secret. */
function WebhookAttemptNotice({ attempt, intentKey }: AttemptNoticeProps) {
  const texts = newWebhookTexts.unknown;
  return (
    <>
      <AttemptNotice attempt={attempt} intentKey={intentKey} />
      {isOutcomeUnknown(attempt) && (
        <Notice tone="amber" title={texts.title}>
          <p>{texts.body}</p>
          <p>
            <strong>{deliveryTexts.detail.whatToDo}:</strong> {texts.what}
          </p>
          <p>
            <PageLink href={webhookPaths.root} underline="always">
              {texts.see}
            </PageLink>
          </p>
        </Notice>
      )}
    </>
  );
}
