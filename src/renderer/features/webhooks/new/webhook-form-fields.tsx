/** The fields of a new webhook. What can be used instead of a new one stands first. */

import { TextInput } from '@mantine/core';
import { webhookLabels } from '../../../../contract/fields.ts';
import classes from '../../../components/draft/form.module.css';
import { ToReviewForm } from '../../../components/draft/to-review-form.tsx';
import type { UsedDraft } from '../../../components/draft/use-draft.ts';
import { useDraftForm } from '../../../components/draft/use-draft-form.ts';
import { EventsField } from '../events-field.tsx';
import { PlacesNotice, ReuseNotice } from './places-notice.tsx';
import { newWebhookTexts } from './texts.ts';
import { UrlField } from './url-field.tsx';
import type { Preparation } from './use-preparation.ts';
import { WebhookAttemptNotice } from './webhook-attempt-notice.tsx';
import { webhookChecks } from './webhook-form.ts';
import type { WebhookValues } from './webhook-values.ts';

export interface WebhookFormFieldsProps {
  used: UsedDraft<WebhookValues>;
  preparation: Preparation;
}

export function WebhookFormFields({ used, preparation }: WebhookFormFieldsProps) {
  const form = useDraftForm(used.draft, used.change, webhookChecks);
  return (
    <ToReviewForm used={used} form={form} lead={newWebhookTexts.lead}>
      {preparation.data !== undefined && <ReuseNotice reusable={preparation.data.reusable} />}
      <PlacesNotice preparation={preparation} />
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
