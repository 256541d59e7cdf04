/** The form of a new webhook (Interface 4.4): fields, then a review, because it can't be taken back. */
import { TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { webhookLabels } from '../../../../contract/fields.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useConnection } from '../../../app/shell/use-connection.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { AsksFirstDialog } from '../../../components/draft/asks-first-dialog.tsx';
import classes from '../../../components/draft/form.module.css';
import { ToReviewForm } from '../../../components/draft/to-review-form.tsx';
import { useCreatedRecord } from '../../../components/draft/use-created-record.ts';
import { type UsedDraft, useDraft } from '../../../components/draft/use-draft.ts';
import { useDraftForm } from '../../../components/draft/use-draft-form.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { openDocument } from '../../../components/secret-entry/use-document.ts';
import { SkeletonTable } from '../../../components/table/skeleton-table.tsx';
import type { Sending } from '../../../stores/send-draft.ts';
import { EventsField } from '../events-field.tsx';
import { webhookPaths } from '../paths.ts';
import { newWebhookTexts } from './texts.ts';
import { UrlField } from './url-field.tsx';
import { type Preparation, usePreparation } from './use-preparation.ts';
import { WebhookAttemptNotice } from './webhook-attempt-notice.tsx';
import { webhookChecks, webhookInputOf } from './webhook-form.ts';
import { ReuseNotice, WebhookLimitNotice } from './webhook-limit-notice.tsx';
import { WebhookReview } from './webhook-review.tsx';
import { useWebhookDrafts, type WebhookValues } from './webhook-values.ts';

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

/** The fields of a new webhook. What can be used instead of a new one stands first. */
interface WebhookFormFieldsProps {
  used: UsedDraft<WebhookValues>;
  preparation: Preparation;
}

function WebhookFormFields({ used, preparation }: WebhookFormFieldsProps) {
  const form = useDraftForm(used.draft, used.change, webhookChecks);
  return (
    <ToReviewForm used={used} form={form} lead={newWebhookTexts.lead}>
      {preparation.data !== undefined && <ReuseNotice reusable={preparation.data.reusable} />}
      <WebhookLimitNotice preparation={preparation} />
      <div className={classes['group']}>
        <TextInput label={webhookLabels.name} autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label={webhookLabels.description}
          description={newWebhookTexts.descriptionHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
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
